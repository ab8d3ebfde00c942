import TextForms

/// Takes a body out of the bytes that carry it, whatever pieces they come in.
///
/// It keeps a few numbers and no bytes: what belongs to the body is lent at once, and the caller forgets as many bytes as
/// were consumed. Bytes behind the end of the body are left alone.
public struct HTTPBodyDecoder: Hashable, Sendable {
    /// How far a body has come.
    public enum Progress: Hashable, Sendable {
        case needsMore
        case complete
        /// The body is longer than the limit, or says that it will be.
        case tooLarge
        case malformed(HTTPFault)
    }

    /// Longer than any chunk extension that was ever of use.
    static let chunkLineLimit = 1_024
    static let trailerLimit = 8_192

    private enum Part: Hashable {
        case data(left: Int)
        case untilClose
        case chunk(ChunkScan)
        case ended(Progress)
    }

    private var part: Part
    private var allowance: Int

    /// `limit` is how many bytes the whole body may have.
    public init(_ framing: HTTPBodyFraming, limit: Int) {
        allowance = limit
        switch framing {
        case .none, .length(0): part = .ended(.complete)
        case .length(let count): part = count <= limit ? .data(left: count) : .ended(.tooLarge)
        case .chunked: part = .chunk(ChunkScan())
        case .untilClose: part = .untilClose
        }
    }

    public var progress: Progress {
        if case .ended(let progress) = part { progress } else { .needsMore }
    }

    /// Lends the body's bytes among these to `body`, in order, and answers how many of `bytes` are done with.
    public mutating func decode(_ bytes: RawSpan, _ body: (RawSpan) -> Void) -> Int {
        switch part {
        case .ended:
            return 0
        case .data(let left):
            let count = min(left, bytes.byteCount)
            if count > 0 { body(bytes.extracting(0..<count)) }
            part = count == left ? .ended(.complete) : .data(left: left - count)
            return count
        case .untilClose:
            let count = min(bytes.byteCount, allowance)
            if count > 0 { body(bytes.extracting(0..<count)) }
            allowance -= count
            if count < bytes.byteCount { part = .ended(.tooLarge) }
            return count
        case .chunk(let scan):
            return decodeChunks(bytes, from: scan, body)
        }
    }

    /// The peer sends nothing more: the end of one kind of body, and too early for the others.
    public mutating func connectionEnded() -> Progress {
        switch part {
        case .ended: break
        case .untilClose: part = .ended(.complete)
        case .data, .chunk: part = .ended(.malformed(.endedEarly))
        }
        return progress
    }

    private mutating func decodeChunks(_ bytes: RawSpan, from start: ChunkScan, _ body: (RawSpan) -> Void) -> Int {
        var scan = start
        var place = 0
        while place < bytes.byteCount {
            if scan.dataLeft > 0 {
                let count = min(scan.dataLeft, bytes.byteCount - place)
                body(bytes.extracting(place..<place + count))
                scan.dataLeft -= count
                place += count
                continue
            }
            let byte = bytes.byte(at: place)
            place += 1
            if let fault = scan.take(byte) {
                part = .ended(.malformed(fault))
                return place
            }
            if scan.isComplete {
                part = .ended(.complete)
                return place
            }
            guard scan.dataLeft <= allowance, scan.lineLength <= Self.chunkLineLimit,
                scan.trailerLength <= Self.trailerLimit
            else {
                part = .ended(.tooLarge)
                return place
            }
            allowance -= scan.dataLeft
        }
        part = .chunk(scan)
        return place
    }
}
