import Clockwork
import Testing

@Suite struct TypingPaceTests {
    private func durations(_ pace: TypingPace, _ characters: Int) -> [Duration] {
        var random = SeededRandom(seed: 4)
        return (0..<500).map { _ in pace.duration(of: characters, using: &random) }
    }

    @Test func anEvenPaceIsExact() {
        #expect(Set(durations(TypingPace(charactersPerSecond: 8, jitter: 0), 20)) == [.seconds(2.5)])
    }

    @Test func jitterGoesBothWaysAndNoFurther() {
        let drawn = durations(TypingPace(charactersPerSecond: 10, jitter: 0.3), 100)
        #expect(drawn.allSatisfy { $0 >= .seconds(7) && $0 <= .seconds(13) })
        #expect(drawn.contains { $0 < .seconds(7.5) } && drawn.contains { $0 > .seconds(12.5) })
    }

    @Test func nobodyTypesLongerThanAsked() {
        let pace = TypingPace(charactersPerSecond: 10, jitter: 0.3, atMost: .seconds(4))
        #expect(Set(durations(pace, 100)) == [.seconds(4)])
        #expect(durations(pace, 10).allSatisfy { $0 < .seconds(2) })
    }

    @Test func aDrawnTimeDoesNotLookAtTheText() {
        let pace = TypingPace(time: .uniform(from: .seconds(1), to: .seconds(2)))
        #expect(durations(pace, 1) == durations(pace, 10_000))
        #expect(durations(pace, 1).allSatisfy { $0 >= .seconds(1) && $0 <= .seconds(2) })
    }

    @Test(arguments: [0, 1])
    func aPaceOfNothingDoesNotTrap(characters: Int) {
        #expect(durations(TypingPace(charactersPerSecond: 0, jitter: 0.5), characters).allSatisfy { $0 >= .zero })
    }
}
