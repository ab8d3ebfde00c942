public import ChatModel

/// Who a simulated customer is to the platform, and with which client it comes.
public struct CXoneCustomer: Hashable, Sendable {
    public var person: Person
    public var client: VendorClient
    /// Nil draws one; the same id twice is one customer with two devices, or one that returns.
    public var id: String?
    /// What the customer shows to be let in.
    public var credentials: Credentials

    public init(
        person: Person,
        client: VendorClient = .ios,
        id: String? = nil,
        credentials: Credentials = Credentials()
    ) {
        self.person = person
        self.client = client
        self.id = id
        self.credentials = credentials
    }

    /// From the identity provider of whoever runs the app; none for a channel without authorization.
    public struct Credentials: Hashable, Sendable {
        public var authorizationCode: String?
        /// Of the code, with PKCE.
        public var codeVerifier: String?

        public init(authorizationCode: String? = nil, codeVerifier: String? = nil) {
            self.authorizationCode = authorizationCode
            self.codeVerifier = codeVerifier
        }

        /// The keys of a profile's `credentials`.
        public static let keys = ["authorizationCode", "codeVerifier"]
    }
}
