import TextForms

/// The `Host` of a request, of which a desk makes the URLs that it gives away.
enum HostField {
    /// `localhost` where a request names none.
    static func value(in fields: RawSpan) -> String {
        let lines = fields.text(in: 0..<fields.byteCount).split(separator: "\r\n")
        let line = lines.first { $0.prefix(5).lowercased() == "host:" }
        let host = line?.dropFirst(5).drop { $0 == " " } ?? ""
        return host.isEmpty ? "localhost" : String(host)
    }
}
