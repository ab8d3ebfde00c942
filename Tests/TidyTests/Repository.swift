import Foundation

/// The files that are kept, read once.
struct Repository: Sendable {
    static let shared = Repository()

    let root: URL
    let graph: PackageGraph
    let sources: [SourceFile]
    let tests: [SourceFile]
    let documents: [Document]
    /// Every text file, by its path from the root.
    let texts: [(path: String, text: String)]

    private init() {
        root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        texts = Self.read(root)
        graph = PackageGraph(manifest: texts.first { $0.path == "Package.swift" }?.text ?? "")
        sources = Self.code(in: "Sources/", of: texts)
        tests = Self.code(in: "Tests/", of: texts)
        documents = texts.filter { $0.path.hasSuffix(".md") }.map { Document(path: $0.path, text: $0.text) }
    }

    func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root.appending(path: path).path) }

    private static func code(in directory: String, of texts: [(path: String, text: String)]) -> [SourceFile] {
        texts.filter { $0.path.hasPrefix(directory) && $0.path.hasSuffix(".swift") }.map {
            SourceFile(name: String($0.path.dropFirst(directory.count)), text: $0.text)
        }
    }

    /// Whatever is hidden or made stays out, except what CI calls.
    private static func read(_ root: URL) -> [(path: String, text: String)] {
        let isMade: Set = ["results", "__pycache__", ".build", ".git", ".venv"]
        var found: [(path: String, text: String)] = []
        let walk = FileManager.default.enumerator(at: root, includingPropertiesForKeys: [.isDirectoryKey])
        while let url = walk?.nextObject() as? URL {
            let isDirectory = (try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) ?? false
            if isMade.contains(url.lastPathComponent) {
                walk?.skipDescendants()
            } else if !isDirectory, let text = try? String(contentsOf: url, encoding: .utf8) {
                found.append((String(url.path.dropFirst(root.path.count + 1)), text))
            }
        }
        return found.sorted { $0.path < $1.path }
    }
}
