public import JSONText
import TextForms

/// Where a CXone channel is served: what a `target` of that platform holds.
///
/// What its customers' frames and calls have in common is rendered once and shared by them all.
public struct CXoneTarget: Sendable {
    public let chatUrl: String
    public let socketUrl: String
    public let tokenUrl: String?
    public let loggerUrl: String?
    public let brandId: Int
    public let channelId: String
    public let allowHosts: [String]
    /// Sockets offer `permessage-deflate`, which the vendor's phones do not.
    public let offersCompression: Bool
    let address: CXoneAddress

    public init(
        chatUrl: String,
        socketUrl: String,
        tokenUrl: String? = nil,
        loggerUrl: String? = nil,
        brandId: Int,
        channelId: String,
        offersCompression: Bool = false
    ) {
        self.chatUrl = chatUrl
        self.socketUrl = socketUrl
        self.tokenUrl = tokenUrl
        self.loggerUrl = loggerUrl
        self.brandId = brandId
        self.channelId = channelId
        self.offersCompression = offersCompression
        allowHosts = []
        address = CXoneAddress(
            chatUrl: chatUrl,
            socketUrl: socketUrl,
            tokenUrl: tokenUrl,
            loggerUrl: loggerUrl,
            brandId: brandId,
            channelId: channelId
        )
    }

    /// Reads the object of a profile and notes everything that is wrong with it.
    ///
    /// `isAllowed` is asked about hosts that are neither on loopback by their spelling nor in `allowHosts`: whether a name
    /// resolves to loopback, or was allowed elsewhere, is not for this room to know.
    public static func read(_ value: inout ValueReader, isAllowed: (_ host: String) -> Bool) -> CXoneTarget? {
        value.object { object in CXoneTarget(&object, isAllowed) }
    }

    /// Reads an object that has been begun, as ``read(_:isAllowed:)`` does.
    public init?(_ object: inout ObjectReader, _ isAllowed: (String) -> Bool) {
        _ = object.optional("platform") { $0.choice([("cxone", true)]) }
        // How connections are secured is not a matter of the platform's.
        _ = object.raw("tls")
        let named = object.optional("allowHosts") { $0.list { $0.nonEmptyText() } } ?? []
        let chat = object.required("chatUrl") { $0.nonEmptyText() }
        let socket = object.required("socketUrl") { $0.nonEmptyText() }
        tokenUrl = object.optional("tokenUrl") { $0.nonEmptyText() }
        loggerUrl = object.optional("loggerUrl") { $0.nonEmptyText() }
        let brand = object.required("brandId") { $0.integer(in: 0...Int.max) }
        let channel = object.required("channelId") { $0.nonEmptyText() }
        offersCompression = object.optional("compression") { $0.flag() } ?? false
        let urls = [
            ("chatUrl", chat, URLText.Scheme.http), ("socketUrl", socket, .ws), ("tokenUrl", tokenUrl, .http),
            ("loggerUrl", loggerUrl, .http),
        ]
        for (key, url, scheme) in urls {
            guard let url, let problem = Self.problem(with: url, scheme, named, isAllowed) else { continue }
            object.fail(key, problem)
        }
        guard let chat, let socket, let brand, let channel else { return nil }
        chatUrl = chat
        socketUrl = socket
        brandId = brand
        channelId = channel
        allowHosts = named
        address = CXoneAddress(
            chatUrl: chat,
            socketUrl: socket,
            tokenUrl: tokenUrl,
            loggerUrl: loggerUrl,
            brandId: brand,
            channelId: channel
        )
    }

    /// Every host of its URLs, each once, in lower case.
    public var hosts: [String] {
        var hosts: [String] = []
        for url in [chatUrl, socketUrl, tokenUrl, loggerUrl] {
            guard let url, let host = try? Self.host(of: url), !hosts.contains(host) else { continue }
            hosts.append(host)
        }
        return hosts
    }

    /// Some of its URLs are spoken with TLS.
    public var isSecure: Bool {
        [chatUrl, socketUrl, tokenUrl, loggerUrl].contains { url in
            url.flatMap { try? URLText($0) }?.scheme.isSecure ?? false
        }
    }

    /// Appends the target as the JSON object that ``read(_:isAllowed:)`` reads.
    public func append(to bytes: inout [UInt8]) {
        JSONWriter.append(#"{"platform":"cxone""#, to: &bytes)
        let urls: [(key: StaticString, url: String?)] = [
            (#","chatUrl":"#, chatUrl), (#","socketUrl":"#, socketUrl), (#","tokenUrl":"#, tokenUrl),
            (#","loggerUrl":"#, loggerUrl),
        ]
        for (key, url) in urls {
            guard let url else { continue }
            JSONWriter.append(key, to: &bytes)
            JSONWriter.append(string: url, to: &bytes)
        }
        JSONWriter.append(#","brandId":"#, to: &bytes)
        JSONWriter.append(integer: brandId, to: &bytes)
        JSONWriter.append(#","channelId":"#, to: &bytes)
        JSONWriter.append(string: channelId, to: &bytes)
        if offersCompression { JSONWriter.append(#","compression":true"#, to: &bytes) }
        JSONWriter.append(#","allowHosts":["#, to: &bytes)
        for index in allowHosts.indices {
            if index > 0 { JSONWriter.append(",", to: &bytes) }
            JSONWriter.append(string: allowHosts[index], to: &bytes)
        }
        JSONWriter.append("]}", to: &bytes)
    }

    private static func problem(
        with url: String,
        _ scheme: URLText.Scheme,
        _ named: [String],
        _ isAllowed: (String) -> Bool
    ) -> String? {
        do throws(URLFault) {
            let parts = try URLText(url)
            let host = try host(of: url)
            if parts.scheme != scheme, parts.scheme != scheme.secured {
                let allowed = "\"\(scheme.rawValue)\" and \"\(scheme.secured.rawValue)\""
                return "found the scheme \"\(parts.scheme.rawValue)\"; allowed: \(allowed)"
            }
            if isLoopback(host) || named.contains(where: { $0.lowercased() == host }) || isAllowed(host) { return nil }
            return "the host \"\(host)\" is neither on loopback nor named in \"allowHosts\""
        } catch {
            return "found \"\(url)\": \(error)"
        }
    }

    private static func host(of url: String) throws(URLFault) -> String {
        let parts = try URLText(url)
        return String(decoding: Array(url.utf8)[parts.host], as: UTF8.self).lowercased()
    }

    /// By its spelling alone.
    private static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
