/// The lines around the chunks of a body, one byte at a time (RFC 9112, section 7.1).
///
/// The bytes of the chunks themselves pass it by: while `dataLeft` is not zero, the next bytes are those.
struct ChunkScan: Hashable {
    private enum State: Hashable {
        case size
        case extensionStart
        case `extension`
        case sizeLineFeed
        case dataReturn
        case dataLineFeed
        case trailerStart
        case trailerName
        case trailerValue
        case trailerLineFeed
        case lastLineFeed
        case complete
    }

    private var state: State = .size
    private var size = 0
    var dataLeft = 0
    /// Bytes of the current chunk's first line.
    private(set) var lineLength = 0
    /// Bytes of all trailers; they are checked and forgotten.
    private(set) var trailerLength = 0

    var isComplete: Bool { state == .complete }

    /// Answers what is wrong with the byte.
    mutating func take(_ byte: UInt8) -> HTTPFault? {
        switch state {
        case .size: takeSize(byte)
        case .extensionStart, .extension: takeExtension(byte)
        case .sizeLineFeed: takeSizeLineFeed(byte)
        case .dataReturn: step(byte, is: ByteClass.carriageReturn, then: .dataLineFeed, else: .badChunkEnd)
        case .dataLineFeed: takeDataLineFeed(byte)
        case .trailerStart, .trailerName, .trailerValue: takeTrailer(byte)
        case .trailerLineFeed: step(byte, is: ByteClass.lineFeed, then: .trailerStart, else: .halfLineEnd)
        case .lastLineFeed: step(byte, is: ByteClass.lineFeed, then: .complete, else: .halfLineEnd)
        case .complete: nil
        }
    }

    private mutating func step(
        _ byte: UInt8,
        is wanted: UInt8,
        then next: State,
        else fault: HTTPFault
    ) -> HTTPFault? {
        guard byte == wanted else { return fault }
        state = next
        return nil
    }

    private mutating func takeSize(_ byte: UInt8) -> HTTPFault? {
        if let digit = ByteClass.hexadecimal(byte) {
            guard size <= Int.max >> 4 else { return .badChunkSize }
            size = size << 4 | digit
            lineLength += 1
            return nil
        }
        guard lineLength > 0 else { return .badChunkSize }
        switch byte {
        case ByteClass.carriageReturn: state = .sizeLineFeed
        case UInt8(ascii: ";"): state = .extension
        case _ where ByteClass.isBlank(byte): state = .extensionStart
        case ByteClass.lineFeed: return .halfLineEnd
        default: return .badChunkSize
        }
        return nil
    }

    private mutating func takeExtension(_ byte: UInt8) -> HTTPFault? {
        lineLength += 1
        if state == .extensionStart {
            // Blanks stand before an extension, not before the line's end.
            guard !ByteClass.isBlank(byte) else { return nil }
            return step(byte, is: UInt8(ascii: ";"), then: .extension, else: .badChunkSize)
        }
        guard !ByteClass.isFieldContent(byte) else { return nil }
        return step(byte, is: ByteClass.carriageReturn, then: .sizeLineFeed, else: .halfLineEnd)
    }

    private mutating func takeSizeLineFeed(_ byte: UInt8) -> HTTPFault? {
        dataLeft = size
        return step(byte, is: ByteClass.lineFeed, then: size == 0 ? .trailerStart : .dataReturn, else: .halfLineEnd)
    }

    private mutating func takeDataLineFeed(_ byte: UInt8) -> HTTPFault? {
        size = 0
        lineLength = 0
        return step(byte, is: ByteClass.lineFeed, then: .size, else: .badChunkEnd)
    }

    private mutating func takeTrailer(_ byte: UInt8) -> HTTPFault? {
        trailerLength += 1
        switch state {
        case .trailerValue:
            guard !ByteClass.isFieldContent(byte) else { return nil }
            guard byte == ByteClass.carriageReturn || byte == ByteClass.lineFeed else { return .badFieldValue }
            return step(byte, is: ByteClass.carriageReturn, then: .trailerLineFeed, else: .halfLineEnd)
        case .trailerStart where byte == ByteClass.carriageReturn:
            state = .lastLineFeed
        case .trailerStart where ByteClass.isBlank(byte):
            return .foldedField
        case .trailerName where byte == UInt8(ascii: ":"):
            state = .trailerValue
        default:
            guard ByteClass.isToken(byte) else { return ByteClass.isBlank(byte) ? .spaceBeforeColon : .badFieldName }
            state = .trailerName
        }
        return nil
    }
}
