import JSONText

/// How a target's connections are to be secured, for whoever opens them.
public struct TLSSection: Hashable, Sendable {
    /// A file in PEM that the section names.
    public struct File: Hashable, Sendable {
        public var path: String
        public var text: String
    }

    /// Believed in place of the system's.
    public var authorities: File?
    public var certificate: File?
    public var key: File?
    /// The peer's certificate is not checked.
    public var isInsecure = false
    /// Versions of TLS, `1.2` or `1.3`.
    public var least: String?
    public var most: String?
    /// The share of reconnections that resume a session.
    public var resumedShare = 1.0

    public init() {}

    static let versions = ["1.2", "1.3"]

    /// Reads the object; `findFile` reads the file that a value names.
    init?(_ object: inout ObjectReader, findFile: (inout ValueReader) -> File?) {
        authorities = object.optional("ca") { findFile(&$0) }
        certificate = object.optional("cert") { findFile(&$0) }
        key = object.optional("key") { findFile(&$0) }
        isInsecure = object.optional("insecure") { $0.flag() } ?? false
        readManners(&object)
        if object.has("cert") != object.has("key") {
            let (there, missing) = object.has("cert") ? ("cert", "key") : ("key", "cert")
            object.fail(there, "a certificate and its key belong together; \"\(missing)\" is missing")
        }
    }

    /// Reads what the embedded simulator's own certificate leaves open: `true`, or the manners alone.
    static func ofSimulator(_ value: inout ValueReader) -> TLSSection? {
        guard case .object = value.node.value else { return value.flag() == true ? TLSSection() : nil }
        return value.object { object in
            var section = TLSSection()
            section.readManners(&object)
            return section
        }
    }

    private mutating func readManners(_ object: inout ObjectReader) {
        let versions = Self.versions.map { ($0, $0) }
        least = object.optional("min") { $0.choice(versions) }
        most = object.optional("max") { $0.choice(versions) }
        resumedShare = object.optional("resume") { $0.number(in: 0...1) } ?? 1
        if let least, let most, least > most {
            object.fail("min", "the lowest version, \(least), is above the highest, \(most)")
        }
    }
}
