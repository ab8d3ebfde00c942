import CSimdJSON

extension JSONCursor {
    /// Appends the value at the path as JSON again, for a server that must echo what it does not understand.
    ///
    /// Spaces and the spelling of numbers and escapes are not kept.
    public func append(_ path: StaticString, to bytes: inout [UInt8]) throws(JSONFault) {
        let place = try place(of: path)
        JSONCopy(handle: place.handle).append(place.index, to: &bytes)
    }
}

/// Writes a part of the tape; as deep as the reader admits, which is little.
private struct JSONCopy {
    let handle: OpaquePointer

    func append(_ place: Int, to bytes: inout [UInt8]) {
        switch Unicode.Scalar(csimdjson_kind(handle, place)) {
        case "{": append(members: place + 1, to: &bytes)
        case "[": append(elements: place + 1, to: &bytes)
        case "\"": append(string: place, to: &bytes)
        case "l": JSONWriter.append(integer: Int(csimdjson_integer(handle, place)), to: &bytes)
        case "u":
            bytes.append(contentsOf: String(UInt64(bitPattern: csimdjson_integer(handle, place))).utf8)
        case "d": bytes.append(contentsOf: csimdjson_double(handle, place).description.utf8)
        case "t": JSONWriter.append("true", to: &bytes)
        case "f": JSONWriter.append("false", to: &bytes)
        default: JSONWriter.append("null", to: &bytes)
        }
    }

    private func append(members start: Int, to bytes: inout [UInt8]) {
        var next = start
        bytes.append(UInt8(ascii: "{"))
        while csimdjson_kind(handle, next) != UInt8(ascii: "}") {
            if next > start { bytes.append(UInt8(ascii: ",")) }
            append(string: next, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            append(next + 1, to: &bytes)
            next = csimdjson_next(handle, next + 1)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private func append(elements start: Int, to bytes: inout [UInt8]) {
        var next = start
        bytes.append(UInt8(ascii: "["))
        while csimdjson_kind(handle, next) != UInt8(ascii: "]") {
            if next > start { bytes.append(UInt8(ascii: ",")) }
            append(next, to: &bytes)
            next = csimdjson_next(handle, next)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private func append(string place: Int, to bytes: inout [UInt8]) {
        let text = csimdjson_string(handle, place)
        JSONWriter.append(string: UnsafeBufferPointer(start: text.start, count: text.count), to: &bytes)
    }
}
