import ChatModel
import JSONText
import LoadEngine
import Testing

/// What customers say and fill in.
@Suite struct ProfileTextTests {
    private typealias Bench = ProfileWorkbench

    private func profile(messages: String) -> String {
        Bench.profile(["customers": #"[ { "name": "g", "behavior": "preChat", "messages": \#(messages) } ]"#])
    }

    @Test func messagesMayComeFromAFile() throws {
        let text =
            "\u{FEFF}# Questions\r\n\r\nWhere is it?\r\n  Is it far?  \n   # indented\n\u{1F642} {{turn.number}}\n"
        let groups = try Bench.decode(profile(messages: #""data/q.txt""#), files: ["data/q.txt": text]).customers
        #expect(groups[0].messages.map(\.source) == ["Where is it?", "Is it far?", "\u{1F642} {{turn.number}}"])
    }

    @Test func aFileIsAlsoLookedForBesideTheProfile() throws {
        let text = profile(messages: #""q.txt""#)
        let beside = try Bench.decode(text, file: "my/p.json", files: ["my/q.txt": "there"])
        #expect(beside.customers[0].messages.map(\.source) == ["there"])
        let first = try Bench.decode(text, file: "my/p.json", files: ["my/q.txt": "there", "q.txt": "here"])
        #expect(first.customers[0].messages.map(\.source) == ["here"])
    }

    @Test func aMissingFileSaysWhereItWasLookedFor() {
        #expect(
            Bench.problems(profile(messages: #""q.txt""#)) == [
                "p.json:4:66: $.customers[0].messages: cannot read the file \"q.txt\": no such file"
            ]
        )
        let thrown = #expect(throws: DocumentProblems.self) {
            try Bench.decode(profile(messages: #""q.txt""#), file: "my/p.json")
        }
        #expect(
            thrown?.description
                == "my/p.json:4:66: $.customers[0].messages: cannot read the file \"q.txt\": no such file, neither here "
                + "nor in \"my\""
        )
    }

    @Test func aFileWithoutMessagesIsAProblem() {
        #expect(
            Bench.problems(profile(messages: #""q.txt""#), files: ["q.txt": "# nothing\n\n"]) == [
                "p.json:4:66: $.customers[0].messages: the file \"q.txt\" holds no message"
            ]
        )
    }

    @Test func placesThatNobodyFillsAreFoundWhereverTheyStand() {
        let found = Bench.problems(
            profile(messages: #""q.txt""#),
            files: ["q.txt": "Hello\n  I am {{customer.fristName}}\n{{order}}"]
        )
        #expect(
            found == [
                "q.txt:2:3: nothing is known to fill {{customer.fristName}}; did you mean \"customer.firstName\"?",
                "q.txt:3:1: nothing is known to fill {{order}}; allowed: {{customer.firstName}}, {{customer.lastName}}, "
                    + "{{customer.fullName}}, {{customer.id}}, {{turn.number}}",
            ]
        )
        let message = #"["{{ customer.id }} {{customer.firstName}} {{turn.numbers}}"]"#
        #expect(
            Bench.problems(profile(messages: message)) == [
                "p.json:4:67: $.customers[0].messages[0]: nothing is known to fill {{turn.numbers}}; did you mean "
                    + "\"turn.number\"?"
            ]
        )
    }

    @Test(arguments: [
        ("[\"\"]", "p.json:4:67: $.customers[0].messages[0]: found an empty text; allowed: text that is not empty"),
        ("[7]", "p.json:4:67: $.customers[0].messages[0]: found 7; allowed: text"),
        (
            "{}",
            "p.json:4:66: $.customers[0].messages: found an object; allowed: a list of texts, or the path of a file "
                + "with one message per line"
        ),
    ])
    func messagesAreTexts(messages: String, problem: String) {
        #expect(Bench.problems(profile(messages: messages)) == [problem])
    }

    // MARK: The form

    private let form = """
        { "channel": { "preChat": [
          { "ident": "fullname", "type": "text", "required": true },
          { "ident": "topic", "type": "list", "required": true, "options": { "order": "My order", "return": "A return" } },
          { "ident": "note", "type": "text" } ] } }
        """

    private func form(answers: String?, target: String = "\"simulator\"") -> String {
        let answers = answers.map { ", \"answers\": \($0)" } ?? ""
        return Bench.profile([
            "customers": #"[ { "name": "g", "behavior": "reconnect", "messages": ["Hi"]\#(answers) } ]"#,
            "simulator": form, "target": target,
        ])
    }

    @Test func oneTextOrSeveralAnswerAQuestion() throws {
        let text = form(answers: #"{ "fullname": "{{customer.fullName}}", "topic": ["order", "return"] }"#)
        let answers = try Bench.decode(text).customers[0].answers
        #expect(answers.map(\.ident) == ["fullname", "topic"])
        #expect(answers.map { $0.values.map(\.source) } == [["{{customer.fullName}}"], ["order", "return"]])
    }

    @Test func aFormAsksEveryCustomer() {
        #expect(
            Bench.problems(form(answers: nil)) == [
                "p.json:4:16: $.customers[0].answers: the channel's form requires \"fullname\", which has no answer here",
                "p.json:4:16: $.customers[0].answers: the channel's form requires \"topic\", which has no answer here",
            ]
        )
        #expect(
            Bench.problems(form(answers: #"{ "topic": "order" }"#)) == [
                "p.json:4:87: $.customers[0].answers: the channel's form requires \"fullname\", which has no answer here"
            ]
        )
    }

    @Test func anAnswerToNothingIsAProblem() {
        let answers = #"{ "fullname": "A", "topic": "order", "notes": "x", "zzz": "y" }"#
        #expect(
            Bench.problems(form(answers: answers)) == [
                "p.json:4:124: $.customers[0].answers.notes: the channel's form does not ask \"notes\"; did you mean "
                    + "\"note\"?",
                "p.json:4:138: $.customers[0].answers.zzz: the channel's form does not ask \"zzz\"; it asks: fullname, "
                    + "topic, note",
            ]
        )
    }

    @Test func aListIsAnsweredByItsOptions() {
        let answers = #"{ "fullname": "A", "topic": ["order", "retrun", "{{customer.id}}", "My order"] }"#
        #expect(
            Bench.problems(form(answers: answers)) == [
                "p.json:4:125: $.customers[0].answers.topic[1]: found \"retrun\"; allowed: \"order\", \"return\"; did you "
                    + "mean \"return\"?",
                "p.json:4:154: $.customers[0].answers.topic[3]: found \"My order\"; allowed: \"order\", \"return\"",
            ]
        )
    }

    /// Its form is not known before it is asked.
    @Test func aRealChannelsFormIsNotJudged() throws {
        let target = #"{ "platform": "acme", "url": "http://127.0.0.1" }"#
        let profile = try Bench.decode(form(answers: #"{ "colour": "blue" }"#, target: target))
        #expect(profile.customers[0].answers.map(\.ident) == ["colour"])
    }
}
