/// Why a connection could not be secured, or did not stay so; each is counted by its name.
public enum TLSFault: String, Error, CaseIterable, Hashable, Sendable {
    case certificateExpired = "tls_certificate_expired"
    case certificateNotYetValid = "tls_certificate_not_yet_valid"
    /// The peer's own certificate is signed by itself and not trusted.
    case selfSigned = "tls_self_signed"
    /// No trusted certificate leads to the peer's.
    case unknownIssuer = "tls_unknown_issuer"
    /// The certificate is for another host.
    case hostMismatch = "tls_host_mismatch"
    case revoked = "tls_certificate_revoked"
    /// Any other fault of the peer's certificate.
    case badCertificate = "tls_bad_certificate"
    /// The peer wanted a certificate of ours, or did not like the one it got.
    case clientCertificateRefused = "tls_client_certificate_refused"
    /// No version of TLS that both sides speak.
    case protocolVersion = "tls_protocol_version"
    /// What came is not TLS: the peer speaks in plain text.
    case notTLS = "tls_plaintext_peer"
    /// The peer has none of the protocols that were offered (ALPN).
    case noProtocol = "tls_no_application_protocol"
    /// Any other end of a handshake that one side gave up.
    case handshakeFailed = "tls_handshake_failed"
    /// A record that does not decrypt, or an alert, after the handshake.
    case badRecord = "tls_bad_record"
}
