import Clockwork
import LaunchKit
import Testing

@Suite struct ConsoleTests {
    private let start = MonotonicTime(nanoseconds: 1_000_000_000)

    @Test func aLiveLineIsRedrawnAndCutToTheWidth() {
        var console = Console(capturing: true, width: 10)
        console.progress("0123456789abc", at: start)
        console.progress("next", at: start + .milliseconds(1))
        #expect(console.capturedNotes == "\r\u{1B}[K012345678\r\u{1B}[Knext")
    }

    @Test func aResultTakesTheLiveLineAway() {
        var console = Console(capturing: true)
        console.progress("half", at: start)
        console.print("done")
        console.print("really")
        #expect(console.capturedNotes == "\r\u{1B}[Khalf\r\u{1B}[K")
        #expect(console.capturedOutput == "done\nreally\n")
    }

    @Test func withoutATerminalProgressIsPlainAndRare() {
        var console = Console(capturing: false)
        for second in 0..<12 { console.progress("\(second)", at: start + .seconds(second)) }
        #expect(console.capturedNotes == "0\n5\n10\n")
    }

    @Test func quietKeepsResultsAndWarnings() {
        var console = Console(capturing: false, quiet: true)
        console.progress("half", at: start)
        console.note("by the way")
        console.warn("careful")
        console.print("done")
        #expect(console.capturedNotes == "careful\n" && console.capturedOutput == "done\n")
    }

    @Test func stylesShowOnlyWhereColoursAreWanted() {
        #expect(Console(capturing: true, color: true).styled("x", .red) == "\u{1B}[31mx\u{1B}[0m")
        #expect(Console(capturing: true).styled("x", .red) == "x")
    }
}
