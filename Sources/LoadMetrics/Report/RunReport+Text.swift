import Clockwork
import TextForms

extension RunReport {
    /// The result for people, in k6's manner: thresholds first, the verdict last.
    public func summaryText(style: SummaryStyle = .plain, width: Int = 100) -> String {
        var page = SummaryPage(style: style, width: max(60, width))
        writeHead(on: &page)
        writeThresholds(on: &page)
        writeLatencies(on: &page)
        writePhases(on: &page)
        writeRun(on: &page)
        writeEnd(on: &page)
        return page.text
    }

    private func writeHead(on page: inout SummaryPage) {
        page.line()
        page.ends(
            "  profile \(identity.profileName) (sha256 \(identity.profileSHA256.prefix(12)))  seed \(identity.seed)"
                + "  target \(identity.target)",
            "\(identity.toolName) \(identity.toolVersion)  \(identity.start.secondsText)"
        )
        var health = ["lag p99 " + (schedulerLagP99Milliseconds.map(Figure.time) ?? "unknown")]
        health.append("cpu \(Figure.significant(generator.cpuSeconds)) s of \(Figure.significant(identity.seconds)) s")
        health.append("rss \(Figure.bytes(Double(generator.maxRSSBytes)))")
        if let bytes = generator.bytesPerCustomer { health.append("\(Figure.bytes(bytes)) a customer") }
        health.append(generator.loops == 1 ? "1 loop" : "\(generator.loops) loops")
        health.append("dropped \(Figure.count(customers.dropped))")
        page.paragraph("generator: " + health.joined(separator: " · "), indent: 2)
        if let simulator { write(simulator, on: &page) }
        if let warning = tls?.warning { page.paragraph("! " + warning, indent: 2, ink: .bad) }
    }

    private func write(_ simulator: SimulatorHealth, on page: inout SummaryPage) {
        let share = Int((simulator.busiestShare * 100).rounded())
        var health = ["cpu \(Figure.significant(simulator.cpuSeconds)) s, busiest second \(share)% of its core"]
        health.append("rss \(Figure.bytes(Double(simulator.maxRSSBytes)))")
        if let bytes = simulator.bytesPerCustomer { health.append("\(Figure.bytes(bytes)) a customer") }
        page.paragraph("simulator: " + health.joined(separator: " · "), indent: 2)
    }

    private func writeThresholds(on page: inout SummaryPage) {
        let failed = thresholds.count { !$0.passed }
        let tally = thresholds.isEmpty ? "none" : "\(thresholds.count - failed) passed, \(failed) failed"
        page.title("THRESHOLDS", tally)
        let rows = thresholds.map { (result: $0, cells: [$0.expression, $0.reachedText, $0.samplesText]) }
        let widths = (0..<2).map { column in rows.map(\.cells[column].count).max() ?? 0 }
        var metric: String?
        for (result, cells) in rows {
            if result.metric != metric { page.line("    " + result.metric) }
            metric = result.metric
            let mark = result.passed ? page.style.text("✓", .good) : page.style.text("✗", .bad)
            let columns = "\(SummaryPage.left(cells[0], widths[0]))   \(SummaryPage.left(cells[1], widths[1]))   "
            page.line("      \(mark) \(columns)\(cells[2])")
        }
    }

    private func writeLatencies(on page: inout SummaryPage) {
        let table = LatencyTable(totals, width: page.width)
        if table.rows.isEmpty {
            page.title("LATENCY", "no samples")
            return
        }
        page.title("LATENCY")
        page.line("    " + page.style.text(table.head, .strong))
        for row in table.rows {
            page.line("    " + (row.isFaint ? page.style.text(row.text, .faint) : row.text))
        }
        page.paragraph(
            "Response counts from the moment the plan wanted an action, service from the moment it was really sent; the "
                + "difference is the time that the generator or the connection made it wait.",
            indent: 4,
            ink: .faint
        )
    }

    private func writePhases(on page: inout SummaryPage) {
        guard !phases.isEmpty else { return }
        let heads = ["asked", "reached", "lasted", "turns", "messages", "reply p(95)"]
        let rows = phases.enumerated().map { index, phase in
            [
                phase.askedRate.map(Figure.rate) ?? "–",
                Figure.rate(phase.reachedRate),
                Figure.time(milliseconds: phase.durationSeconds * 1_000),
                Figure.rate(phase.throughput.turnsPerSecond),
                Figure.rate(phase.throughput.messagesSentPerSecond + phase.throughput.messagesReceivedPerSecond),
                replyText(phase, index),
            ]
        }
        let nameWidth = max(13, (phases.map(\.name.count).max() ?? 0) + 2)
        let widths = heads.indices.map { column in (rows.map(\.[column].count) + [heads[column].count]).max() ?? 0 }
        func row(_ cells: [String]) -> String {
            zip(cells, widths).map { "  " + SummaryPage.right($0, $1) }.joined()
        }
        page.line()
        page.line(page.style.text(SummaryPage.left("  █ PHASES", 4 + nameWidth) + row(heads), .strong))
        for (phase, cells) in zip(phases, rows) {
            page.line("    " + SummaryPage.left(phase.name, nameWidth) + row(cells))
        }
    }

