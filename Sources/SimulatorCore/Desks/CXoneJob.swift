import CXoneDialect
import Exchange
import TextForms

/// Something that a CXone desk does later.
enum CXoneJob: Sendable {
    case call(VisitID, CXoneRoute)
    /// A call whose body was read when it came.
    case reply(VisitID, CXoneReply)
    case answer(SocketID, EchoedID, CXoneAnswer)
    /// Pushes a customer's message to all of the customer's sockets.
    case echo(CXonePlace)
    /// Pushes that a message was seen.
    case seen(CXonePlace)
    /// Pushes that a case is open or closed, or greets a customer.
    case status(customer: Int, thread: Int)
    case welcome(customer: Int)
    /// Takes the bot's next steps in a thread.
    case bot(customer: Int, thread: Int)
}

/// The answer to a call, decided when it came.
enum CXoneReply: Sendable {
    case token(TransactionToken)
    case file(url: String)
    case fileRefused(channel: Int)
    case failed(UInt16, APIError)
}

/// Where a message stands in the store.
struct CXonePlace: Sendable {
    var customer: Int
    var thread: Int
    var message: Int
}

/// The answer to one request.
enum CXoneAnswer: Sendable {
    case acknowledged
    case authorized(customer: Int)
    case reconnected
    case refreshed(customer: Int)
    /// Of the thread with this id, or of the customer's last.
    case recovered(customer: Int, EchoedID?)
    case older(customer: Int, LoadMoreMessages)
    case listed(customer: Int)
    /// Of the thread with this id.
    case metadata(customer: Int, EchoedID)
    /// A thread's name or end, or a transcript: nothing of the answer is read.
    case changed(ServerEventType)
    case refused(OperationError.Code, StaticString)
}
