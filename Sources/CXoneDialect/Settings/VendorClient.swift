import ChatClient
import Clockwork

/// Which of the vendor's three clients a simulated customer uses.
///
/// They share one wire and differ in names, in what they send unasked, in their waits and in how they come back. What each
/// does stands in `docs/platforms/cxone.md`.
public enum VendorClient: String, CaseIterable, Hashable, Sendable {
    case ios
    case android
    case web

    /// The release whose behaviour is played.
    package var version: StaticString {
        switch self {
        case .ios: "3.3.1"
        case .android: "3.2.2"
        case .web: "3.3.0"
        }
    }

    /// `sdkPlatform`, as it stands in URLs and frames.
    package var platform: StaticString {
        switch self {
        case .ios: "ios"
        case .android: "android"
        case .web: "web"
        }
    }

    /// Header lines of every call; the web client adds a trace id of its own to each.
    ///
    /// ours: a phone's own HTTP takes `br` too, which is not read here.
    package var fields: StaticString {
        switch self {
        case .ios:
            """
            Content-Type: application/json\r
            x-sdk-platform: ios\r
            x-sdk-version: 3.3.1\r
            Accept-Encoding: gzip, deflate\r

            """
        case .android:
            """
            Content-Type: application/json; charset=UTF-8\r
            x-sdk-platform: android\r
            x-sdk-version: 3.2.2\r
            Accept-Encoding: gzip, deflate\r

            """
        case .web:
            """
            Content-Type: application/json\r
            Accept: application/json\r
            x-sdk-platform: web\r
            x-sdk-version: 3.3.0\r
            X-Caller-Service-ID: chat-web-sdk\r
            Accept-Encoding: gzip, deflate\r

            """
        }
    }

    /// How long it waits for the answer to a request; nil waits as long as the connection lasts.
    var answerLimit: Duration? { self == .ios ? .seconds(10) : nil }

    /// How long from one heartbeat to the next; Android's is a ping of the protocol's own.
    var heartbeat: Duration { self == .web ? .seconds(15) : .seconds(10) }

    /// How long it waits for the answer to one; the web client does not mind.
    var heartbeatLimit: Duration? {
        switch self {
        case .ios: .seconds(5)
        case .android: .seconds(10)
        case .web: nil
        }
    }

    /// How long before its end a transaction token counts as stale.
    var tokenMargin: Duration {
        switch self {
        case .ios: .seconds(30)
        case .android, .web: .zero
        }
    }

    /// Its way back after a lost connection; the phone of each customer draws its own first wait.
    func reconnectPolicy(firstWait: Duration) -> ReconnectPolicy {
        switch self {
        case .ios:
            // 1.3 to the power of the attempt, plus up to a second; it grows for ten attempts and is never above 30 s.
            ReconnectPolicy(
                base: .milliseconds(1_300),
                factor: 1.3,
                cap: .seconds(30),
                jitter: .seconds(1),
                attempts: 20,
                lastGrowth: 10,
                startsAnewWhenReady: false
            )
        case .android:
            ReconnectPolicy(base: firstWait + .seconds(1), factor: 1.3, cap: .seconds(500), attempts: 20)
        case .web:
            ReconnectPolicy(base: firstWait, factor: 1.3, cap: .seconds(300), attempts: 20)
        }
    }
}
