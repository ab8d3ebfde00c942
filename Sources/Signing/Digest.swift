import CCrypto

/// One call of libcrypto that hashes bytes which lie in one piece.
enum Digest {
    /// An algorithm that was looked up once, because libcrypto takes longer to find one than to hash a few blocks.
    ///
    /// It lives as long as the process and never changes, so all threads may use it.
    struct Algorithm: Sendable {
        /// The address of an `EVP_MD`; zero when there is none of that name.
        private let address: UInt

        init(_ name: String) {
            address = UInt(bitPattern: EVP_MD_fetch(nil, name, nil))
        }

        fileprivate var pointer: OpaquePointer? { OpaquePointer(bitPattern: address) }
    }

    static let sha1 = Algorithm("SHA1")
    static let sha256 = Algorithm("SHA256")

    static func compute(_ algorithm: Algorithm, of bytes: RawSpan, into digest: inout MutableSpan<UInt8>) {
        let done = bytes.withUnsafeBytes { input in
            digest.withUnsafeMutableBufferPointer { output in
                EVP_Digest(input.baseAddress, input.count, output.baseAddress, nil, algorithm.pointer, nil)
            }
        }
        precondition(done == 1, "libcrypto refuses to hash: it was built or configured without SHA-1 or SHA-256")
    }
}
