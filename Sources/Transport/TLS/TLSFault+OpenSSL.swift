import COpenSSL
import Exchange

extension TLSFault {
    /// What a handshake failed of: OpenSSL's first error, and its verdict on the peer's certificate.
    init(reason: CInt, verdict: Int, isServer: Bool) {
        switch reason {
        case SSL_R_CERTIFICATE_VERIFY_FAILED: self.init(verdict: verdict)
        case SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_WRONG_SSL_VERSION, SSL_R_VERSION_TOO_LOW, SSL_R_VERSION_TOO_HIGH,
            SSL_R_TLSV1_ALERT_PROTOCOL_VERSION, SSL_R_INAPPROPRIATE_FALLBACK, SSL_R_BAD_PROTOCOL_VERSION_NUMBER:
            self = .protocolVersion
        case SSL_R_NO_APPLICATION_PROTOCOL, SSL_R_TLSV1_ALERT_NO_APPLICATION_PROTOCOL: self = .noProtocol
        case _ where !isServer && Self.isOfOurCertificate(reason): self = .clientCertificateRefused
        default: self = .handshakeFailed
        }
    }

    /// What a connection failed of that had been secured: a client learns only then that its certificate was refused.
    init(reason: CInt) {
        self = Self.isOfOurCertificate(reason) ? .clientCertificateRefused : .badRecord
    }

    private static func isOfOurCertificate(_ reason: CInt) -> Bool {
        switch reason {
        case SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED, SSL_R_SSLV3_ALERT_BAD_CERTIFICATE, SSL_R_TLSV1_ALERT_UNKNOWN_CA,
            SSL_R_SSLV3_ALERT_CERTIFICATE_EXPIRED, SSL_R_SSLV3_ALERT_CERTIFICATE_REVOKED,
            SSL_R_SSLV3_ALERT_CERTIFICATE_UNKNOWN, SSL_R_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE,
            SSL_R_TLSV1_ALERT_ACCESS_DENIED:
            true
        default: false
        }
    }

    private init(verdict: Int) {
        switch CInt(truncatingIfNeeded: verdict) {
        case X509_V_ERR_CERT_HAS_EXPIRED: self = .certificateExpired
        case X509_V_ERR_CERT_NOT_YET_VALID: self = .certificateNotYetValid
        case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT: self = .selfSigned
        case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT,
            X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE,
            X509_V_ERR_CERT_UNTRUSTED:
            self = .unknownIssuer
        case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH: self = .hostMismatch
        case X509_V_ERR_CERT_REVOKED: self = .revoked
        default: self = .badCertificate
        }
    }
}
