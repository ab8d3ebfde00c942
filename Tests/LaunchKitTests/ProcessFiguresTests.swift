import LaunchKit
import Testing

@Suite struct ProcessFiguresTests {
    @Test func ourOwnArePlausible() throws {
        let figures = try #require(ProcessFigures.own())
        #expect(figures.cpuSeconds > 0)
        #expect(figures.residentBytes > 1 << 20)
        #expect(figures.peakResidentBytes >= figures.residentBytes / 2)
    }

    @Test func aChildHasItsOwn() throws {
        let child = try ChildProcess("/bin/cat", [])
        let figures = try #require(ProcessFigures.of(pid: child.pid))
        let ours = try #require(ProcessFigures.own())
        #expect(figures.residentBytes < ours.residentBytes)
    }

    @Test func nobodyHasNone() {
        #expect(ProcessFigures.of(pid: -5) == nil)
    }

    @Test func theDescriptorLimitOnlyRises() {
        let before = Machine.descriptorLimit
        #expect(Machine.raiseDescriptorLimit() >= before)
    }

    @Test func aChildCanBePinned() throws {
        var child = try ChildProcess("/bin/sh", ["-c", "read line; nproc"])
        #expect(Machine.usableCores >= 1)
        try Machine.pin(process: child.pid, toCore: Machine.usableCores - 1)
        try child.write([10])
        #expect(try child.readLine(within: .seconds(5)) == "1")
        #expect(throws: LaunchError.self) { try Machine.pin(process: child.pid, toCore: 5) }
    }
}
