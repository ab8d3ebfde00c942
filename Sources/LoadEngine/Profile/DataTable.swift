import Clockwork
import JSONText

/// Rows of a file that customers are made of: one for each, by names.
public struct DataTable: Hashable, Sendable {
    /// Which row a customer gets.
    public enum Order: String, CaseIterable, Hashable, Sendable {
        /// The next one, and none twice in a run.
        case unique
        /// Any, drawn for each customer.
        case random
        /// The next one, and after the last the first again.
        case sequential
    }

    public var file: String
    public var order: Order
    public private(set) var columns: [String]
    private var rows: [[String]]

    public var count: Int { rows.count }

    /// A file that ends in `.ndjson` or `.jsonl` has an object on each line, any other is comma-separated with names in
    /// the first line.
    init(_ text: String, file: String, order: Order) throws(DocumentProblems) {
        self.file = file
        self.order = order
        let isLines = file.hasSuffix(".ndjson") || file.hasSuffix(".jsonl")
        var table = isLines ? RowReading(lines: text, file: file) : RowReading(csv: text, file: file)
        if table.problems.isEmpty, table.rows.isEmpty {
            table.fail(line: 1, "the file holds no rows")
        }
        guard table.problems.isEmpty else { throw DocumentProblems(table.problems) }
        columns = table.columns
        rows = table.rows
    }

    /// The row of the customer who is the `rank`-th of its group, from 0.
    func row(ofRank rank: Int, using random: inout SeededRandom) -> Row {
        switch order {
        case .unique, .sequential: Row(columns: columns, values: rows[rank % rows.count])
        case .random: Row(columns: columns, values: rows[random.index(below: rows.count)])
        }
    }

    /// One customer's; its lists are the table's own.
    struct Row: Hashable, Sendable {
        let columns: [String]
        let values: [String]

        /// The value of a place such as `data.email`.
        func value(of place: String) -> String? {
            guard place.hasPrefix(DataTable.prefix) else { return nil }
            let name = place.dropFirst(DataTable.prefix.count)
            return columns.firstIndex { $0 == name }.map { values[$0] }
        }
    }

    static let prefix = "data."
}

/// One reading of a file of rows.
private struct RowReading {
    private(set) var columns: [String] = []
    private(set) var rows: [[String]] = []
    private(set) var problems: [DocumentProblem] = []
    private let file: String

    mutating func fail(line: Int, _ message: String) {
        let place = TextPlace(line: line, column: 1)
        problems.append(DocumentProblem(file: file, place: place, path: "$", message: message))
    }

    // MARK: Comma-separated

    init(csv text: String, file: String) {
        self.file = file
        var fields: [String] = []
        var field = ""
        var line = 1
        var start = 1
        var isQuoted = false
        var wasQuoted = false
        var rest = (text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...])[...]
        func isBlank() -> Bool { fields.isEmpty && field.isEmpty && !wasQuoted }
        while let character = rest.popFirst() {
            if isQuoted {
                if character == "\"", rest.first == "\"" {
                    field.append("\"")
                    rest.removeFirst()
                } else if character == "\"" {
                    isQuoted = false
                } else {
                    if character.isNewline { line += 1 }
                    field.append(character)
                }
            } else if character == "\"", field.isEmpty, !wasQuoted {
                isQuoted = true
                wasQuoted = true
            } else if character == "," {
                fields.append(field)
                (field, wasQuoted) = ("", false)
            } else if character.isNewline {
                if !isBlank() { take(fields + [field], line: start) }
                (fields, field, wasQuoted) = ([], "", false)
                line += 1
                start = line
            } else if wasQuoted {
                fail(line: line, "a quoted field is followed by \"\(character)\"; a comma or the line's end is allowed")
                return
            } else {
                field.append(character)
            }
        }
        if isQuoted {
            fail(line: start, "a quoted field has no end")
            return
        }
        if !isBlank() { take(fields + [field], line: start) }
    }

    private mutating func take(_ fields: [String], line: Int) {
        if columns.isEmpty {
            columns = fields.map { Self.trimmed($0) }
            for (index, name) in columns.enumerated() {
                if name.isEmpty { fail(line: line, "column \(index + 1) has no name") }
                if columns[..<index].contains(name) { fail(line: line, "the column \"\(name)\" stands twice") }
            }
        } else if fields.count == columns.count {
            rows.append(fields)
        } else {
            fail(line: line, "found \(fields.count) fields; the first line has \(columns.count)")
        }
    }

    private static func trimmed(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }

    // MARK: An object on each line

    init(lines text: String, file: String) {
        self.file = file
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() where line.contains(where: { !$0.isWhitespace }) {
            take(String(line), number: index + 1)
        }
    }

    private mutating func take(_ line: String, number: Int) {
        do throws(DocumentProblems) {
            let document = try JSONDocument(file: file, text: line)
            guard case .object(let members) = document.root.value else {
                return fail(line: number, "found \(document.root.summary); allowed: an object")
            }
            if columns.isEmpty { columns = members.map(\.key) }
            var row: [String] = []
            for column in columns {
                guard let value = members.first(where: { $0.key == column })?.value else {
                    return fail(line: number, "\"\(column)\" is missing, which the first line has")
                }
                guard let text = Self.text(of: value) else {
                    let found = value.summary
                    return fail(line: number, "\"\(column)\" is \(found); allowed: text, a number, true or false")
                }
                row.append(text)
            }
            if let other = members.first(where: { !columns.contains($0.key) }) {
                return fail(line: number, "\"\(other.key)\" is not in the first line")
            }
            rows.append(row)
        } catch {
            for var problem in error.all {
                problem.place.line += number - 1
                problems.append(problem)
            }
        }
    }

    private static func text(of node: JSONNode) -> String? {
        switch node.value {
        case .text(let text): text
        case .number, .flag: node.summary
        case .null, .list, .object: nil
        }
    }
}
