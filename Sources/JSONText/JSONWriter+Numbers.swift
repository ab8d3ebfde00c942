extension JSONWriter {
    public static func append(integer: some BinaryInteger, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: String(integer).utf8)
    }

    /// Appends the shortest text that reads back as the number; JSON has none for what is not finite, so that is `null`.
    public static func append(number: Double, to bytes: inout [UInt8]) {
        guard number.isFinite else { return append("null", to: &bytes) }
        if number == number.rounded(), abs(number) < 1e15 {
            append(integer: Int64(number), to: &bytes)
        } else {
            bytes.append(contentsOf: String(number).utf8)
        }
    }
}
