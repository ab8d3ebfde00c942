import JSONText
import TextForms

/// What all customers of one target share, rendered once.
///
/// Ownership: shared. Nothing in it changes.
final class CXoneAddress: Sendable {
    let configurationURL: [UInt8]
    /// Up to the visitor's id.
    let visitorURL: [UInt8]
    /// Up to the visitor's id, and behind it.
    let socketURL: [UInt8]
    let socketURLEnd: [UInt8]
    let place: ChannelPlace

    init(chatUrl: String, socketUrl: String, brandId: Int, channelId: String) {
        var chat = Array(chatUrl.utf8)
        while chat.last == UInt8(ascii: "/") { chat.removeLast() }
        // The visitors' path stands beside `/chat`, not below it.
        let ending = Array("/chat".utf8)
        let root = chat.reversed().starts(with: ending.reversed()) ? Array(chat.dropLast(ending.count)) : chat
        configurationURL = chat + Self.text("/1.0/brand/\(brandId)/channel/", channelId)
        visitorURL = root + Array("/web-analytics/1.0/tenants/\(brandId)/visitors/".utf8)
        // A URL that ends with its authority gets the slash that a request line begins with.
        var socket = Array(socketUrl.utf8)
        if let parts = try? URLText(socketUrl), parts.target.isEmpty { socket.append(UInt8(ascii: "/")) }
        socketURL =
            socket + Self.text("?brandId=\(brandId)&channelId=", channelId)
            + Array("&visitorId=".utf8)
        socketURLEnd = Array("&sdkPlatform=ios&sdkVersion=\(VendorClient.version)".utf8)
        place = ChannelPlace(brand: brandId, channel: channelId)
    }

    private static func text(_ start: String, _ encoded: String) -> [UInt8] {
        var bytes = Array(start.utf8)
        PercentText.append(encoded, to: &bytes)
        return bytes
    }
}
