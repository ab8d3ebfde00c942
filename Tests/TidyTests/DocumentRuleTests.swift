import Testing

/// A page in, findings out.
@Suite struct DocumentRuleTests {
    @Test(arguments: [
        ("# One\n\nText.\n", 0),
        ("# One\n\n```sh\n# no title\n```\n", 0),
        ("Text.\n\n# One\n", 1),
        ("# One\n\n# Two\n", 1),
        ("## None\n", 1),
        ("# One\n\nText. \n", 1),
        ("# One\n\n```\nsample \n```\n", 1),
    ])
    func formIsJudged(text: String, findings: Int) {
        #expect(Document(path: "a.md", text: text).findings.count == findings)
    }

    @Test func linksAreResolvedFromThePage() {
        let text = """
            # Page
            [one](bots.md), [two](../README.md#more), [three](https://example.invalid/x), [four](#here)
            Try `profiles/burst.json`, `./loadgen` and `results/x.json`; [five](./decisions/0001-a.md).
            ```
            `bots/none.json`
            ```
            """
        let promises = Document(path: "docs/page.md", text: text).promises
        #expect(
            promises.map(\.path) == [
                "docs/bots.md", "README.md", "docs/decisions/0001-a.md", "profiles/burst.json",
            ]
        )
        #expect(promises.map(\.line) == [2, 2, 3, 3])
    }

    @Test(arguments: [
        (["0001-a.md", "0002-b.md"], 0), (["0002-b.md", "0001-a.md"], 0), (["0001-a.md", "0003-b.md"], 1),
        (["0001-a.md", "0001-b.md"], 1), (["a.md"], 1), (["0000-a.md"], 1),
    ])
    func gapsAreFound(names: [String], findings: Int) {
        #expect(Document.gaps(in: names).count == findings)
    }

    @Test(arguments: [
        ("see .." + "/shared/x", 1), ("cd /" + "work/main", 1), ("as issue " + "#12 says", 1), ("Iss" + "ue 12", 1),
        ("two tiss" + "ues 12", 0), ("workload, /worked/", 0), ("an issue of taste", 0),
    ])
    func tracesAreFound(text: String, findings: Int) {
        #expect(Provenance.findings(in: text).count == findings)
    }
}
