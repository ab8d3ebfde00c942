/// What customers uploaded, each content once; the oldest makes room when there is too much.
struct FileShelf: Sendable {
    private var files: [Int: File] = [:]
    private var numbers: [Content: Int] = [:]
    private var order: [Int] = []
    private var taken = 0
    private var count = 0

    struct File: Sendable {
        var bytes: [UInt8]
        var mimeType: String
        fileprivate var content: Content
    }

    fileprivate struct Content: Hashable, Sendable {
        var size: Int
        var digest: UInt64
    }

    /// So many bytes are kept (ours).
    static let limit = 64 << 20

    /// Answers the file's number; the same content has the same number.
    mutating func keep(_ bytes: [UInt8], _ mimeType: String) -> Int {
        let digest = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let content = Content(size: bytes.count, digest: digest)
        if let known = numbers[content] { return known }
        count += 1
        files[count] = File(bytes: bytes, mimeType: mimeType, content: content)
        numbers[content] = count
        order.append(count)
        taken += bytes.count
        while taken > Self.limit, order.count > 1 {
            guard let oldest = files.removeValue(forKey: order.removeFirst()) else { continue }
            numbers[oldest.content] = nil
            taken -= oldest.bytes.count
        }
        return count
    }

    func file(_ number: Int) -> File? { files[number] }
}
