import ChatModel
import JSONText

/// `customers[].data` and `customers[].identity`: rows of a file, and who is made of them.
extension ProfileReading {
    mutating func data(_ value: inout ValueReader) -> DataTable? {
        let isOpen = isOpenModel
        var found: (path: String, text: String)?
        let order = value.object { data -> DataTable.Order? in
            found = data.required("file") { self.file(&$0) }
            let orders = DataTable.Order.allCases.map { ($0.rawValue, $0) }
            let order = data.optional("order") { $0.choice(orders) } ?? .sequential
            if order == .unique, !isOpen {
                data.fail(
                    "order",
                    "\"unique\" needs the open model, where it is known before how many come; use \"sequential\""
                )
            }
            return order
        }
        guard let order, let found else { return nil }
        do throws(DocumentProblems) {
            return try DataTable(found.text, file: found.path, order: order)
        } catch {
            elsewhere += error.all.filter { !elsewhere.contains($0) }
            return nil
        }
    }

    func identity(_ object: inout ObjectReader) -> CustomerGroup.Identity? {
        let firstName = object.required("firstName") { $0.template(places: places) }
        let lastName = object.optional("lastName") { $0.template(places: places) } ?? Template("")
        let id = object.optional("id") { $0.template(places: places) }
        return firstName.map { CustomerGroup.Identity(firstName: $0, lastName: lastName, id: id) }
    }
}

extension LoadProfile {
    /// Of data whose rows may be had once: whether there are enough for all who will come.
    func lackingRows(file: String) -> [DocumentProblem] {
        guard customers.contains(where: { $0.data?.order == .unique }) else { return [] }
        let groups = GroupChoice(customers, seed: seed)
        var counts = customers.map { _ in 0 }
        for arrival in ArrivalPlan(load, seed: seed) { counts[groups.group(of: arrival.number)] += 1 }
        return customers.indices.compactMap { index in
            let group = customers[index]
            guard let data = group.data, data.order == .unique, data.count < counts[index] else { return nil }
            return DocumentProblem(
                file: file,
                place: TextPlace(line: 1, column: 1),
                path: "$.customers[\(index)].data",
                message: "\(counts[index]) customers of \"\(group.name)\" will come, and \(data.file) has"
                    + " \(data.count) rows; add rows, lower the arrivals, or use \"order\": \"sequential\""
            )
        }
    }
}
