extension UUIDText {
    /// A UUID that remembers which of its digits were upper-case letters, so that it can be echoed as it came.
    public struct Spelled: Hashable, Sendable {
        // Two halves and not a UInt128, whose alignment would make 32 bytes of these 20.
        private let high: UInt64
        private let low: UInt64
        /// Bit 31 belongs to the first digit.
        private let upperCase: UInt32

        /// Spelt in lower case.
        public init(_ value: UInt128) {
            self.init(value, upperCase: 0)
        }

        private init(_ value: UInt128, upperCase: UInt32) {
            high = UInt64(truncatingIfNeeded: value >> 64)
            low = UInt64(truncatingIfNeeded: value)
            self.upperCase = upperCase
        }

        /// Nil unless the text has the 8-4-4-4-12 form.
        public init?(_ text: RawSpan) {
            guard let digits = Digits(text) else { return nil }
            self.init(digits.value, upperCase: digits.upperCase)
        }

        /// Equal for two spellings of one UUID.
        public var value: UInt128 { UInt128(high) << 64 | UInt128(low) }

        public func append(to bytes: inout [UInt8]) {
            let start = bytes.count
            UUIDText.append(value, to: &bytes)
            guard upperCase != 0 else { return }
            var mask = UInt32(1) << 31
            var place = start
            while mask != 0, place < bytes.count {
                if bytes[place] != UInt8(ascii: "-") {
                    if upperCase & mask != 0 { bytes[place] &= 0xDF }
                    mask >>= 1
                }
                place += 1
            }
        }
    }
}
