import ChatModel
import Testing

@Suite struct TemplateTests {
    private func render(_ source: String) -> String {
        Template(source).render { ["name": "Ada", "order": "{{name}}"][$0] }
    }

    @Test(arguments: [
        ("", ""), ("plain", "plain"), ("Hi {{name}}!", "Hi Ada!"), ("{{name}}", "Ada"), ("{{name}}{{name}}", "AdaAda"),
        ("{{  name }}", "Ada"), ("{{nobody}}.", "."), ("{{}}.", "."), ("a { b } c", "a { b } c"), ("{name}", "{name}"),
        ("{{name", "{{name"), ("{{name}", "{{name}"), ("name}}", "name}}"), ("{", "{"), ("{{", "{{"), ("a{{", "a{{"),
        ("\u{1F642}{{name}}\u{1F642}", "\u{1F642}Ada\u{1F642}"),
    ])
    func placesAreFilled(source: String, text: String) {
        #expect(render(source) == text)
    }

    /// What a customer is called must not become a template of its own.
    @Test func whatIsFilledInIsNotReadAgain() {
        #expect(render("{{order}}") == "{{name}}")
    }

    @Test func placesAreToldInOrder() {
        let template = Template("{{b}} and {{ a }}, {{b}}")
        #expect(template.places == ["b", "a", "b"] && !template.isPlain)
        #expect(Template("{{open and {closed}").isPlain)
        #expect(template.source == "{{b}} and {{ a }}, {{b}}")
    }
}
