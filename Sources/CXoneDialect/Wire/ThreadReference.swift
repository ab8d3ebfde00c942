package import JSONText

/// The thread that an event is about: all that typing, seen and recover events carry.
package struct ThreadReference: Hashable, Sendable {
    package var thread: EchoedID
    package var name: String?

    package init(thread: EchoedID, name: String? = nil) {
        self.thread = thread
        self.name = name
    }

    /// Reads a client's frame that must name a thread.
    package init(_ frame: JSONCursor) throws(JSONFault) {
        thread = try frame.id("payload/data/thread/idOnExternalPlatform")
    }

    /// Reads a client's frame that gives the thread a name.
    package static func named(_ frame: JSONCursor) throws(JSONFault) -> ThreadReference {
        var reference = try ThreadReference(frame)
        reference.name = try frame.textIfPresent("payload/data/thread/threadName")
        return reference
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
        if let name {
            JSONWriter.append(#","threadName":"#, to: &bytes)
            JSONWriter.append(string: name, to: &bytes)
        }
        JSONWriter.append("}", to: &bytes)
    }

    /// The `data` of a recovery; Android says which of its two kinds of thread this is.
    package static func appendRecovery(of thread: EchoedID?, _ client: VendorClient, to bytes: inout [UInt8]) {
        switch (thread, client) {
        case (let thread?, .android):
            JSONWriter.append(#"{"thread":{"client_type":"thread_id","idOnExternalPlatform":"#, to: &bytes)
            thread.append(to: &bytes)
            JSONWriter.append("}}", to: &bytes)
        case (let thread?, _):
            ThreadReference(thread: thread).append(to: &bytes)
        case (nil, .android):
            JSONWriter.append(#"{"thread":{"client_type":"no_thread_id"}}"#, to: &bytes)
        case (nil, _):
            JSONWriter.append("{}", to: &bytes)
        }
    }
}
