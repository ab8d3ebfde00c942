package import JSONText

/// Who a customer is: `customerIdentity`, or `consumerIdentity` with the same content.
package struct CustomerIdentity: Hashable, Sendable {
    package var id: EchoedID
    package var firstName: String?
    package var lastName: String?

    package init(id: EchoedID, firstName: String?, lastName: String?) {
        self.id = id
        self.firstName = firstName
        self.lastName = lastName
    }

    /// Reads the identity object itself.
    package init(_ object: JSONCursor) throws(JSONFault) {
        id = try object.id("idOnExternalPlatform")
        firstName = try object.textIfPresent("firstName")
        lastName = try object.textIfPresent("lastName")
    }

    package func append(to bytes: inout [UInt8]) {
        JSONWriter.append(#"{"idOnExternalPlatform":"#, to: &bytes)
        id.append(to: &bytes)
        if let firstName {
            JSONWriter.append(#","firstName":"#, to: &bytes)
            JSONWriter.append(string: firstName, to: &bytes)
        }
        if let lastName {
            JSONWriter.append(#","lastName":"#, to: &bytes)
            JSONWriter.append(string: lastName, to: &bytes)
        }
        JSONWriter.append("}", to: &bytes)
    }
}
