/// Lines of text for a fixed-width screen: titles, dotted leaders, columns.
struct SummaryPage {
    let style: SummaryStyle
    let width: Int
    private(set) var lines: [String] = []

    init(style: SummaryStyle, width: Int) {
        self.style = style
        self.width = width
    }

    var text: String { lines.map { $0 + "\n" }.joined() }

    mutating func line(_ text: String = "") {
        lines.append(String(text.reversed().drop { $0 == " " }.reversed()))
    }

    /// Two texts at the two ends of a line, or on a line each when they do not fit.
    mutating func ends(_ left: String, _ right: String, ink: SummaryStyle.Ink? = nil) {
        let gap = right.isEmpty ? 0 : width - left.count - right.count
        let shown = ink.map { style.text(left, $0) } ?? left
        if gap >= 2 {
            lines.append(shown + String(repeating: " ", count: gap) + right)
        } else {
            lines += right.isEmpty ? [shown] : [shown, "  " + right]
        }
    }

    mutating func title(_ title: String, _ right: String = "") {
        line()
        ends("  █ \(title)", right, ink: .strong)
    }

    /// A text broken between words, each line indented.
    mutating func paragraph(_ text: String, indent: Int, ink: SummaryStyle.Ink? = nil) {
        let margin = String(repeating: " ", count: indent)
        var row = ""
        for word in text.split(separator: " ") {
            if !row.isEmpty, indent + row.count + 1 + word.count > width {
                lines.append(margin + (ink.map { style.text(row, $0) } ?? row))
                row = ""
            }
            row += (row.isEmpty ? "" : " ") + word
        }
        if !row.isEmpty { lines.append(margin + (ink.map { style.text(row, $0) } ?? row)) }
    }

    /// `name.......: first  second`, broken between the parts where the line ends.
    mutating func leader(_ name: String, _ parts: [String], nameWidth: Int = 20) {
        let margin = 4 + nameWidth + 2
        var row = "    " + Self.dotted(name, nameWidth) + ": "
        var length = margin
        for (place, part) in parts.enumerated() {
            if place > 0, length + 2 + part.count > width {
                lines.append(row)
                row = String(repeating: " ", count: margin)
                length = margin
            } else if place > 0 {
                row += "  "
                length += 2
            }
            row += part
            length += part.count
        }
        lines.append(row)
    }

    static func dotted(_ name: String, _ width: Int) -> String {
        name + String(repeating: ".", count: max(0, width - name.count))
    }

    static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
