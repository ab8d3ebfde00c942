import CXoneDialect
import ChatModel
import Clockwork

// What the store holds, as the wire shows it.

extension CXoneDesk {
    /// Messages in one page of a history (ours; the vendor's number is not known).
    static var pageSize: Int { 25 }

    /// The thread with this id, or the customer's last; nil when there is none.
    func recovered(_ customer: Int, _ id: EchoedID?) -> ThreadRecovered? {
        let threads = store[customer].threads
        var found = threads.indices.last
        if let id { found = threads.firstIndex { EchoedID.uuid($0.id) == id } }
        guard let thread = found else { return nil }
        let page = page(customer, thread, before: threads[thread].messages.count)
        var recovered = ThreadRecovered(
            contact: contact(customer, thread),
            inboxAssignee: threads[thread].isAssigned ? setup.agent : nil,
            messages: page.messages,
            scrollToken: page.scrollToken,
            thread: threadObject(customer, thread)
        )
        recovered.ownerAssignee = recovered.inboxAssignee
        recovered.customerFields = store[customer].fields
        return recovered
    }

    /// Nil for a token that is not this thread's.
    func older(_ customer: Int, _ request: LoadMoreMessages) -> MoreMessagesLoaded? {
        let threads = store[customer].threads
        guard let thread = threads.firstIndex(where: { EchoedID.uuid($0.id) == request.thread }) else { return nil }
        if request.scrollToken.isEmpty { return MoreMessagesLoaded(messages: [], scrollToken: "") }
        guard request.scrollToken.hasPrefix(Self.tokenPrefix),
            let end = Int(request.scrollToken.dropFirst(Self.tokenPrefix.count)),
            end > 0, end <= threads[thread].messages.count
        else { return nil }
        let page = page(customer, thread, before: end)
        return MoreMessagesLoaded(messages: page.messages, scrollToken: page.scrollToken)
    }

    private static var tokenPrefix: String { "st-" }

    /// Newest first.
    ///
    /// The token is where the next older page ends: messages are only ever added behind it.
    private func page(
        _ customer: Int,
        _ thread: Int,
        before end: Int
    ) -> (messages: [MessageObject], scrollToken: String) {
        let start = max(0, end - Self.pageSize)
        let messages = (start..<end).reversed().map {
            object(CXonePlace(customer: customer, thread: thread, message: $0))
        }
        return (messages, start == 0 ? "" : "\(Self.tokenPrefix)\(start)")
    }

    func object(_ place: CXonePlace) -> MessageObject {
        let customer = store[place.customer]
        let thread = customer.threads[place.thread]
        let message = thread.messages[place.message]
        let id = EchoedID.uuid(message.id)
        var object = MessageObject(
            id: id.spelling,  // ours: the server's own id is the same
            message: id,
            thread: .uuid(thread.id),
            text: message.text,
            createdAt: message.createdAt,
            author: message.author == .customer ? .customer(customer.identity) : .agent(setup.agent)
        )
        object.parameters = message.parameters
        object.attachments = message.attachments
        object.rich = message.rich
        object.postback = message.postback
        object.isAiGenerated = message.author == .ai
        object.seenAt = message.seenAt
        object.contactNumber = String(thread.number)
        return object
    }

    func contact(_ customer: Int, _ thread: Int) -> CaseObject {
        let thread = store[customer].threads[thread]
        return CaseObject(
            id: "case-\(thread.number)",
            thread: .uuid(thread.id),
            status: thread.status,
            statusUpdatedAt: thread.statusAt,
            createdAt: thread.createdAt,
            customFields: thread.fields
        )
    }

    func threadObject(_ customer: Int, _ thread: Int) -> ThreadObject {
        let channel = setup.channels[store[customer].channel].rules.channelId
        let thread = store[customer].threads[thread]
        var object = ThreadObject(
            thread: .uuid(thread.id),
            channel: channel,
            createdAt: thread.createdAt,
            updatedAt: thread.updatedAt
        )
        object.name = thread.name
        object.canAddMoreMessages = !thread.isClosed
        return object
    }
}
