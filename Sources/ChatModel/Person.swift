/// The name of a customer or an agent.
public struct Person: Hashable, Sendable {
    public var firstName: String
    public var lastName: String

    public init(firstName: String, lastName: String) {
        self.firstName = firstName
        self.lastName = lastName
    }

    public var fullName: String { firstName + " " + lastName }
}
