import JSONText

/// Brand and channel, rendered once and shared by every frame of a channel, in both directions.
package struct ChannelPlace: Hashable, Sendable {
    /// The members `brand` and `channel`.
    private let members: [UInt8]

    package init(brand: Int, channel: String) {
        var bytes: [UInt8] = []
        JSONWriter.append(#""brand":{"id":"#, to: &bytes)
        JSONWriter.append(integer: brand, to: &bytes)
        JSONWriter.append(#"},"channel":{"id":"#, to: &bytes)
        JSONWriter.append(string: channel, to: &bytes)
        JSONWriter.append("}", to: &bytes)
        members = bytes
    }

    /// Appends both members, without braces or commas around them.
    package func append(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: members)
    }
}
