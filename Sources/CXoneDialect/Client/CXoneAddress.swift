import JSONText
import TextForms

/// What all customers of one target share, rendered once.
///
/// Ownership: shared. Nothing in it changes.
final class CXoneAddress: Sendable {
    let configurationURL: [UInt8]
    let availabilityURL: [UInt8]
    let attachmentURL: [UInt8]
    /// Up to the visitor's id.
    let visitorURL: [UInt8]
    /// Up to the visitor's id; nil when nobody said where tokens come from.
    let tokenURL: [UInt8]?
    /// Up to the id of the client's program.
    let loggerURL: [UInt8]?
    let place: ChannelPlace
    private let socketURL: [UInt8]
    private let channel: [UInt8]
    private let brand: Int

    init(
        chatUrl: String,
        socketUrl: String,
        tokenUrl: String?,
        loggerUrl: String?,
        brandId: Int,
        channelId: String
    ) {
        var chat = Array(chatUrl.utf8)
        while chat.last == UInt8(ascii: "/") { chat.removeLast() }
        // The visitors' path stands beside `/chat`, not below it.
        let ending = Array("/chat".utf8)
        let root = chat.reversed().starts(with: ending.reversed()) ? Array(chat.dropLast(ending.count)) : chat
        configurationURL = chat + Self.text("/1.0/brand/\(brandId)/channel/", channelId)
        availabilityURL = configurationURL + Array("/availability".utf8)
        attachmentURL = configurationURL + Array("/attachment".utf8)
        visitorURL = root + Array("/web-analytics/1.0/tenants/\(brandId)/visitors/".utf8)
        tokenURL = tokenUrl.map { url in
            var token = Array(url.utf8)
            while token.last == UInt8(ascii: "/") { token.removeLast() }
            return token + Self.text("/oauth/token?brandId=\(brandId)&channelId=", channelId)
                + Array("&visitorId=".utf8)
        }
        loggerURL = loggerUrl.map { Array("\($0)?brandId=\(brandId)&program=".utf8) }
        // A URL that ends with its authority gets the slash that a request line begins with.
        var socket = Array(socketUrl.utf8)
        if let parts = try? URLText(socketUrl), parts.target.isEmpty { socket.append(UInt8(ascii: "/")) }
        socketURL = socket
        brand = brandId
        channel = Self.text("", channelId)
        place = ChannelPlace(brand: brandId, channel: channelId)
    }

    /// Each vendor's client has an order of its own.
    func appendSocketURL(_ sender: ClientSender, token: String?, isSecured: Bool, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: socketURL)
        switch sender.client {
        case .ios:
            appendChannel(sender, after: "?", to: &bytes)
            append("&sdkPlatform=ios&sdkVersion=3.3.1", to: &bytes)
        case .android:
            appendChannel(sender, after: "?", to: &bytes)
            append("&sdkVersion=3.2.2&sdkPlatform=android", to: &bytes)
        case .web:
            append("?v=0&sdkPlatform=web&sdkVersion=3.3.0", to: &bytes)
            appendChannel(sender, after: "&", withCustomer: !isSecured, to: &bytes)
        }
        guard let token else { return }
        append("&transactionToken=", to: &bytes)
        PercentText.append(token, to: &bytes)
    }

    private func appendChannel(
        _ sender: ClientSender,
        after opening: StaticString,
        withCustomer: Bool = false,
        to bytes: inout [UInt8]
    ) {
        append(opening, to: &bytes)
        append("brandId=", to: &bytes)
        JSONWriter.append(integer: brand, to: &bytes)
        append("&channelId=", to: &bytes)
        bytes.append(contentsOf: channel)
        if withCustomer {
            append("&customerId=", to: &bytes)
            PercentText.append(sender.customer.id.spelling, to: &bytes)
        }
        append("&visitorId=", to: &bytes)
        UUIDText.append(sender.visitor, to: &bytes)
    }

    private func append(_ text: StaticString, to bytes: inout [UInt8]) {
        JSONWriter.append(text, to: &bytes)
    }

    private static func text(_ start: String, _ encoded: String) -> [UInt8] {
        var bytes = Array(start.utf8)
        PercentText.append(encoded, to: &bytes)
        return bytes
    }
}
