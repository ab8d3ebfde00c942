import CCrypto

/// One call of libcrypto that hashes bytes which lie in one piece.
enum Digest {
    static func compute(_ algorithm: OpaquePointer?, of bytes: RawSpan, into digest: inout MutableSpan<UInt8>) {
        let done = bytes.withUnsafeBytes { input in
            digest.withUnsafeMutableBufferPointer { output in
                EVP_Digest(input.baseAddress, input.count, output.baseAddress, nil, algorithm, nil)
            }
        }
        precondition(done == 1, "libcrypto refuses to hash: it was built or configured without SHA-1 or SHA-256")
    }
}
