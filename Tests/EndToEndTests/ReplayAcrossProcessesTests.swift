import Foundation
import Testing

/// One seed is one run in any process, whatever the hash seeds of its dictionaries are.
@Suite struct ReplayAcrossProcessesTests {
    private func line(seed: Int) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let bench = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }?
            .deletingLastPathComponent().appending(path: "bench")
        let process = Process()
        process.executableURL = bench ?? root.appending(path: ".build/debug/bench")
        process.currentDirectoryURL = root
        process.arguments = ["world", "--seed", String(seed), "--scale", "0.05", "--duration", "20s"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)")
        return try #require(text.split(separator: ",").first { $0.contains("hash") }).description
    }

    @Test func twoProcessesDecideAlike() throws {
        let first = try line(seed: 11)
        #expect(try line(seed: 11) == first)
        #expect(try line(seed: 12) != first)
    }
}
