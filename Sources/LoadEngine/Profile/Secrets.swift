/// Texts that came from the environment or from files and must not be seen again.
public struct Secrets: Hashable, Sendable {
    /// The longest first, so that a secret within a secret leaves no rest.
    private var values: [[UInt8]] = []

    /// What stands in a secret's stead.
    public static let mark = "***"

    /// ours: a shorter value would blank out half a report, so it is masked only where it stands as a value of the
    /// profile, not inside other texts.
    public static let shortest = 4

    public init() {}

    public mutating func add(_ value: String) {
        let bytes = Array(value.utf8)
        guard value.count >= Self.shortest, !values.contains(bytes) else { return }
        let place = values.firstIndex { $0.count < bytes.count } ?? values.count
        values.insert(bytes, at: place)
    }

    /// The text with every secret in it replaced; for texts, not for whole documents, whose escapes would hide one.
    public func mask(_ text: String) -> String {
        guard !values.isEmpty else { return text }
        let bytes = Array(text.utf8)
        var masked: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if let secret = values.first(where: { bytes[index...].starts(with: $0) }) {
                masked += Self.mark.utf8
                index += secret.count
            } else {
                masked.append(bytes[index])
                index += 1
            }
        }
        return masked.count == bytes.count && masked == bytes ? text : String(decoding: masked, as: UTF8.self)
    }
}
