package import JSONText

/// What may be attached on a channel; as part of its configuration, and as the answer that refuses an upload.
public struct FileRestrictions: Hashable, Sendable {
    package var isEnabled: Bool
    /// In megabytes.
    package var largest: Int
    /// Types with a wildcard for the second half, or whole.
    package var types: [String]

    package init(isEnabled: Bool = true, largest: Int = 40, types: [String] = FileRestrictions.defaultTypes) {
        self.isEnabled = isEnabled
        self.largest = largest
        self.types = types
    }

    /// What a channel allows that does not say (ours).
    package static let defaultTypes = ["image/*", "video/*", "audio/*", "application/pdf", "text/plain"]
    /// The most that the vendor allows, in megabytes.
    package static let vendorLimit = 40

    /// Reads the object itself, as strictly as the iOS client: of a configuration the size is a whole number in a text.
    package init(_ object: JSONCursor) throws(JSONFault) {
        guard let size = Int(try object.text("allowedFileSize")) else { throw .wrongType(path: "allowedFileSize") }
        largest = size
        isEnabled = try object.flag("isAttachmentsEnabled")
        var types: [String] = []
        try object.each("allowedFileTypes") { (type) throws(JSONFault) in
            guard type.isText("description") else { throw .missing(path: "description") }
            types.append(try type.text("mimeType"))
        }
        self.types = types
    }

    package func append(to bytes: inout [UInt8]) {
        JSONWriter.append(#"{"allowedFileSize":""#, to: &bytes)
        JSONWriter.append(integer: largest, to: &bytes)
        JSONWriter.append(#"","allowedFileTypes":["#, to: &bytes)
        for (index, type) in types.enumerated() {
            JSONWriter.append(index == 0 ? #"{"mimeType":"# : #",{"mimeType":"#, to: &bytes)
            JSONWriter.append(string: type, to: &bytes)
            JSONWriter.append(#","description":"#, to: &bytes)
            JSONWriter.append(string: type, to: &bytes)
            JSONWriter.append("}", to: &bytes)
        }
        JSONWriter.append(#"],"isAttachmentsEnabled":"#, to: &bytes)
        JSONWriter.append(flag: isEnabled, to: &bytes)
        JSONWriter.append("}", to: &bytes)
    }

    /// Whether a file of so many bytes may be attached.
    package func allows(size: Int, mimeType: String) -> Bool {
        isEnabled && size <= largest << 20 && types.contains { Self.fits(mimeType, $0) }
    }

    private static func fits(_ type: String, _ pattern: String) -> Bool {
        if pattern == "*/*" || pattern == type { return true }
        return pattern.hasSuffix("/*") && type.hasPrefix(pattern.dropLast())
    }
}
