import CZlib

/// The reading half of zlib.
///
/// Ownership: owned by whoever inflates; zlib's memory ends with it.
final class InflateStream {
    /// What surrounds the deflated bytes.
    enum Format {
        case raw(windowBits: Int)
        case zlib
        case gzip
    }

    enum Outcome {
        /// All input was taken and nothing more can be said.
        case needsInput
        case needsRoom
        /// The last block is through, and with it the checksum where the format has one.
        case ended
        case corrupt
    }

    /// A place of its own, because zlib knows a stream by where it lies.
    private let stream: UnsafeMutablePointer<z_stream>

    init(_ format: Format) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let bits: CInt =
            switch format {
            case .raw(let bits): -CInt(bits)
            case .zlib: 15
            case .gzip: 15 + 16
            }
        let code = inflateInit2_(stream, bits, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
        precondition(code == Z_OK, "zlib refuses to inflate: \(code)")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Inflates into `room` until it is full or `input`, which shrinks from the front, is used up.
    func run(
        _ input: inout UnsafeRawBufferPointer,
        into room: UnsafeMutableRawBufferPointer
    ) -> (outcome: Outcome, count: Int) {
        let given = CUnsignedInt(clamping: input.count)
        let free = CUnsignedInt(clamping: room.count)
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
        stream.pointee.avail_in = given
        stream.pointee.next_out = room.bindMemory(to: UInt8.self).baseAddress
        stream.pointee.avail_out = free
        let code = inflate(stream, Z_SYNC_FLUSH)
        input = UnsafeRawBufferPointer(rebasing: input[Int(given - stream.pointee.avail_in)...])
        let count = Int(free - stream.pointee.avail_out)
        switch code {
        case Z_STREAM_END: return (.ended, count)
        // Z_BUF_ERROR says that there was nothing to do.
        case Z_OK, Z_BUF_ERROR: return (stream.pointee.avail_out == 0 ? .needsRoom : .needsInput, count)
        default: return (.corrupt, count)
        }
    }

    /// What was read so far ends where a block does, on a whole byte.
    var isBetweenBlocks: Bool { stream.pointee.data_type & (128 + 63) == 128 }

    /// Begins anew, with nothing to refer back to.
    func reset() {
        inflateReset(stream)
    }

    /// Begins anew behind a last block; what came before it may still be referred to.
    func resume() {
        var window = [UInt8](repeating: 0, count: 32_768)
        var count: CUnsignedInt = 0
        inflateGetDictionary(stream, &window, &count)
        inflateReset(stream)
        inflateSetDictionary(stream, window, count)
    }
}
