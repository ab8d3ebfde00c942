import LaunchKit
import Testing

/// The children are programs that every machine has.
@Suite struct ChildProcessTests {
    @Test func itTalksAndEndsWithItsInput() throws {
        var child = try ChildProcess("/bin/cat", [])
        try child.write(Array("one\ntwo\nrest".utf8))
        #expect(try child.readLine(within: .seconds(5)) == "one")
        #expect(try child.readLine(within: .seconds(5)) == "two")
        child.closeInput()
        #expect(try child.readToEnd(within: .seconds(5)) == Array("rest".utf8))
        #expect(child.wait(within: .seconds(5)) == .code(0))
    }

    @Test func aLastLineWithoutAnEndIsALine() throws {
        var child = try ChildProcess("/bin/sh", ["-c", "printf 'a\nb'; exit 3"])
        #expect(try child.readLine(within: .seconds(5)) == "a")
        #expect(try child.readLine(within: .seconds(5)) == "b")
        #expect(try child.readLine(within: .seconds(5)) == nil)
        #expect(child.wait(within: .seconds(5)) == .code(3))
    }

    @Test func aSilentChildTimesOut() throws {
        var child = try ChildProcess("/bin/cat", [])
        let error = #expect(throws: LaunchError.self) { try child.readLine(within: .milliseconds(5)) }
        #expect(error == .timedOut(what: "the child's next line"))
        #expect(child.wait(within: .milliseconds(1)) == nil)
        child.kill()
        #expect(child.wait(within: .seconds(5)) == .signal(9))
    }

    @Test func aFloodIsCutOff() throws {
        var child = try ChildProcess("/bin/sh", ["-c", "yes"])
        #expect(throws: LaunchError.tooLarge(name: "the child's output", limit: 1_000)) {
            try child.readToEnd(within: .seconds(5), atMost: 1_000)
        }
    }

    @Test func aChildThatIsGoneCannotBeWrittenTo() throws {
        let watch = try SignalWatch()  // without it SIGPIPE would end the test
        var child = try ChildProcess("/bin/true", [])
        _ = child.wait(within: .seconds(5))
        #expect(throws: LaunchError.self) { try child.write([1]) }
        _ = watch.wait(for: .zero)
    }

    @Test func aMissingProgramIsNamed() {
        #expect(throws: LaunchError.notFound(path: "/nowhere/x")) { _ = try ChildProcess("/nowhere/x", []) }
    }

    @Test func itRunsInASessionOfItsOwn() throws {
        var child = try ChildProcess("/bin/sh", ["-c", "cut -d' ' -f6 /proc/$$/stat; echo $$"])
        let session = try child.readLine(within: .seconds(5))
        #expect(try child.readLine(within: .seconds(5)) == session)
        #expect(session == "\(child.pid)")
    }
}