    private func replyText(_ phase: PhaseOutcome, _ index: Int) -> String {
        guard phase.isRecorded else { return "not recorded" }
        guard index < PhaseLabel.seriesLimit else { return "in \(CounterTable.overflowValue)" }
        guard index < totals.phases.count,
            let reply = totals.histogram(.chatReply, .response, phase: index).percentile(95)
        else { return "–" }
        return Figure.time(milliseconds: Double(reply) / 1_000)
    }

    private func writeRun(on page: inout SummaryPage) {
        let counters = totals.counters
        func counted(_ label: String, _ counter: CounterMetric) -> String {
            "\(label) \(Figure.count(counters[counter]))"
        }
        page.title("RUN")
        page.leader(
            "customers",
            [
                "started \(Figure.count(customers.started))", "finished \(Figure.count(customers.finished))",
                "failed \(Figure.count(customers.failed))", "dropped \(Figure.count(customers.dropped))",
                "peak \(Figure.count(customers.peak))",
            ]
        )
        page.leader("turns", ["\(Figure.count(counters[.turns])) (\(Figure.rate(throughput.turnsPerSecond)))"])
        page.leader(
            "messages",
            [
                counted("sent", .messagesSent) + " (\(Figure.rate(throughput.messagesSentPerSecond)))",
                counted("received", .messagesReceived) + " (\(Figure.rate(throughput.messagesReceivedPerSecond)))",
                "peak \(Figure.rate(throughput.peakMessagesPerSecond))", counted("by AI", .messagesAIGenerated),
                counted("typing", .typingEvents),
            ]
        )
        page.leader("delivery", delivery.named.map { "\($0.label) \(Figure.count($0.count))" })
        page.leader(
            "data",
            [
                "sent \(Figure.bytes(Double(counters[.bytesSent])))",
                "received \(Figure.bytes(Double(counters[.bytesReceived])))",
            ]
        )
        page.leader("failed attempts", RateMetric.allCases.map { "\($0.name) \(text(of: totals.tally($0)))" })
        page.leader("reconnects", [Figure.count(counters[.reconnects])])
        if let tls {
            let trust = tls.isInsecure ? ["certificates NOT CHECKED"] : []
            page.leader(
                "tls",
                ["handshakes \(Figure.count(tls.handshakes))", "resumed \(Figure.count(tls.resumed))"] + trust
            )
        }
        if counters[.stormDropped] > 0 {
            let recovery = totals.histogram(.stormRecovery, .response)
            let isMost = 100 * counters[.stormReturned] >= 95 * counters[.stormDropped]
            let most = (isMost ? recovery.percentile(95) : nil).map { microseconds in
                "95 % of them after \(Figure.time(milliseconds: Double(microseconds) / 1_000))"
            }
            page.leader(
                "storms",
                [counted("dropped", .stormDropped), counted("back", .stormReturned)] + [most].compactMap(\.self)
            )
        }
        page.leader("ws_closed", tagged(.wsClosed))
        page.leader("errors", tagged(.errors) + [counted("frames unrecognized", .framesUnrecognized)])
    }

    private func text(of tally: RateTally) -> String {
        guard let rate = tally.rate else { return "–" }
        return "\(Figure.share(rate)) (\(Figure.count(tally.failures)) of \(Figure.count(tally.attempts)))"
    }

    private func tagged(_ counter: CounterMetric) -> [String] {
        let entries = totals.counters.tagged(counter)
        guard !entries.isEmpty else { return [totals.counters[counter] == 0 ? "none" : "\(totals.counters[counter])"] }
        return entries.map { "\($0.value)=\(Figure.count($0.amount))" }
    }

    private func writeEnd(on page: inout SummaryPage) {
        page.line()
        for warning in warnings { page.paragraph("! " + warning, indent: 2, ink: .bad) }
        let missed = thresholds.filter { !$0.passed }
        let reason =
            missed.isEmpty
            ? "" : "  \(missed.count) of \(thresholds.count) threshold\(thresholds.count == 1 ? "" : "s") missed"
        let word = "\(verdict.rawValue.uppercased()) (\(exitCode))"
        page.line("  result: " + page.style.text(word, verdict == .passed ? .good : .bad) + reason)
        for result in missed {
            page.line("    \(result.metric): \(result.missText)")
        }
    }
}

extension WallTime {
    /// In ISO 8601, to the second.
    fileprivate var secondsText: String {
        var bytes: [UInt8] = []
        ISO8601Text.append(self, .zulu, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
