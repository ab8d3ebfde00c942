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
            guard let value = UUIDText.value(of: text) else { return nil }
            var upperCase: UInt32 = 0
            for place in 0..<text.byteCount {
                let byte = text.byte(at: place)
                guard byte != UInt8(ascii: "-") else { continue }
                upperCase = upperCase << 1 | (UInt8(ascii: "A")...UInt8(ascii: "F") ~= byte ? 1 : 0)
            }
            self.init(value, upperCase: upperCase)
        }

        /// Equal for two spellings of one UUID.
        public var value: UInt128 { UInt128(high) << 64 | UInt128(low) }

        public func append(to bytes: inout [UInt8]) {
            let start = bytes.count
            UUIDText.append(value, to: &bytes)
            var mask = UInt32(1) << 31
            var place = start
            while upperCase != 0, mask != 0, place < bytes.count {
                if bytes[place] != UInt8(ascii: "-") {
                    if upperCase & mask != 0 { bytes[place] &= 0xDF }
                    mask >>= 1
                }
                place += 1
            }
        }
    }
}
