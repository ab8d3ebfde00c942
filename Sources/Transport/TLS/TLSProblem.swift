/// What is wrong with certificates, keys and settings, and what to do about it.
public struct TLSProblem: Error, Hashable, Sendable, CustomStringConvertible {
    public var file: String?
    public var kind: Kind

    public enum Kind: Hashable, Sendable {
        case noCertificate
        case badCertificate
        case noKey
        case keyMismatch(certificate: String)
        /// OpenSSL's own limits refuse it, as they do short keys and old digests.
        case tooWeak
        case lonelyCertificate
        case lonelyKey
        case versions(TLSVersion, TLSVersion)
        /// OpenSSL has no memory or no random numbers.
        case library
    }

    public var description: String { file.map { "\($0): \(text)" } ?? text }

    private var text: String {
        switch kind {
        case .noCertificate: "holds no certificate; give a PEM file that begins with -----BEGIN CERTIFICATE-----"
        case .badCertificate: "a certificate in it cannot be read; export it as PEM again"
        case .noKey: "holds no private key that can be read; give a PEM file without a password"
        case .keyMismatch(let certificate):
            "the key does not belong to the certificate in \(certificate); give the key that it was made with"
        case .tooWeak: "the certificate is refused as too weak; use RSA of 2048 bits or more, or P-256, with SHA-256"
        case .lonelyCertificate: "a certificate needs its key beside it"
        case .lonelyKey: "a key needs its certificate beside it"
        case .versions(let least, let most):
            "the lowest version, \(least.rawValue), is above the highest, \(most.rawValue)"
        case .library: "OpenSSL could not set up TLS on this machine"
        }
    }
}
