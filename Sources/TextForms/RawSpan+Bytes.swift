extension RawSpan {
    @inlinable
    @inline(__always)
    public func byte(at offset: Int) -> UInt8 {
        unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }

    /// The bytes as text; what is not UTF-8 becomes U+FFFD.
    public func text(in range: Range<Int>) -> String {
        extracting(range).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
}

extension [UInt8] {
    @inlinable
    public mutating func append(copying bytes: RawSpan) {
        bytes.withUnsafeBytes { append(contentsOf: $0) }
    }
}
