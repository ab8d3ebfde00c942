import JSONText
import Testing

@testable import CXoneDialect

@Suite struct CXoneTargetTests {
    private static let good = """
        { "platform": "cxone", "chatUrl": "http://127.0.0.1:8080/chat", "socketUrl": "ws://localhost:8080/ws",
          "tokenUrl": "http://[::1]:8080/", "loggerUrl": "http://chat.example.test/logger-public",
          "brandId": 1234, "channelId": "chat_1", "allowHosts": ["Chat.example.test"] }
        """

    @Test func aTargetIsReadAndWritten() throws {
        let target = try Self.read(Self.good)
        #expect(target.brandId == 1_234 && target.channelId == "chat_1" && target.allowHosts == ["Chat.example.test"])
        #expect(target.hosts == ["127.0.0.1", "localhost", "::1", "chat.example.test"])
        let written = Fixture.encoded { target.append(to: &$0) }
        #expect(try Fixture.isSameJSON(written, Self.good), "\(written)")
    }

    @Test(arguments: [(", \"compression\": true", true), (", \"compression\": false", false), ("", false)])
    func compressionIsOfferedWhereATargetSaysSo(member: String, isOffered: Bool) throws {
        let target = try Self.read(Self.with(member))
        #expect(target.offersCompression == isOffered)
        #expect(Fixture.encoded { target.append(to: &$0) }.contains("compression") == isOffered)
    }

    private static func with(_ member: String) -> String {
        good.replacing("\"channelId\": \"chat_1\"", with: "\"channelId\": \"chat_1\"" + member)
    }

    @Test(arguments: [
        ("ws://localhost:8080/ws", "http://localhost/", "found the scheme \"http\"; allowed: \"ws\" and \"wss\""),
        ("http://127.0.0.1:8080/chat", "wss://127.0.0.1/", "found the scheme \"wss\"; allowed: \"http\" and \"https\""),
        ("ws://localhost:8080/ws", "ws://10.0.0.1/", "$.socketUrl: the host \"10.0.0.1\" is neither"),
        ("ws://localhost:8080/ws", "ws://127.0.0.1.example.test/", "the host \"127.0.0.1.example.test\""),
        ("ws://localhost:8080/ws", "localhost", "$.socketUrl: found \"localhost\""),
        ("\"brandId\": 1234", "\"brandId\": \"1234\"", "$.brandId: found \"1234\""),
        ("\"brandId\"", "\"brandID\"", "brandID"),
        ("\"cxone\"", "\"cxtwo\"", "$.platform: found \"cxtwo\""),
    ])
    func whatIsWrongIsSaid(part: String, bad: String, message: String) {
        do {
            _ = try Self.read(Self.good.replacing(part, with: bad))
            Issue.record("\(bad) was accepted")
        } catch {
            #expect(error.description.contains(message), "\(error)")
        }
    }

    @Test func oneSecuredURLIsEnoughToNeedTLS() throws {
        #expect(try !Self.read(Self.good).isSecure)
        for (plain, secured) in [("http://[::1]", "https://[::1]"), ("ws://localhost", "wss://localhost")] {
            #expect(try Self.read(Self.good.replacing(plain, with: secured)).isSecure)
        }
        #expect(try !Self.read(Self.good.replacing("\"brandId\"", with: "\"tls\": { \"x\": 1 }, \"brandId\"")).isSecure)
    }

    @Test func allFaultsAreSaidAtOnce() {
        let text = #"{ "chatUrl": "http://a.example.test/chat", "socketUrl": "ws://b.example.test", "channelId": "" }"#
        do {
            _ = try Self.read(text)
            Issue.record("it was accepted")
        } catch {
            #expect(error.all.map(\.path) == ["$", "$.chatUrl", "$.socketUrl", "$.channelId"])
        }
    }

    @Test func theCallerMayAllowAHost() throws {
        var asked: [String] = []
        let text = Self.good.replacing("ws://localhost:8080/ws", with: "ws://Chat.lab.test/")
        _ = try Self.read(text) { host in
            asked.append(host)
            return true
        }
        #expect(asked == ["chat.lab.test"])
    }

    private static func read(
        _ text: String,
        isAllowed: (String) -> Bool = { _ in false }
    ) throws(DocumentProblems) -> CXoneTarget {
        try JSONDocument(file: "t.json", text: text).read { CXoneTarget.read(&$0, isAllowed: isAllowed) }
    }
}
