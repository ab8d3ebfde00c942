import ChatClient
import ChatModel
import Exchange
import JSONText

/// `client`, `credentials` and `files` of a group: what its customers come with.
extension ProfileReading {
    private var platform: PlatformRules? { rules ?? decoder.platforms.first }

    func client(of group: inout ObjectReader) -> String? {
        let names = platform?.clients ?? []
        return group.optional("client") { $0.choice(names.map { ($0, $0) }) }
    }

    func credentials(of group: inout ObjectReader) -> [(name: String, text: Template)] {
        let (places, known) = (self.places, platform?.credentialKeys ?? [])
        let read = group.optional("credentials") { value in
            value.entries { name, value -> Template? in
                guard known.contains(name) else {
                    let hint = Spelling.hint(for: name, among: known)
                    let allowed = "; allowed: \(known.joined(separator: ", "))"
                    value.fail("unknown key \"\(name)\"" + (hint.isEmpty ? allowed : hint))
                    return nil
                }
                return value.template(places: places)
            }
        }
        return (read ?? []).map { ($0.key, $0.value) }
    }

    /// A path, or `{"file", "name", "mimeType"}`; read and encoded once for all customers.
    mutating func attachment(_ value: inout ValueReader, _ client: String?) -> ChatFile? {
        guard case .object = value.node.value else { return attachment(&value, named: nil, type: nil, client) }
        return value.object { object -> ChatFile? in
            let name = object.optional("name") { $0.nonEmptyText() }
            let type = object.optional("mimeType") { $0.nonEmptyText() }
            return object.required("file") { self.attachment(&$0, named: name, type: type, client) }
        }
    }

    private mutating func attachment(
        _ value: inout ValueReader,
        named name: String?,
        type: String?,
        _ client: String?
    ) -> ChatFile? {
        guard let path = value.nonEmptyText() else { return nil }
        let found: (path: String, bytes: [UInt8])
        switch decoder.findBytes(path, mentionedIn: file) {
        case .success(let read): found = read
        case .failure(let fault):
            value.fail("cannot read the file \(value.node.summary): \(fault.reason)")
            return nil
        }
        let last = name ?? path.split(separator: "/").last.map(String.init) ?? path
        let key = found.path + "\n" + last + "\n" + (type ?? "") + "\n" + (client ?? "")
        if let known = attachments.first(where: { $0.key == key }) { return known.file }
        guard let mimeType = type ?? Self.type(of: last) else {
            value.fail("no type is known for \"\(last)\"; write {\"file\": …, \"mimeType\": …}")
            return nil
        }
        let content = platform?.encodeFile(found.bytes, client) ?? found.bytes
        let file = ChatFile(
            name: last,
            mimeType: mimeType,
            size: found.bytes.count,
            content: SharedBytes(content)
        )
        attachments.append((key, file))
        return file
    }

    private static let types = [
        "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
        "heic": "image/heic", "pdf": "application/pdf", "txt": "text/plain", "csv": "text/csv", "mp4": "video/mp4",
        "mov": "video/quicktime", "m4a": "audio/mp4", "mp3": "audio/mpeg", "zip": "application/zip",
    ]

    private static func type(of name: String) -> String? {
        guard let dot = name.lastIndex(of: ".") else { return nil }
        return types[name[name.index(after: dot)...].lowercased()]
    }
}

extension ProfileDecoder {
    /// As ``find(_:mentionedIn:)``, of a file that need not be text.
    func findBytes(_ path: String, mentionedIn file: String) -> Result<(path: String, bytes: [UInt8]), FileFault> {
        let first = readBytes(path)
        guard case .failure(let fault) = first, !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else {
            return first.map { (path, $0) }
        }
        let beside = String(file[...slash]) + path
        if case .success(let bytes) = readBytes(beside) { return .success((beside, bytes)) }
        return .failure(FileFault("\(fault.reason), neither here nor in \"\(file[..<slash])\""))
    }
}
