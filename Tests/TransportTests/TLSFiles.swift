import Foundation
import Testing

@testable import Transport

/// The certificates of `Tests/Peers/certificates.sh`, made once for all tests of a process.
enum TLSFiles {
    static let directory: URL = {
        let directory = FileManager.default.temporaryDirectory.appending(path: "loadgen-tls-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            let script = peers.appending(path: "certificates.sh").path
            try OtherProgram("/bin/bash", [script, directory.path]).finish()
        } catch {
            Issue.record("no certificates: \(error)")
        }
        return directory
    }()

    static let peers = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Peers")

    static func path(_ name: String) -> String { directory.appending(path: name).path }

    static func text(_ name: String) throws -> PEMText {
        PEMText(name: name, bytes: Array(try Data(contentsOf: directory.appending(path: name))))
    }

    static func identity(_ name: String = "good") throws -> TLSIdentity {
        try TLSIdentity(certificate: text(name + ".pem"), key: text(name + ".key"))
    }

    /// Settings of a client that believes in these authorities.
    static func settings(
        trusting name: String = "ca.pem",
        _ change: (inout TLSSettings) -> Void = { _ in }
    ) throws
        -> TLSSettings
    {
        var settings = TLSSettings()
        settings.authorities = try text(name)
        change(&settings)
        try settings.check()
        return settings
    }

    static func options(
        trusting name: String = "ca.pem",
        _ change: (inout TLSSettings) -> Void = { _ in }
    ) throws
        -> TransportOptions
    {
        var options = TransportOptions()
        options.tls = try settings(trusting: name, change)
        return options
    }
}

/// A program that nobody here wrote; one that is let go of is killed.
final class OtherProgram {
    private let process = Process()
    private let output = Pipe()
    private let input = Pipe()

    init(_ path: String, _ arguments: [String]) throws {
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = input
        try process.run()
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    static func python(_ arguments: [String]) throws -> OtherProgram {
        try OtherProgram("/usr/bin/python3", [TLSFiles.peers.appending(path: "tls_peer.py").path] + arguments)
    }

    func write(_ text: String) { input.fileHandleForWriting.write(Data(text.utf8)) }

    /// The first line that holds `word`.
    func line(with word: String = "") -> String {
        var text = ""
        while true {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { return text }
            text += String(decoding: more, as: UTF8.self)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            if let line = lines.first(where: { word.isEmpty || $0.contains(word) }) { return String(line) }
        }
    }

    /// All that it prints until it ends by itself.
    @discardableResult
    func finish() throws -> String {
        try input.fileHandleForWriting.close()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text
    }
}

/// The server that comes with OpenSSL, on a port of the kernel's choice.
struct OpenSSLServer {
    let port: Int
    private let program: OtherProgram

    init(_ name: String = "good", _ arguments: [String] = ["-www"]) throws {
        program = try OtherProgram(
            "/usr/bin/openssl",
            ["s_server", "-accept", "127.0.0.1:0", "-cert", TLSFiles.path(name + ".pem")]
                + ["-key", TLSFiles.path(name + ".key")] + arguments
        )
        port = Int(program.line(with: "ACCEPT").split(separator: ":").last ?? "") ?? 0
    }

    var httpURL: String { "https://127.0.0.1:\(port)/" }
}
