import COpenSSL

/// How connections of ours are secured: whom they believe, what they show, and how they come back.
///
/// Files are handed over as what they hold, with the name that a fault is told by.
public struct TLSSettings: Hashable, Sendable {
    /// Certificates in PEM that are believed in place of the system's; its lists of revoked ones are heeded.
    public var authorities: PEMText?
    /// What is shown to a server that asks who we are, with its key.
    public var certificate: PEMText?
    public var key: PEMText?
    /// Nothing about the peer's certificate is checked.
    public var isInsecure = false
    public var least: TLSVersion = .tls12
    public var most: TLSVersion = .tls13
    /// The share of reconnections, 0 to 1, that resume the session of the one before; the others shake hands in full.
    public var resumedShare = 1.0
    /// Draws which reconnections those are, together with the number of the dealing.
    public var seed: UInt64 = 0

    public init() {}

    /// Finds every fault that a loop could find, before there is a loop.
    public func check() throws(TLSProblem) {
        guard least <= most else { throw TLSProblem(file: nil, kind: .versions(least, most)) }
        if (certificate == nil) != (key == nil) {
            throw TLSProblem(
                file: (certificate ?? key)?.name,
                kind: certificate == nil ? .lonelyKey : .lonelyCertificate
            )
        }
        _ = try TLSContext(self, pipe: nil)
    }

    /// Whether this dealing resumes a session if there is one: the same answer each time that it is asked.
    func resumes(_ number: UInt64) -> Bool {
        // SplitMix64's last steps: neighbouring numbers draw independently.
        var bits = seed &+ number &* 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return Double((bits ^ bits >> 31) >> 11) < resumedShare * 0x1p53
    }
}

/// The versions of TLS that are spoken.
public enum TLSVersion: String, CaseIterable, Comparable, Hashable, Sendable {
    case tls12 = "1.2"
    case tls13 = "1.3"

    public static func < (one: Self, other: Self) -> Bool { one.number < other.number }

    var number: CInt {
        switch self {
        case .tls12: TLS1_2_VERSION
        case .tls13: TLS1_3_VERSION
        }
    }
}

/// What a file in PEM holds, and the name that its faults are told by.
public struct PEMText: Hashable, Sendable {
    public var name: String
    public var bytes: [UInt8]

    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}
