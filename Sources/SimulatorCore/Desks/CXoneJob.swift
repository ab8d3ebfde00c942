import CXoneDialect
import Exchange
import TextForms

/// Something that a CXone desk does later.
enum CXoneJob: Sendable {
    case call(VisitID, CXoneRoute)
    case answer(SocketID, EchoedID, CXoneAnswer)
    /// Pushes a customer's message to all of the customer's sockets.
    case echo(CXonePlace)
    /// Pushes that a message was seen.
    case seen(CXonePlace)
    /// Takes the bot's next steps in a thread.
    case bot(customer: Int, thread: Int)
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
    case refused(OperationError.Code, StaticString)
}
