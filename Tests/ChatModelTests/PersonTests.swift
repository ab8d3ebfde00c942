import ChatModel
import Testing

@Suite struct PersonTests {
    @Test func aFullNameHasBothParts() {
        #expect(Person(firstName: "Ada", lastName: "Byron").fullName == "Ada Byron")
    }
}
