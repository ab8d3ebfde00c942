import Foundation
import LaunchKit
import Testing

@Suite struct FilesTests {
    /// A new directory that goes when the test is over.
    private final class Place {
        let path = FileManager.default.temporaryDirectory.appending(path: "files-\(UUID().uuidString)").path

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private let place = Place()

    @Test func whatIsWrittenIsRead() throws {
        let path = place.path + "/a/b/c.txt"
        try Files.makeDirectories(place.path + "/a/b")
        try Files.write(Array("one".utf8), to: path)
        try Files.write(Array("two".utf8), to: path)
        #expect(try Files.read(path) == Array("two".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path + "/a/b") == ["c.txt"])
    }

    @Test func aMissingFileIsNamed() {
        #expect(throws: LaunchError.notFound(path: "/nowhere/x")) { try Files.read("/nowhere/x") }
        #expect(throws: LaunchError.notFound(path: "/nowhere/x")) { try Files.write([], to: "/nowhere/x") }
    }

    @Test func aDirectoryIsNoFile() throws {
        try Files.makeDirectories(place.path)
        #expect(throws: LaunchError.isDirectory(path: place.path)) {
            try Files.read(place.path)
        }
        #expect(Files.firstFile(among: [place.path, "/dev/null"]) == "/dev/null")
    }

    @Test func aFileAboveTheLimitIsRefused() throws {
        try Files.makeDirectories(place.path)
        let path = place.path + "/big"
        try Files.write([UInt8](repeating: 1, count: 100_000), to: path)
        #expect(throws: LaunchError.tooLarge(name: path, limit: 99_999)) { try Files.read(path, limit: 99_999) }
        #expect(try Files.read(path, limit: 100_000).count == 100_000)
    }

    @Test func anAppendedFileGrowsWhileItIsOpen() throws {
        try Files.makeDirectories(place.path)
        let file = try AppendedFile(place.path + "/log")
        try file.append(Array("a\n".utf8))
        #expect(try Files.read(file.path) == Array("a\n".utf8))
        try file.append(Array("b\n".utf8))
        #expect(try Files.read(file.path) == Array("a\nb\n".utf8))
    }
}
