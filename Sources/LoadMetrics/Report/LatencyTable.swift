/// The latencies of a summary in columns; those that matter least go first where the width does not hold all.
struct LatencyTable {
    struct Row {
        var text: String
        var isFaint: Bool
    }

    private struct Column {
        var name: String
        /// The lowest are kept longest.
        var rank: Int
        var value: (LatencyHistogram) -> Double?
    }

    let head: String
    let rows: [Row]

    private static let cellWidth = 8

    init(_ totals: MetricTotals, width: Int) {
        let entries = Self.entries(totals)
        let labelWidth = max(20, entries.map(\.label.count).max() ?? 0)
        let countWidth = max(7, entries.map { Figure.count(Int($0.histogram.count)).count }.max() ?? 0)
        let room = (width - 4 - labelWidth - 2 - countWidth) / Self.cellWidth
        let columns = Self.columns.filter { $0.rank < room }
        head =
            SummaryPage.left("", labelWidth + 2) + SummaryPage.right("n", countWidth)
            + columns.map { SummaryPage.right($0.name, Self.cellWidth) }.joined()
        rows = entries.map { entry in
            let cells = columns.map { column in
                let text = column.value(entry.histogram).map { Figure.time(milliseconds: $0 / 1_000) } ?? "–"
                return SummaryPage.right(text, Self.cellWidth)
            }
            let count = SummaryPage.right(Figure.count(Int(entry.histogram.count)), countWidth)
            return Row(
                text: SummaryPage.dotted(entry.label, labelWidth) + ": " + count + cells.joined(),
                isFaint: entry.isFaint
            )
        }
    }

    private static var columns: [Column] {
        [
            Column(name: "avg", rank: 4) { $0.mean },
            Column(name: "min", rank: 7) { $0.min.map { Double($0) } },
            Column(name: "med", rank: 2) { $0.percentile(50).map { Double($0) } },
            Column(name: "p(90)", rank: 6) { $0.percentile(90).map { Double($0) } },
            Column(name: "p(95)", rank: 0) { $0.percentile(95).map { Double($0) } },
            Column(name: "p(99)", rank: 1) { $0.percentile(99).map { Double($0) } },
            Column(name: "p(99.9)", rank: 5) { $0.percentile(99.9).map { Double($0) } },
            Column(name: "max", rank: 3) { $0.max.map { Double($0) } },
        ]
    }

    /// A metric's response, its service below it, then its tags, where there are several.
    private static func entries(
        _ totals: MetricTotals
    ) -> [(label: String, histogram: LatencyHistogram, isFaint: Bool)] {
        LatencyMetric.allCases.flatMap { metric in
            let response = MetricEntry.all(metric, .response, of: totals)
            let service = MetricEntry.all(metric, .service, of: totals)
            let heads = response.prefix(1).map { (label: $0.name, histogram: $0.histogram, isFaint: false) }
            let twins = service.prefix(1).map { (label: "  service", histogram: $0.histogram, isFaint: true) }
            let tags = response.dropFirst().flatMap { entry in
                entry.tags.map { (label: "  {\($0.key):\($0.value)}", histogram: entry.histogram, isFaint: false) }
            }
            return heads + twins + tags
        }
    }
}
