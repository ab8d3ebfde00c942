import COpenSSL

/// What all connections with the same settings share on one loop.
///
/// Ownership: loop-bound. OpenSSL keeps its own half for as long as a connection needs it.
final class TLSContext {
    let context: OpaquePointer
    /// Nil for a server's.
    let settings: TLSSettings?

    /// A client's.
    init(_ settings: TLSSettings, pipe: TLSPipe?) throws(TLSProblem) {
        self.settings = settings
        context = try Self.make(isServer: false, pipe, keepsSessions: settings.resumedShare > 0)
        guard copenssl_limit_versions(context, settings.least.number, settings.most.number) == 1 else {
            throw TLSProblem(file: nil, kind: .library)
        }
        if let certificate = settings.certificate, let key = settings.key { try use(certificate, key) }
        guard !settings.isInsecure else { return }
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
        if let authorities = settings.authorities {
            try check(authorities, copenssl_trust)
        } else {
            SSL_CTX_set_default_verify_paths(context)
        }
    }

    /// A server's.
    init(_ identity: TLSIdentity, pipe: TLSPipe?) throws(TLSProblem) {
        settings = nil
        context = try Self.make(isServer: true, pipe, keepsSessions: false)
        var keys = identity.ticketKeys
        guard copenssl_limit_versions(context, TLS1_2_VERSION, TLS1_3_VERSION) == 1,
            copenssl_use_ticket_keys(context, &keys, CInt(keys.count)) == 1
        else { throw TLSProblem(file: nil, kind: .library) }
        try use(identity.certificate, identity.key)
    }

    deinit { SSL_CTX_free(context) }

    private static func make(isServer: Bool, _ pipe: TLSPipe?, keepsSessions: Bool) throws(TLSProblem) -> OpaquePointer
    {
        guard let context = copenssl_context(isServer ? 1 : 0, pipe?.raw, keepsSessions ? 1 : 0) else {
            throw TLSProblem(file: nil, kind: .library)
        }
        return context
    }

    private func use(_ certificate: PEMText, _ key: PEMText) throws(TLSProblem) {
        try check(certificate, copenssl_use_certificate)
        try check(key, copenssl_use_key, certificate: certificate.name)
    }

    private typealias Reading = (OpaquePointer?, UnsafeRawPointer?, CInt) -> CInt

    private func check(_ text: PEMText, _ read: Reading, certificate: String = "") throws(TLSProblem) {
        ERR_clear_error()
        let fault = text.bytes.withUnsafeBytes { read(context, $0.baseAddress, CInt(clamping: $0.count)) }
        ERR_clear_error()
        let kind: TLSProblem.Kind
        switch copenssl_pem_fault(UInt32(fault)) {
        case copenssl_pem_fine: return
        case copenssl_pem_no_certificate: kind = .noCertificate
        case copenssl_pem_bad_certificate: kind = .badCertificate
        case copenssl_pem_no_key: kind = .noKey
        case copenssl_pem_key_mismatch: kind = .keyMismatch(certificate: certificate)
        default: kind = .tooWeak
        }
        throw TLSProblem(file: text.name, kind: kind)
    }
}
