import Exchange

/// The sockets that stand at a desk.
///
/// A socket's number holds its place here, so an event finds it without a search, and how often the place was used, so an
/// event of one that is gone finds nothing.
struct DeskSockets: Sendable {
    private var places: [Place] = []
    private var free: [Int] = []

    private struct Place: Sendable {
        var uses = 0
        var isTaken = false
        var customer: Int?
        /// We began to close it: nothing more is said.
        var isClosing = false
    }

    mutating func take() -> SocketID {
        let place = free.popLast() ?? places.count
        if place == places.count { places.append(Place()) }
        places[place] = Place(uses: places[place].uses + 1, isTaken: true)
        return id(of: place)
    }

    mutating func leave(_ socket: SocketID) {
        guard let place = place(of: socket) else { return }
        places[place].isTaken = false
        free.append(place)
    }

    /// Nil for a socket that is not there, or not any more.
    func place(of socket: SocketID) -> Int? {
        let place = Int(truncatingIfNeeded: socket.owner.number)
        return places.indices.contains(place) && places[place].isTaken && id(of: place) == socket ? place : nil
    }

    func customer(at place: Int) -> Int? { places[place].customer }

    mutating func seat(_ customer: Int, at place: Int) {
        places[place].customer = customer
    }

    func isSilent(_ socket: SocketID) -> Bool {
        place(of: socket).map { places[$0].isClosing } ?? true
    }

    mutating func silence(_ socket: SocketID) {
        if let place = place(of: socket) { places[place].isClosing = true }
    }

    var standing: [SocketID] {
        places.indices.filter { places[$0].isTaken }.map(id)
    }

    private func id(of place: Int) -> SocketID {
        SocketID(owner: WireOwner(UInt64(place)), places[place].uses)
    }
}
