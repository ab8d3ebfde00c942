import CLinux
import COpenSSL

/// What a server shows: its certificate, those that lead to its issuer, and its key.
public struct TLSIdentity: Hashable, Sendable {
    public let certificate: PEMText
    public let key: PEMText
    /// Seals the tickets of all loops that serve with it, so that each takes up what another began.
    let ticketKeys: [UInt8]

    public init(certificate: PEMText, key: PEMText) throws(TLSProblem) {
        self.certificate = certificate
        self.key = key
        let words = (copenssl_ticket_key_size() + 7) / 8
        ticketKeys = (0..<words).flatMap { _ in withUnsafeBytes(of: clinux_random()) { Array($0) } }
        _ = try TLSContext(self, pipe: nil)
    }

    /// A certificate for this machine that nobody else knows, and the authority that signed it, in PEM.
    public static func selfMade() throws(TLSProblem) -> (identity: TLSIdentity, authority: PEMText) {
        let memories = (0..<3).map { _ in BIO_new(BIO_s_mem()) }
        defer { for memory in memories { BIO_free(memory) } }
        guard copenssl_make_certificate(memories[0], memories[1], memories[2]) == 1 else {
            throw TLSProblem(file: nil, kind: .library)
        }
        let texts = zip(["own authority", "own certificate", "own key"], memories).map { name, memory in
            var count = 0
            let start = copenssl_bytes(memory, &count)
            return PEMText(name: name, bytes: Array(UnsafeRawBufferPointer(start: start, count: count)))
        }
        return (try TLSIdentity(certificate: texts[1], key: texts[2]), texts[0])
    }
}
