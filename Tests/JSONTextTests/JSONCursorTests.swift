import JSONText
import Testing

@Suite struct JSONCursorTests {
    private static let text =
        #"{"a":{"n":-3,"z":null,"s":"x\"y","list":[1,"two",{"k":true}]},"d":2.5,"u":18446744073709551615}"#

    @Test func absentAndNullAreNothing() throws {
        try Self.read { root throws(JSONFault) in
            #expect(try root.textIfPresent("a/s") == "x\"y")
            #expect(try root.textIfPresent("a/z") == nil)
            #expect(try root.textIfPresent("a/q") == nil)
            #expect(try root.integer("a/q", absent: 4) == 4)
            #expect(root.has("a/n") && !root.has("a/z") && !root.has("d/q"))
            #expect(root.isText("a/s") && !root.isText("a/n") && root.isObject("a") && !root.isObject("a/list"))
        }
    }

    @Test func partsAreLent() throws {
        try Self.read { root throws(JSONFault) in
            #expect(try root.count("a/list") == 3)
            #expect(try root.within("a") { (part) throws(JSONFault) in try part.integer("n") } == -3)
            var keys: [String] = []
            try root.eachMember("a") { (key, value) throws(JSONFault) in
                keys.append(key.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
                if keys.count == 1 { #expect(try value.integer("") == -3) }
            }
            #expect(keys == ["n", "z", "s", "list"])
        }
    }

    @Test func aValueIsCopiedAsItStands() throws {
        var copy: [UInt8] = []
        try Self.read { root throws(JSONFault) in try root.append("", to: &copy) }
        #expect(String(decoding: copy, as: UTF8.self) == Self.text)
        #expect(throws: JSONFault.self) {
            try Self.read { root throws(JSONFault) in try root.append("q", to: &copy) }
        }
    }

    @Test(arguments: [0, 7, -1, 1_234_567, Int.max, Int.min])
    func integersAreWritten(value: Int) {
        var bytes: [UInt8] = []
        JSONWriter.append(integer: value, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == String(value))
    }

    private static func read(_ body: (JSONCursor) throws(JSONFault) -> Void) throws {
        let bytes = Array(text.utf8)
        var reader = JSONReader(capacity: 4_096)
        try reader.read(bytes.span.bytes, body)
    }
}
