package import JSONText

/// The thread that an event is about: all that typing, seen and recover events carry.
package struct ThreadReference: Hashable, Sendable {
    package var thread: EchoedID

    package init(thread: EchoedID) {
        self.thread = thread
    }

    /// Reads a client's frame that must name a thread.
    package init(_ frame: JSONCursor) throws(JSONFault) {
        thread = try frame.id("payload/data/thread/idOnExternalPlatform")
    }

    /// Nil for a `RecoverThread` that means the customer's last thread: no data, none in it, or a thread without an id.
    package static func ifPresent(in frame: JSONCursor) throws(JSONFault) -> ThreadReference? {
        guard frame.has("payload/data/thread/idOnExternalPlatform") else { return nil }
        return try ThreadReference(frame)
    }

    /// The `data` object.
    package func append(to bytes: inout [UInt8]) {
        appendMember(to: &bytes, after: "{")
        JSONWriter.append("}", to: &bytes)
    }

    /// The member `thread` alone.
    package func appendMember(to bytes: inout [UInt8], after opening: StaticString) {
        JSONWriter.append(opening, to: &bytes)
        JSONWriter.append(#""thread":{"idOnExternalPlatform":"#, to: &bytes)
        thread.append(to: &bytes)
        JSONWriter.append("}", to: &bytes)
    }
}
