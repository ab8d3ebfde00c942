import JSONText
import LoadEngine
import Testing

/// How a target says that its connections are to be secured.
@Suite struct TLSSectionTests {
    private typealias Bench = ProfileWorkbench

    private func target(_ tls: String) -> String {
        Bench.profile(["target": "{ \"platform\": \"acme\", \"url\": \"x\", \"tls\": \(tls) }"])
    }

    private func section(_ profile: LoadProfile) -> TLSSection? {
        if case .platforms(let targets) = profile.target { targets.first?.tls } else { nil }
    }

    @Test func everyKeyIsRead() throws {
        let files = ["ca.pem": "CA", "own.pem": "CERT", "own.key": "KEY"]
        let text = target(
            """
            { "ca": "ca.pem", "cert": "own.pem", "key": "own.key", "insecure": true, "min": "1.2", "max": "1.3",
              "resume": 0.25 }
            """
        )
        let section = try #require(section(try Bench.decode(text, files: files)))
        #expect(section.authorities?.path == "ca.pem" && section.authorities?.text == "CA")
        #expect(section.certificate?.text == "CERT" && section.key?.text == "KEY")
        #expect(section.isInsecure && section.resumedShare == 0.25)
        #expect(section.least == "1.2" && section.most == "1.3")
    }

    @Test func withoutKeysEverythingIsUsual() throws {
        #expect(section(try Bench.decode(target("{}"))) == TLSSection())
        #expect(TLSSection().resumedShare == 1 && !TLSSection().isInsecure)
    }

    @Test func allFaultsAreSaidAtOnce() {
        let text = target(
            #"{ "ca": "no.pem", "cert": "no.pem", "min": "1.3", "max": "1.2", "resume": 2, "insecur": true }"#
        )
        let told = Bench.problems(text)
        for part in [
            "$.target.tls.ca: cannot read the file \"no.pem\": no such file",
            "$.target.tls.cert: a certificate and its key belong together; \"key\" is missing",
            "$.target.tls.min: the lowest version, 1.3, is above the highest, 1.2",
            "$.target.tls.resume: ", "did you mean \"insecure\"",
        ] { #expect(told.contains { $0.contains(part) }, "\(part): \(told)") }
        #expect(Bench.problems(target(#"{ "min": "1.1" }"#)).first?.contains("1.2") == true)
    }

    @Test func theSimulatorsOwnNeedsOnlyAWord() throws {
        func simulator(_ tls: String) throws -> TLSSection? {
            try Bench.decode(Bench.profile(["simulator": "{ \"tls\": \(tls) }"])).simulator?.tls
        }
        #expect(try simulator("true") == TLSSection())
        #expect(try simulator("false") == nil)
        #expect(try simulator(#"{ "max": "1.2", "resume": 0 }"#)?.most == "1.2")
        let told = Bench.problems(Bench.profile(["simulator": #"{ "tls": { "ca": "x" } }"#]))
        #expect(told.first?.contains("unknown key \"ca\"") == true, "\(told)")
    }
}
