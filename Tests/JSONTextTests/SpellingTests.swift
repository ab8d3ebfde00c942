import JSONText
import Testing

@Suite struct SpellingTests {
    private let known = ["think", "typing", "thresholds", "tags", "name", "maxCustomers"]

    @Test(arguments: [
        ("thnk", "think"), ("thikn", "think"), ("Think", "think"), ("tag", "tags"), ("tresholds", "thresholds"),
        ("maxcustomer", "maxCustomers"), ("customersMax", nil), ("xyz", nil), ("", nil), ("nmae", "name"),
    ])
    func nearWordsAreGuessed(word: String, guess: String?) {
        #expect(Spelling.nearest(to: word, among: known) == guess)
    }

    @Test func aHintIsASentenceOrNothing() {
        #expect(Spelling.hint(for: "thnk", among: known) == "; did you mean \"think\"?")
        #expect(Spelling.hint(for: "customers", among: []).isEmpty)
    }

    @Test func theFirstOfEquallyNearWordsWins() {
        #expect(Spelling.nearest(to: "cat", among: ["bat", "rat"]) == "bat")
    }
}
