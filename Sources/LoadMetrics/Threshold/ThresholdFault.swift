/// Why a threshold as written means nothing, in a sentence for the person who wrote it.
struct ThresholdFault: Error {
    var message: String

    init(_ message: String) {
        self.message = message
    }
}
