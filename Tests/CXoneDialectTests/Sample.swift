import ChatModel
import Clockwork

@testable import CXoneDialect

/// The things that the fixtures speak of, as values.
enum Sample {
    static let thread = EchoedID("7b7f8a0e-0d53-44c6-9d2e-3f1c0a9b6a01")
    static let message = EchoedID("c0a80123-5a5b-4c8e-8a3e-2b2f9d8f7e10")
    static let older = EchoedID("2f3b2b0e-0a55-4d0c-9a0b-6f6a7a1f0001")
    static let channel = "chat_5b0d7a54-3c8e-4a2e-9a55-0c2f6d2f7a10"
    static let event = EchoedID("0b8f3a3e-6a0f-4a55-8a5f-7f5a3f6a9d11")
    static let eventValue: UInt128 = 0x0b8f_3a3e_6a0f_4a55_8a5f_7f5a_3f6a_9d11
    static let visitor: UInt128 = 0x6b1d_9a70_9d4e_4d0a_8b6c_0f7b_0d1f_4a22
    static let ada = CustomerIdentity(id: EchoedID("cust-001"), firstName: "Ada", lastName: "Lowe")
    static let place = ChannelPlace(brand: 1_234, channel: channel)
    static let sender = ClientSender(place: place, customer: ada, visitor: visitor)
    static let push = ServerPush(
        event: 0x9c2f_1f0e_11aa_4d2b_9f00_2b6f_0a1c_7d33,
        at: time(4_120),
        place: place
    )
    static let sam = AgentObject(
        id: 4_711,
        firstName: "Sam",
        surname: "Reed",
        nickname: "Sam R.",
        publicImageUrl: "https://img.example.test/a.png"
    )
    static let contact = CaseObject(
        id: "case-77",
        thread: thread,
        status: .open,
        statusUpdatedAt: time(4_000),
        createdAt: time(3_000),
        customFields: [CustomField(ident: "topic", value: "billing", updatedAt: time(0))]
    )
    static let threadObject = ThreadObject(
        thread: thread,
        channel: channel,
        createdAt: time(3_000),
        updatedAt: time(3_000)
    )

    /// So many milliseconds after 2026-07-01T09:15:00Z.
    static func time(_ milliseconds: Int64) -> WallTime {
        WallTime(milliseconds: 1_782_897_300_000 + milliseconds)
    }

    static func reply() -> MessageObject {
        var reply = MessageObject(
            id: "m-9",
            message: message,
            thread: thread,
            text: "Hi, how can I help?",
            createdAt: time(10_412),
            author: .agent(sam)
        )
        reply.isAiGenerated = true
        reply.contactNumber = "77"
        return reply
    }

    static func question() -> MessageObject {
        var question = reply()
        question.author = .customer(ada)
        question.isAiGenerated = false
        return question
    }

    static func olderQuestion() -> MessageObject {
        var question = question()
        question.id = "m-8"
        question.message = older
        question.createdAt = time(3_000)
        return question
    }
}
