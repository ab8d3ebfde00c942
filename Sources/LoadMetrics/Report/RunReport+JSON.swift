import Clockwork
import JSONText
import TextForms

extension RunReport {
    /// The result for machines, as `summary.json` holds it.
    ///
    /// Its keys are a promise: what is added comes with new ones.
    public func summaryJSON() -> [UInt8] {
        JSONOutline.document { page in
            page.integer("schemaVersion", 1)
            write(identity, to: &page)
            page.text("verdict", verdict.rawValue)
            page.integer("exitCode", exitCode)
            write(customers, to: &page)
            page.object("throughput") { write(throughput, to: &$0) }
            write(generator, to: &page)
            if let simulator { write(simulator, to: &page) }
            if let tls { write(tls, to: &page) }
            page.list("phases") { list in
                for phase in phases { list.object { write(phase, to: &$0) } }
            }
            page.list("metrics") { writeMetrics(to: &$0) }
            page.object("counters") { writeCounters(to: &$0) }
            page.object("delivery", inline: true) { object in
                for entry in delivery.named { object.integer(entry.key, entry.count) }
            }
            page.list("thresholds") { list in
                for threshold in thresholds { list.object(inline: true) { write(threshold, to: &$0) } }
            }
            page.list("warnings") { list in
                for warning in warnings { list.text(warning) }
            }
        }
    }

    private func write(_ identity: RunIdentity, to page: inout JSONOutline) {
        page.object("tool", inline: true) { object in
            object.text("name", identity.toolName)
            object.text("version", identity.toolVersion)
        }
        page.object("profile", inline: true) { object in
            object.text("name", identity.profileName)
            object.text("sha256", identity.profileSHA256)
        }
        page.object("run") { object in
            object.text("id", identity.id)
            object.text("start", identity.start.text)
            object.text("end", identity.end.text)
            object.integer("seed", identity.seed)
            object.text("target", identity.target)
            object.integer("shards", identity.shards)
        }
    }

    private func write(_ customers: CustomerCounts, to page: inout JSONOutline) {
        page.object("customers", inline: true) { object in
            object.integer("started", customers.started)
            object.integer("finished", customers.finished)
            object.integer("failed", customers.failed)
            object.integer("dropped", customers.dropped)
            object.integer("peak", customers.peak)
        }
    }

    private func write(_ throughput: Throughput, to object: inout JSONOutline) {
        object.number("turnsPerSecond", throughput.turnsPerSecond.thousandths)
        object.number("messagesSentPerSecond", throughput.messagesSentPerSecond.thousandths)
        object.number("messagesReceivedPerSecond", throughput.messagesReceivedPerSecond.thousandths)
        object.number("bytesSentPerSecond", throughput.bytesSentPerSecond.thousandths)
        object.number("bytesReceivedPerSecond", throughput.bytesReceivedPerSecond.thousandths)
        object.number("peakMessagesPerSecond", throughput.peakMessagesPerSecond)
    }

    private func write(_ generator: GeneratorHealth, to page: inout JSONOutline) {
        page.object("generator") { object in
            object.number("cpuSeconds", generator.cpuSeconds.thousandths)
            object.integer("maxRssBytes", generator.maxRSSBytes)
            object.number("allocatedBytes", generator.allocatedBytes.map { Double($0) })
            object.number("residentBytes", generator.residentBytes.map { Double($0) })
            object.number("bytesPerCustomer", generator.bytesPerCustomer?.rounded())
            object.number("schedulerLagP99Ms", schedulerLagP99Milliseconds)
            object.integer("loops", generator.loops)
        }
    }

    private func write(_ simulator: SimulatorHealth, to page: inout JSONOutline) {
        page.object("simulator") { object in
            object.number("cpuSeconds", simulator.cpuSeconds.thousandths)
            object.integer("maxRssBytes", simulator.maxRSSBytes)
            object.number("bytesPerCustomer", simulator.bytesPerCustomer?.rounded())
            object.number("busiestSecondShare", simulator.busiestShare.thousandths)
            object.number("fullSeconds", simulator.fullSeconds.thousandths)
        }
    }

