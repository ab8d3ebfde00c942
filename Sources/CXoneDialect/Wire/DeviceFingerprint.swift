/// What a client says about its device; all customers of one kind have the same.
package enum DeviceFingerprint: Sendable {
    package static func json(of client: VendorClient) -> StaticString {
        switch client {
        case .ios:
            #"{"country":"US","language":"en","applicationType":"native","os":"iOS","osVersion":"18.4","deviceType":"mobile"}"#
        case .android:
            #"{"country":"US","language":"en","applicationType":"native","os":"Android","osVersion":"15","deviceType":"mobile"}"#
        case .web:
            """
            {"browser":"Firefox","browserVersion":"140","country":"","ip":null,"language":"en-GB",\
            "location":"Europe/London","os":"Linux","osVersion":null,"deviceType":"desktop",\
            "applicationType":"browser"}
            """
        }
    }

    /// The member that holds it in a message.
    package static func key(of client: VendorClient) -> StaticString {
        client == .web ? #","browserFingerprint":"# : #","deviceFingerprint":"#
    }
}
