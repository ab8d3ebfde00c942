import TextForms

/// How a call goes on where a response leads it elsewhere (RFC 9110, section 15.4), as browsers do it.
public enum HTTPRedirect: Sendable {
    /// 303 always asks with GET, 301 and 302 only after a POST; the body goes with the method.
    public static func becomesGet(_ status: UInt16, method: String) -> Bool {
        switch status {
        case 303: method != "GET" && method != "HEAD"
        case 301, 302: method == "POST"
        default: false
        }
    }

    /// The absolute URL that `location` means for a request to `target` of `origin`, which is scheme, host and port.
    ///
    /// What may not stand in a URL is written as browsers write it; whether the whole is one is for ``URLText`` to say.
    public static func resolve(_ location: RawSpan, origin: String, target: RawSpan) -> [UInt8] {
        let reference = escaped(location)
        let span = reference.span.bytes
        let end = firstOf("/?#", in: span, 0..<span.byteCount)
        if span.first(UInt8(ascii: ":"), in: 0..<end) < end { return reference }
        var url = Array(origin.utf8)
        if span.holds("//", at: 0) {
            url = Array(url.prefix { $0 != UInt8(ascii: "/") })
            return url + reference
        }
        let path = 0..<firstOf("?#", in: span, 0..<span.byteCount)
        let base = 0..<firstOf("?#", in: target, 0..<target.byteCount)
        if path.isEmpty {
            let keepsQuery = span.byteCount == 0 || span.byte(at: 0) == UInt8(ascii: "#")
            url.append(copying: keepsQuery ? target : target.extracting(base))
        } else if span.byte(at: 0) == UInt8(ascii: "/") {
            appendWithoutDots(Array(reference[path]), to: &url)
        } else {
            var joined: [UInt8] = []
            joined.append(copying: target.extracting(base))
            while let last = joined.last, last != UInt8(ascii: "/") { joined.removeLast() }
            if joined.isEmpty { joined.append(UInt8(ascii: "/")) }
            appendWithoutDots(joined + reference[path], to: &url)
        }
        return url + reference[path.upperBound...]
    }

    /// Appends those of a request's fields that still belong to it.
    ///
    /// What speaks of the body goes with the body, and what proves who one is stays with the origin that it is for.
    public static func appendFields(
        _ fields: RawSpan,
        keepsBody: Bool,
        staysAtOrigin: Bool,
        into bytes: inout [UInt8]
    ) {
        var place = 0
        while let field = HTTPFields.next(after: &place, in: fields) {
            let name = field.name
            if !keepsBody, name.count > 8, fields.equals("content-", in: name.lowerBound..<name.lowerBound + 8) {
                continue
            }
            if !staysAtOrigin,
                fields.equals("authorization", in: name) || fields.equals("cookie", in: name)
                    || fields.equals("proxy-authorization", in: name)
            {
                continue
            }
            bytes.append(copying: fields.extracting(name.lowerBound..<place))
        }
    }

    private static func escaped(_ text: RawSpan) -> [UInt8] {
        var bytes: [UInt8] = []
        for place in 0..<text.byteCount {
            let byte = text.byte(at: place)
            if ByteClass.isVisible(byte) { bytes.append(byte) } else { PercentText.append(escaped: byte, to: &bytes) }
        }
        return bytes
    }

    private static func firstOf(_ wanted: StaticString, in bytes: RawSpan, _ range: Range<Int>) -> Int {
        var end = range.upperBound
        for index in 0..<wanted.utf8CodeUnitCount {
            end = bytes.first(wanted.utf8Start[index], in: range.lowerBound..<end)
        }
        return end
    }

    /// RFC 3986, section 5.2.4, for paths that begin with a slash.
    private static func appendWithoutDots(_ path: [UInt8], to url: inout [UInt8]) {
        var segments: [ArraySlice<UInt8>] = []
        let parts = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            if part.elementsEqual(".".utf8) {
                if isLast { segments.append([]) }
            } else if part.elementsEqual("..".utf8) {
                if !segments.isEmpty { segments.removeLast() }
                if isLast { segments.append([]) }
            } else {
                segments.append(part)
            }
        }
        for segment in segments {
            url.append(UInt8(ascii: "/"))
            url.append(contentsOf: segment)
        }
        if segments.isEmpty { url.append(UInt8(ascii: "/")) }
    }
}