    private func write(_ tls: TLSOutcome, to page: inout JSONOutline) {
        page.object("tls", inline: true) { object in
            object.integer("handshakes", tls.handshakes)
            object.integer("resumed", tls.resumed)
            object.flag("insecure", tls.isInsecure)
        }
    }

    private func write(_ phase: PhaseOutcome, to object: inout JSONOutline) {
        object.text("name", phase.name)
        object.number("askedRate", phase.askedRate?.thousandths)
        object.number("reachedRate", phase.reachedRate.thousandths)
        object.number("durationSeconds", phase.durationSeconds.thousandths)
        object.object("throughput", inline: true) { write(phase.throughput, to: &$0) }
    }

    private func writeMetrics(to list: inout JSONOutline) {
        for metric in LatencyMetric.allCases {
            for reading in LatencyReading.allCases {
                let perPhase = totals.seriesPhases.flatMap { MetricEntry.all(metric, reading, of: totals, phase: $0) }
                for entry in MetricEntry.all(metric, reading, of: totals) + perPhase { write(entry, to: &list) }
            }
        }
        for rate in RateMetric.allCases {
            write(rate, totals.tally(rate), phase: nil, to: &list)
            for phase in totals.phases.indices where totals.phases[phase].isRecorded {
                write(rate, totals.tally(rate, phase: phase), phase: totals.phases[phase].name, to: &list)
            }
        }
    }

    private func write(_ entry: MetricEntry, to list: inout JSONOutline) {
        list.object(inline: true) { object in
            object.text("name", entry.name)
            object.text("type", "trend")
            object.text("unit", "ms")
            object.object("tags") { tags in
                for tag in entry.tags { tags.text(tag.key, tag.value) }
            }
            object.object("values") { values in
                values.integer("count", entry.histogram.count)
                values.number("min", entry.histogram.min.map { Double($0) / 1_000 })
                values.number("avg", entry.histogram.mean.map { ($0 / 1_000).thousandths })
                values.number("med", entry.histogram.percentile(50).map { Double($0) / 1_000 })
                for (name, percent) in MetricEntry.percentiles {
                    values.number(name, entry.histogram.percentile(percent).map { Double($0) / 1_000 })
                }
                values.number("max", entry.histogram.max.map { Double($0) / 1_000 })
            }
        }
    }

    private func write(_ rate: RateMetric, _ tally: RateTally, phase: String?, to list: inout JSONOutline) {
        guard tally.attempts > 0 else { return }
        list.object(inline: true) { object in
            object.text("name", rate.name)
            object.text("type", "rate")
            object.text("unit", "ratio")
            object.object("tags") { tags in
                if let phase { tags.text("phase", phase) }
            }
            object.object("values") { values in
                values.integer("count", tally.attempts)
                values.integer("failed", tally.failures)
                values.number("rate", tally.rate)
            }
        }
    }

    private func writeCounters(to object: inout JSONOutline) {
        for counter in CounterMetric.allCases {
            object.integer(counter.name, totals.counters[counter])
            guard let key = counter.tagKey else { continue }
            for entry in totals.counters.tagged(counter) {
                object.integer("\(counter.name){\(key):\(entry.value)}", entry.amount)
            }
        }
    }

    private func write(_ threshold: ThresholdResult, to object: inout JSONOutline) {
        object.text("metric", threshold.metric)
        object.text("expression", threshold.expression)
        object.number("value", threshold.value)
        object.integer("samples", threshold.samples)
        object.flag("passed", threshold.passed)
    }
}

extension RunReport {
    /// Nil when no loop ever turned.
    var schedulerLagP99Milliseconds: Double? {
        totals.lag.percentile(99).map { Double($0) / 1_000 }
    }
}

extension WallTime {
    /// In ISO 8601, to the millisecond.
    fileprivate var text: String {
        var bytes: [UInt8] = []
        ISO8601Text.append(self, .zuluWithMilliseconds, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Double {
    /// Without digits that mean nothing.
    fileprivate var thousandths: Double { (self * 1_000).rounded() / 1_000 }
}
