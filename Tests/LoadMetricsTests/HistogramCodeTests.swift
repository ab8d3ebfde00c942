import LoadMetrics
import Testing

@Suite struct HistogramCodeTests {
    /// Reads the uncompressed form as its definition says, independently of the writer.
    private struct Decoded {
        var buckets: [[UInt64]] = []
        var head: [UInt8]

        init(_ bytes: [UInt8]) {
            head = Array(bytes.prefix(40))
            var place = 40
            var index: UInt64 = 0
            while place < bytes.count {
                let value = Self.zigZag(bytes, &place)
                if value < 0 {
                    index += UInt64(-value)
                } else {
                    if value > 0 { buckets.append([index, UInt64(value)]) }
                    index += 1
                }
            }
        }

        static func zigZag(_ bytes: [UInt8], _ place: inout Int) -> Int64 {
            var value: UInt64 = 0
            for group in 0..<9 {
                let byte = bytes[place]
                place += 1
                if group == 8 {
                    value |= UInt64(byte) << 56
                    break
                }
                value |= UInt64(byte & 0x7F) << UInt64(7 * group)
                if byte < 0x80 { break }
            }
            return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
        }
    }

    private func code(_ values: [Int], times: Int = 1) -> (bytes: [UInt8], sparse: SparseHistogram) {
        var histogram = LatencyHistogram()
        for value in values { histogram.record(value) }
        for _ in 1..<max(2, times) where times > 1 {
            let copy = histogram
            histogram.merge(copy)
        }
        let sparse = SparseHistogram(histogram)
        var bytes: [UInt8] = []
        HistogramCode.append(sparse, to: &bytes)
        return (bytes, sparse)
    }

    @Test(arguments: [
        [0], [1], [0, 1, 1, 2], [0, 2], [0, 3], [255, 256, 258], [3_600_000_000], Array(0..<5_000),
        (0..<400).map { $0 * $0 * 977 },
    ])
    func countsComeBack(values: [Int]) {
        let (bytes, sparse) = code(values)
        #expect(Decoded(bytes).buckets == sparse.buckets.map { [UInt64($0.index), $0.count] })
    }

    @Test func hugeCountsComeBack() {
        let (bytes, sparse) = code([7, 9, 9], times: 46)
        #expect(Decoded(bytes).buckets == [[7, 1 << 45], [9, 1 << 46]])
        #expect(sparse.count == 3 << 45)
    }

    @Test func theHeadNamesTheSettings() {
        let head = Decoded(code([0, 2]).bytes).head
        #expect(
            head == [
                0x1C, 0x84, 0x93, 0x13, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1,
                0, 0, 0, 0, 0xD6, 0x93, 0xA4, 0, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0,
            ]
        )
    }

    @Test func oneZeroIsWrittenAsItselfAndMoreAsTheirNumber() {
        #expect(code([0, 2]).bytes.suffix(3) == [2, 0, 2])
        #expect(code([0, 3]).bytes.suffix(3) == [2, 3, 2])
    }

    @Test func theCompressedFormSaysItsLength() {
        var bytes: [UInt8] = []
        HistogramCode.appendCompressed(code([1, 2, 3]).sparse, to: &bytes)
        #expect(bytes.prefix(4) == [0x1C, 0x84, 0x93, 0x14])
        #expect(bytes[4..<8].reduce(0) { $0 << 8 | Int($1) } == bytes.count - 8)
        #expect(bytes[8] == 0x78)
    }
}
