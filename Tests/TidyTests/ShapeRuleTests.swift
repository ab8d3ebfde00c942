import Testing

/// A text in, findings out: names, comments and sizes.
@Suite struct ShapeRuleTests {
    private func file(_ text: String, name: String = "Room/File.swift") -> SourceFile {
        SourceFile(name: name, text: text)
    }

    @Test(arguments: [("struct Exchange {", 1), ("enum WireInfo {", 1), ("struct Orders {", 0), ("let database", 0)])
    func typeNamesAreJudged(text: String, findings: Int) {
        #expect(file(text).badTypeNames(rooms: ["Exchange"]).count == findings)
    }

    @Test(arguments: [
        ("func f() {\n    a\n}", 3, 0),
        ("    static func f<T>(_ a: [Int: T], b: (Int, Int) -> Void) -> T {\n    }", 2, 2),
        ("public init(\n    a: Int,\n    b: Int,\n    c: Int\n) {\n    x\n}", 7, 3),
        ("func f(a: Int)\nwhere T: U {\n}", 3, 1),
    ])
    func functionsAreMeasured(text: String, length: Int, parameters: Int) throws {
        let function = try #require(file(text).functions.first)
        #expect(function.length == length && function.parameters == parameters)
    }

    @Test func aProtocolsRequirementIsNoFunction() {
        #expect(file("protocol P {\n    func f(a: Int)\n    var g: Int { get }\n}").functions.isEmpty)
    }

    @Test(arguments: [
        ("public struct A {", 1), ("/// An a.\npublic struct A {", 0), ("/// An a.\n@frozen\npublic enum A {", 0),
        ("struct A {", 0), ("public final class A {", 1),
    ])
    func commentsAreMissed(text: String, findings: Int) {
        #expect(file(text).undocumentedPublicTypes.count == findings)
    }

    @Test(arguments: [
        ("Room/Orders.swift", "public struct Orders: ~Copyable {", true),
        ("Room/Orders+Text.swift", "extension Orders {", true),
        ("Room/Order.swift", "struct WireOrder {", true),
        ("Room/Array+Text.swift", "extension [UInt8] {", true),
        ("Room/Orders.swift", "struct Order {", false),
        ("Room/Orders.swift", "extension Order {  // of Orders", false),
        ("Room/Metrics.swift", "enum Metric {\n    // Metrics", false),
        ("loadgen/main.swift", "run()", true),
    ])
    func aFileIsNamedAfterAType(name: String, text: String, isSo: Bool) {
        #expect(file(text, name: name).isNamedAfterAType == isSo)
    }

    @Test func typesAreListed() {
        let types = file("public struct A {\n    enum B {\n// struct C {").types
        #expect(types.map(\.name) == ["A", "B"])
        #expect(types.map(\.isPublic) == [true, false] && types.map(\.isTop) == [true, false])
    }

    @Test func aTestThatNamesATypeCoversItsFile() {
        let body = String(repeating: "let a = 1\n", count: 30)
        let source = file("struct Outbox {\n" + body)
        #expect(source.isWorthATest && !file("struct Outbox {\n}").isWorthATest)
        #expect(source.isNamed(in: [file("let box = Outbox()", name: "RoomTests/OtherTests.swift")]))
        #expect(!source.isNamed(in: [file("let box = Outboxes()", name: "RoomTests/OtherTests.swift")]))
        #expect(source.isNamed(in: [file("", name: "RoomTests/FileTests.swift")]))
    }

    @Test func aRoomsOwnTypeIsTestedThroughAnother() {
        let body = String(repeating: "let a = 1\n", count: 30)
        let queue = file("struct Queue {\n" + body, name: "Room/Queue.swift")
        let outbox = file("public struct Outbox {\nvar queue: Queue\n", name: "Room/Outbox.swift")
        let stranger = file("public struct Inbox {\nvar queue: Queue\n", name: "Other/Inbox.swift")
        #expect(queue.isTested(through: [outbox]) && !queue.isTested(through: [stranger]))
        let more = file("extension Queue {\n" + body, name: "Room/Queue+More.swift")
        let test = file("Outbox()", name: "RoomTests/SomeTests.swift")
        #expect(SourceFile.tested(among: [more, queue, outbox], by: [test]).count == 3)
        let front = file("public struct Queue {\n" + body, name: "Room/Queue.swift")
        #expect(SourceFile.tested(among: [front, outbox], by: [test]) == ["Room/Outbox.swift"])
    }
}
