import CZlib

/// The writing half of zlib.
///
/// Ownership: owned by whoever deflates; zlib's memory ends with it.
final class DeflateStream {
    /// What surrounds the deflated bytes.
    enum Format {
        case raw(windowBits: Int)
        case gzip
    }

    /// Small tables: a connection pays for its own.
    private static let memoryLevel: CInt = 5

    /// A place of its own, because zlib knows a stream by where it lies.
    private let stream: UnsafeMutablePointer<z_stream>

    init(_ format: Format) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let bits: CInt =
            switch format {
            // zlib has no window of 8 bits. With one of 9 it looks back at most 250 bytes, which fits into either.
            case .raw(let bits): -CInt(max(9, bits))
            case .gzip: 15 + 16
            }
        let code = deflateInit2_(
            stream,
            Z_DEFAULT_COMPRESSION,
            Z_DEFLATED,
            bits,
            Self.memoryLevel,
            Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            CInt(MemoryLayout<z_stream>.size)
        )
        precondition(code == Z_OK, "zlib refuses to deflate: \(code)")
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Appends all of `input`, so that it can be read up to its end; the last input ends the stream too.
    func run(_ input: UnsafeRawBufferPointer, isLast: Bool, into room: DeflateRoom) {
        var left = UnsafeRawBufferPointer(input)
        repeat {
            let piece = UnsafeRawBufferPointer(rebasing: left.prefix(1 << 30))
            left = UnsafeRawBufferPointer(rebasing: left[piece.count...])
            stream.pointee.next_in = UnsafeMutablePointer(mutating: piece.bindMemory(to: UInt8.self).baseAddress)
            stream.pointee.avail_in = CUnsignedInt(piece.count)
            let flush = !left.isEmpty ? Z_NO_FLUSH : isLast ? Z_FINISH : Z_SYNC_FLUSH
            repeat {
                let free = room.free(atLeast: 256)
                stream.pointee.next_out = free.bindMemory(to: UInt8.self).baseAddress
                let count = CUnsignedInt(clamping: free.count)
                stream.pointee.avail_out = count
                _ = deflate(stream, flush)
                room.add(Int(count - stream.pointee.avail_out))
            } while stream.pointee.avail_out == 0
        } while !left.isEmpty
    }
}
