import LaunchKit
import Testing

@testable import loadgen

@Suite struct MachineCheckTests {
    private let large = MachineLimits(
        descriptors: 1_048_576,
        allDescriptors: 9_000_000,
        localPorts: 64_512,
        availableMemory: 64 << 30,
        backlog: 4_096,
        trackedConnections: 262_144,
        cores: 16
    )

    private func verdicts(_ customers: Int, embedded: Bool = true, _ limits: MachineLimits) -> [String: String] {
        let check = MachineCheck(customers: customers, isEmbedded: embedded, limits: limits)
        return check.findings.reduce(into: [:]) { $0[$1.name] = "\($1.verdict)" }
    }

    @Test func aLargeMachineHasEnough() {
        #expect(Set(verdicts(10_000, large).values) == ["enough"])
        #expect(MachineCheck(customers: 10_000, isEmbedded: true, limits: large).refusals.isEmpty)
    }

    @Test func everyLimitIsFoundAndMended() {
        var small = large
        small.descriptors = 1_024
        small.allDescriptors = 2_000
        small.localPorts = 1_000
        small.availableMemory = 1 << 20
        small.backlog = 128
        small.trackedConnections = 1_999
        small.cores = 1
        let check = MachineCheck(customers: 1_000, isEmbedded: true, limits: small)
        #expect(check.findings.allSatisfy { $0.verdict != .enough })
        #expect(check.refusals.map(\.name).count == 5)
        #expect(check.findings[0].text == "too little  descriptors of a process: 1024, needed 2064")
        #expect(check.findings[0].mend == "sudo prlimit --pid $$ --nofile=2064:2064")
        #expect(check.findings[2].mend == "sudo sysctl -w net.ipv4.ip_local_port_range=\"1024 65535\"")
    }

    @Test func noCommandMakesMorePortsThanThereAre() {
        let check = MachineCheck(customers: 40_000, isEmbedded: false, limits: large)
        #expect(check.refusals.map(\.name) == ["local ports to one address"])
        #expect(check.refusals[0].mend == nil)
        #expect(DoctorCommand.advice(check.refusals[0]).contains("fewer customers"))
    }

    @Test func whatIsElsewhereNeedsNothingHere() {
        let names = verdicts(1_000, embedded: false, large).keys
        #expect(!names.contains("waiting to be accepted"))
        var one = large
        one.cores = 1
        #expect(verdicts(1_000, embedded: false, one)["cores"] == "enough")
        #expect(verdicts(1_000, embedded: true, one)["cores"] == "tight")
    }

    @Test func thisMachineCanBeRead() {
        let limits = MachineLimits.read()
        #expect(limits.descriptors > 0 && limits.cores > 0)
        #expect((limits.availableMemory ?? 1) > 0 && (limits.localPorts ?? 1) > 0)
    }
}
