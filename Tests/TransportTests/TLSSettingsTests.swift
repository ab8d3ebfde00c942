import Clockwork
import Exchange
import Foundation
import Testing

@testable import Transport

/// What is wrong with certificates and keys is said before anything is connected to.
@Suite struct TLSSettingsTests {
    private func problem(_ change: (inout TLSSettings) throws -> Void) -> TLSProblem? {
        do {
            var settings = TLSSettings()
            try change(&settings)
            try settings.check()
            return nil
        } catch {
            return error as? TLSProblem
        }
    }

    @Test func everyFaultNamesItsFile() throws {
        let empty = PEMText(name: "empty.pem", bytes: [])
        let broken = PEMText(name: "broken.pem", bytes: Array(try TLSFiles.text("good.pem").bytes.dropLast(60)))
        #expect(problem { $0.authorities = empty }?.kind == .noCertificate)
        #expect(problem { $0.authorities = try TLSFiles.text("good.key") }?.kind == .noCertificate)
        #expect(problem { $0.authorities = broken }?.file == "broken.pem")
        #expect(problem { $0.certificate = try TLSFiles.text("good.pem") }?.kind == .lonelyCertificate)
        #expect(problem { $0.key = try TLSFiles.text("good.key") }?.kind == .lonelyKey)
        #expect(
            problem {
                $0.least = .tls13
                $0.most = .tls12
            }?.kind == .versions(.tls13, .tls12)
        )
        let cases: [(String, String, TLSProblem?)] = [
            ("good.pem", "good.key", nil),
            ("good.pem", "other.key", TLSProblem(file: "other.key", kind: .keyMismatch(certificate: "good.pem"))),
            ("good.pem", "good.pem", TLSProblem(file: "good.pem", kind: .noKey)),
            ("good.pem", "locked.key", TLSProblem(file: "locked.key", kind: .noKey)),
            ("good.key", "good.key", TLSProblem(file: "good.key", kind: .noCertificate)),
        ]
        for (certificate, key, expected) in cases {
            let found = problem { settings in
                settings.certificate = try TLSFiles.text(certificate)
                settings.key = try TLSFiles.text(key)
            }
            #expect(found == expected)
            if let found { #expect("\(found)".hasPrefix(found.file ?? "?")) }
        }
        #expect(throws: TLSProblem(file: "broken.pem", kind: .badCertificate)) {
            try TLSIdentity(certificate: broken, key: TLSFiles.text("good.key"))
        }
    }

    @Test func theShareOfResumptionsIsDrawnByNumber() {
        var settings = TLSSettings()
        settings.seed = 7
        for share in [0.0, 0.25, 1] {
            settings.resumedShare = share
            let count = (0..<10_000).count { settings.resumes(UInt64($0) << 24) }
            #expect(abs(Double(count) / 10_000 - share) < 0.02)
            #expect((0..<100).allSatisfy { settings.resumes($0) == settings.resumes($0) })
        }
    }

    @Test func sessionsAreTakenOnceAndForgottenInTime() {
        var sessions = TLSSessions<Int>()
        let now = MonotonicTime(nanoseconds: 1_000_000_000)
        func key(_ owner: Int) -> TLSOrigin.Key { TLSOrigin(owner: UInt64(owner), number: 0, host: "h", port: 1).key }
        sessions.put(1, for: key(1), at: now)
        sessions.put(2, for: key(1), at: now)
        #expect(sessions.count == 1)
        #expect(sessions.take(key(1), at: now) == 2)
        #expect(sessions.take(key(1), at: now) == nil)
        sessions.put(3, for: key(2), at: now)
        #expect(sessions.take(key(2), at: now + TransportLimits.sessionKept) == nil)
        let limit = TransportLimits.sessions
        for owner in 0..<limit + 10 { sessions.put(owner, for: key(owner), at: now) }
        #expect(sessions.count == limit)
        #expect(sessions.take(key(9), at: now) == nil)
        #expect(sessions.take(key(10), at: now) == 10)
    }
}
