import JSONText
import Testing

@Suite struct JSONOutlineTests {
    @Test func membersStandInOrderAndSmallObjectsOnOneLine() {
        let bytes = JSONOutline.document { page in
            page.text("name", "a \"b\"\n")
            page.integer("huge", UInt64.max)
            page.number("share", 0.25)
            page.number("none", nil)
            page.object("inline", inline: true) { object in
                object.flag("yes", true)
                object.object("deep") { $0.integer("n", -1) }
                object.list("empty") { _ in }
            }
            page.list("rows") { list in
                list.text("one")
                list.object(inline: true) { $0.number("whole", 3) }
            }
            page.object("nothing") { _ in }
        }
        #expect(
            String(decoding: bytes, as: UTF8.self) == #"""
                {
                  "name": "a \"b\"\n",
                  "huge": 18446744073709551615,
                  "share": 0.25,
                  "none": null,
                  "inline": { "yes": true, "deep": { "n": -1 }, "empty": [] },
                  "rows": [
                    "one",
                    { "whole": 3 }
                  ],
                  "nothing": {}
                }

                """#
        )
    }

    @Test(arguments: [
        (0.0, "0"), (-0.0, "0"), (412.613, "412.613"), (1e21, "1e+21"), (1e-7, "1e-07"), (-2.5, "-2.5"),
        (.infinity, "null"), (.nan, "null"), (123_456_789_012, "123456789012"),
    ])
    func numbersReadBackAsTheyWere(number: Double, text: String) throws {
        var bytes: [UInt8] = []
        JSONWriter.append(number: number, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == text)
        guard number.isFinite else { return }
        let document = try JSONDocument(file: "", text: "{\"n\":\(text)}")
        #expect(document.root["n"]?.value == .number(number))
    }
}
