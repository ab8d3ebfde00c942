import CZlib

/// HdrHistogram's binary form, version 2: what its readers in other languages understand.
///
/// A head with the histogram's settings, then the counts from the lowest counter to the highest that is not 0, as ZigZag
/// LEB128 numbers in which a negative one stands for so many zeros.
public enum HistogramCode: Sendable {
    private static let cookie: UInt32 = 0x1C84_9313
    private static let compressedCookie: UInt32 = 0x1C84_9314

    /// Appends the form as it is.
    public static func append(_ histogram: SparseHistogram, to bytes: inout [UInt8]) {
        append(cookie, to: &bytes)
        let lengthPlace = bytes.count
        append(0 as UInt32, to: &bytes)
        append(0 as UInt32, to: &bytes)  // normalizing index offset
        append(UInt32(HistogramScale.significantDigits), to: &bytes)
        append(UInt64(HistogramScale.lowestDiscernible), to: &bytes)
        append(UInt64(HistogramScale.highestTrackable), to: &bytes)
        append(Double(1).bitPattern, to: &bytes)  // integer to double conversion ratio
        let payload = bytes.count
        appendCounts(of: histogram, to: &bytes)
        let length = UInt32(bytes.count - payload)
        for byte in 0..<4 { bytes[lengthPlace + byte] = UInt8(truncatingIfNeeded: length >> UInt32(24 - 8 * byte)) }
    }

    /// Appends the form compressed by zlib, as logs have it.
    public static func appendCompressed(_ histogram: SparseHistogram, to bytes: inout [UInt8]) {
        var plain: [UInt8] = []
        append(histogram, to: &plain)
        let packed = compressed(plain)
        append(compressedCookie, to: &bytes)
        append(UInt32(packed.count), to: &bytes)
        bytes.append(contentsOf: packed)
    }

    private static func appendCounts(of histogram: SparseHistogram, to bytes: inout [UInt8]) {
        var next = 0
        for bucket in histogram.buckets {
            let zeros = Int(bucket.index) - next
            if zeros == 1 { append(zigZag: 0, to: &bytes) }
            if zeros > 1 { append(zigZag: -Int64(zeros), to: &bytes) }
            append(zigZag: Int64(clamping: bucket.count), to: &bytes)
            next = Int(bucket.index) + 1
        }
    }

    /// At most nine bytes: the ninth carries eight bits.
    private static func append(zigZag value: Int64, to bytes: inout [UInt8]) {
        var rest = UInt64(bitPattern: value << 1 ^ value >> 63)
        for _ in 0..<8 {
            guard rest >= 0x80 else { break }
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private static func append<Number: FixedWidthInteger>(_ number: Number, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    private static func compressed(_ plain: [UInt8]) -> [UInt8] {
        let bound = compressBound(uLong(plain.count))
        return [UInt8](unsafeUninitializedCapacity: Int(bound)) { buffer, count in
            var length = bound
            let answer = compress2(buffer.baseAddress, &length, plain, uLong(plain.count), Z_DEFAULT_COMPRESSION)
            precondition(answer == Z_OK, "zlib refuses a buffer of the size that it asked for")
            count = Int(length)
        }
    }
}
