import WireFormat

/// How `permessage-deflate` is spoken of (RFC 7692): what our sockets offer, and what is chosen for those who come.
///
/// Windows are exponents of two, 8 to 15. A connection that compresses holds about 190 KB for it as long as contexts are
/// kept, and nothing between messages where they are not.
public struct CompressionOptions: Hashable, Sendable {
    public var serverKeepsContext = true
    public var clientKeepsContext = true
    public var serverWindowBits = 15
    public var clientWindowBits = 15
    /// Shorter messages are sent as they are.
    public var threshold = 256

    public init() {}

    var terms: DeflateTerms {
        var terms = DeflateTerms()
        terms.serverNoContextTakeover = !serverKeepsContext
        terms.clientNoContextTakeover = !clientKeepsContext
        if serverWindowBits < 15 { terms.serverWindowBits = serverWindowBits }
        // Browsers name their window so that a server may choose a smaller one.
        terms.namesClientWindow = true
        if clientWindowBits < 15 { terms.clientWindowBits = clientWindowBits }
        return terms
    }
}
