import ChatModel
import Testing

@testable import ChatClient

@Suite struct SeenMessagesTests {
    @Test func twiceOnOneConnectionIsADuplicateAndOnTheNextIsKnown() {
        var seen = SeenMessages()
        #expect(seen.pushed(MessageID(7)) == .new)
        #expect(seen.pushed(MessageID(7)) == .duplicate)
        seen.connectionBegan()
        #expect(seen.pushed(MessageID(7)) == .known)
        #expect(seen.pushed(MessageID(7)) == .duplicate)
    }

    @Test func aHistoryMayRepeatWhatWasPushedButNotItself() {
        var seen = SeenMessages()
        #expect(seen.pushed(MessageID(1)) == .new)
        seen.historyBegan()
        #expect(seen.found(MessageID(1)) == .known)
        #expect(seen.found(MessageID(1)) == .duplicate)
        #expect(seen.found(MessageID(2)) == .new)
        seen.historyBegan()
        #expect(seen.found(MessageID(2)) == .known)
    }

    /// Counted-up ids too, and one that is zero.
    @Test(arguments: [1, 1 << 32, UInt128(1) << 96]) func atLeastTheLatestAreRemembered(step: UInt128) {
        var seen = SeenMessages()
        let count = UInt128(5 * SeenMessages.limit)
        for number in 0..<count { #expect(seen.pushed(MessageID(number * step)) == .new) }
        for number in count - UInt128(SeenMessages.limit)..<count {
            #expect(seen.pushed(MessageID(number * step)) == .duplicate)
        }
        #expect(seen.pushed(MessageID(0)) == .new)
    }
}
