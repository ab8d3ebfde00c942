/// Counts as decimal digits.
public enum DecimalText: Sendable {
    public static func append(_ value: Int, to text: inout [UInt8]) {
        if value < 0 { text.append(UInt8(ascii: "-")) }
        let start = text.count
        var left = value.magnitude
        repeat {
            text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: left % 10))
            left /= 10
        } while left > 0
        text[start...].reverse()
    }

    /// Appends the last `width` digits of `value`, with leading zeros.
    public static func append(_ value: Int, width: Int, to text: inout [UInt8]) {
        var divisor = 1
        for _ in 1..<max(1, width) { divisor *= 10 }
        while divisor > 0 {
            text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / divisor % 10))
            divisor /= 10
        }
    }

    /// Nil unless the text is digits alone, one at least, and the number fits.
    public static func value(of text: RawSpan) -> Int? {
        guard !text.isEmpty else { return nil }
        var value = 0
        for place in 0..<text.byteCount {
            let digit = text.byte(at: place) &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            let (tenfold, over) = value.multipliedReportingOverflow(by: 10)
            let (sum, beyond) = tenfold.addingReportingOverflow(Int(digit))
            guard !over, !beyond else { return nil }
            value = sum
        }
        return value
    }
}
