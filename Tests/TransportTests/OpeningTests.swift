import Clockwork
import Exchange
import Foundation
import Testing
import WireFormat

@testable import Transport

/// From the order to open a socket to its one answer.
@Suite struct OpeningTests {
    @Test func refusedIsToldApart() throws {
        let port = try Listener().port
        let loop = try ProbeLoop()
        loop.order { $0.open(1, "ws://127.0.0.1:\(port)/") }
        loop.order { $0.open(2, "ws://localhost:\(port)/") }
        loop.journal.wait(for: .failed(.socket(SocketID(1)), .refused))
        loop.journal.wait(for: .failed(.socket(SocketID(2)), .refused))
        loop.finish()
    }

    @Test(arguments: ["ws://192.0.2.1/", "ws://0.0.0.0:80/", "ws://[2001:db8::1]/", "ws://[::ffff:192.0.2.1]/"])
    func othersThanLoopbackAreNeverConnectedTo(url: String) throws {
        let loop = try ProbeLoop()
        loop.order { $0.open(1, url) }
        loop.order { $0.call(2, url.replacing("ws:", with: "http:")) }
        loop.journal.wait(for: .failed(.socket(SocketID(1)), .hostNotAllowed))
        loop.journal.wait(for: .failed(.call(CallID(2)), .hostNotAllowed))
        loop.finish()
    }

    @Test func namedHostsPassThePolicy() {
        let policy = HostPolicy(allowedHosts: ["Chat.Example"])
        let address = SocketAddress(isVersion6: false, port: 0, first: 1, second: 0)
        #expect(policy.allows("chat.example", at: address))
        #expect(!policy.allows("other.example", at: address))
        #expect(policy.allows("other.example", at: .loopback(port: 80)))
        #expect(policy.allows("other.example", at: .loopback6(port: 80)))
    }

    @Test(arguments: [("wss://127.0.0.1/", EPROTONOSUPPORT), ("http://127.0.0.1/", EPROTONOSUPPORT), ("what", EINVAL)])
    func whatIsNotServedIsSaid(url: String, code: Int32) throws {
        let loop = try ProbeLoop()
        loop.order { $0.open(1, url) }
        loop.journal.wait(for: .failed(.socket(SocketID(1)), .system(errno: code)))
        loop.finish()
    }

    @Test func aNameThatLeadsNowhereIsToldApart() throws {
        let loop = try ProbeLoop()
        loop.order { $0.open(1, "ws://nowhere.invalid/") }
        loop.journal.wait(for: .failed(.socket(SocketID(1)), .unresolved))
        loop.finish()
    }

    @Test func aServerThatDoesNotAcceptTimesOut() throws {
        let full = RawListener(backlog: 0)
        let loop = try ProbeLoop { $0.connectTimeout = .milliseconds(200) }
        // The kernel takes one or two for a listener that wants none, then lets the rest wait.
        let url = full.url
        loop.order { orders in for number in 1...4 { orders.open(UInt64(number), url) } }
        loop.journal.wait(for: .failed(.socket(SocketID(4)), .timedOut))
        loop.finish()
    }

    @Test func aServerThatDoesNotAnswerTimesOut() throws {
        let silent = RawListener()
        let loop = try ProbeLoop { $0.handshakeTimeout = .milliseconds(50) }
        let url = silent.url
        loop.order { $0.open(1, url) }
        loop.journal.wait(for: .failed(.socket(SocketID(1)), .timedOut))
        loop.finish()
    }

    @Test(arguments: [
        ("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", WireCause.badHandshake(status: 404)),
        (
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Accept: AAAAAAAAAAAAAAAAAAAAAAAAAAA=\r\n\r\n", .badHandshake(status: 101)
        ),
        ("SSH-2.0-OpenSSH\r\n", .badResponse),
        ("HTTP/1.1 200 OK\r\nX: {LONG}", .tooLarge),
        ("", .lost),
        ("HTTP/1.1 101 Swi", .lost),
    ])
    func aBadAnswerIsToldApart(answer: String, cause: WireCause) throws {
        let server = RawListener()
        let loop = try ProbeLoop()
        let url = server.url
        loop.order { $0.open(1, url) }
        let peer = server.accept()
        _ = peer.readText(through: "\r\n\r\n")
        peer.write(answer.replacing("{LONG}", with: String(repeating: "x", count: 20_000)))
        peer.endWriting()
        loop.journal.wait(for: .failed(.socket(SocketID(1)), cause))
        loop.finish()
        #expect(peer.descriptor >= 0)
    }

    @Test func framesInTheAnswersSegmentAreRead() throws {
        let server = RawListener()
        let loop = try ProbeLoop()
        let url = server.url
        loop.order { $0.open(1, url) }
        let peer = server.accept()
        peer.acceptUpgrade(followedBy: RawPeer.frame(.text, "early") + RawPeer.frame(.text, "bird"))
        let notes = loop.journal.wait(for: .text(1, "bird"))
        #expect(notes == [.opened(1), .text(1, "early"), .text(1, "bird")])
        loop.finish()
    }

    @Test func anAnswerInPiecesIsReadLikeAWholeOne() throws {
        let server = RawListener()
        let loop = try ProbeLoop()
        let url = server.url
        loop.order { $0.open(1, url) }
        let peer = server.accept()
        peer.acceptUpgrade(
            after: ["HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 1", "00 Continue\r\n\r", "\n"],
            followedBy: RawPeer.frame(.text, "early")
        )
        let notes = loop.journal.wait(for: .text(1, "early"))
        #expect(notes == [.opened(1), .text(1, "early")])
        loop.finish()
    }

    @Test func everyOpeningToOneAddressIsJudgedByThePolicy() throws {
        let loop = try ProbeLoop()
        loop.order { orders in for number in 1...3 { orders.open(UInt64(number), "ws://192.0.2.1/") } }
        for number in 1...3 as ClosedRange<UInt64> {
            loop.journal.wait(for: .failed(.socket(SocketID(number)), .hostNotAllowed))
        }
        loop.finish()
    }

    @Test func whatIsEndedBeforeItOpensFailsOnce() throws {
        let silent = RawListener()
        let loop = try ProbeLoop()
        let url = silent.url
        loop.order { orders in
            orders.open(1, url)
            orders.append(.abort(SocketID(1)))
            orders.open(2, url)
            orders.append(.close(SocketID(2), code: 1000))
            orders.append(.close(SocketID(2), code: 1000))
        }
        loop.journal.wait(for: .failed(.socket(SocketID(2)), .us))
        loop.finish()
    }

    @Test func noDescriptorsIsToldApart() async {
        await #expect(processExitsWith: .success) {
            let loop = try ProbeLoop()
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let usual = limit.rlim_cur
            limit.rlim_cur = 3
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let url = loop.url
            loop.order { $0.open(1, url) }
            let notes = loop.journal.wait("an answer") { !$0.isEmpty }
            // A sanitizer has files to open when the process ends.
            limit.rlim_cur = usual
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            exit(notes == [.failed(.socket(SocketID(1)), .noDescriptors)] ? 0 : 1)
        }
    }
}
