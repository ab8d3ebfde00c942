package import JSONText

/// The body that creates or updates a visitor (`PUT …/web-analytics/1.0/tenants/{brand}/visitors/{visitor}`).
package struct Visitor: Hashable, Sendable {
    package var customer: EchoedID

    package init(customer: EchoedID) {
        self.customer = customer
    }

    /// Reads the body.
    package init(_ body: JSONCursor) throws(JSONFault) {
        customer = try body.id("customerIdentity/idOnExternalPlatform")
    }

    package func append(_ client: VendorClient, to bytes: inout [UInt8]) {
        JSONWriter.append(#"{"customerIdentity":{"idOnExternalPlatform":"#, to: &bytes)
        customer.append(to: &bytes)
        JSONWriter.append(#"},"browserFingerprint":"#, to: &bytes)
        JSONWriter.append(DeviceFingerprint.json(of: client), to: &bytes)
        JSONWriter.append("}", to: &bytes)
    }
}
