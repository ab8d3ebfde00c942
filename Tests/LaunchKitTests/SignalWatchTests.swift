import Glibc
import LaunchKit
import Testing

/// Signals belong to the process, so the tests take turns.
@Suite(.serialized) struct SignalWatchTests {
    @Test func aSignalIsSomethingToWaitFor() throws {
        let watch = try SignalWatch()
        pthread_kill(pthread_self(), SIGTERM)
        #expect(watch.wait(for: .seconds(5)) == .signal(SIGTERM))
        #expect(watch.wait(for: .zero) == .timeout)
    }

    @Test func aReadableDescriptorEndsTheWait() throws {
        let watch = try SignalWatch()
        var child = try ChildProcess("/bin/cat", [])
        #expect(watch.wait(for: .milliseconds(2), orReadable: child.output) == .timeout)
        try child.write([1])
        #expect(watch.wait(for: .seconds(5), orReadable: child.output) == .readable)
    }

    @Test func aChildIsNotBornDeafToSignals() throws {
        let watch = try SignalWatch()
        var child = try ChildProcess("/bin/sh", ["-c", "kill -TERM $$; echo still here"])
        #expect(try child.readLine(within: .seconds(5)) == nil)
        #expect(child.wait(within: .seconds(5)) == .signal(SIGTERM))
        #expect(watch.wait(for: .zero) == .timeout)
    }
}
