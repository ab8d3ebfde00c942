public import Clockwork
import TextForms

/// Writes HdrHistogram's interval log: one line per series and second, readable by its tools in any language.
///
/// Values are microseconds, the maximum in each line is milliseconds, times are seconds since the start that the head
/// names. A series stands in a line's tag as `chat_reply_duration{phase:steady;author:ai}`, with semicolons because a
/// comma ends a tag, and the lateness of the loops as `scheduler_lag`.
public struct HistogramLog: Sendable {
    /// The tag of the loops' lateness.
    public static let lagTag = "scheduler_lag"

    private let phases: [String]
    private let steps: [String]

    public init(phases: [PhaseLabel], steps: [String] = []) {
        self.steps = steps.map { Self.tagText($0) }
        self.phases = phases.indices.map { Self.tagText(PhaseLabel.seriesName(of: $0, among: phases)) }
    }

    /// The lines that a log begins with; `tool` is who writes it, such as `loadgen 0.1.0`.
    public func head(tool: String, start: WallTime) -> [UInt8] {
        let seconds = Self.text(milliseconds: Int(start.milliseconds))
        var civil: [UInt8] = []
        ISO8601Text.append(start, .zulu, to: &civil)
        return Array(
            """
            #[Logged with \(tool)]
            #[Histogram log format version 1.3]
            #[Values are microseconds; Interval_Max is milliseconds, that is values divided by 1000]
            #[StartTime: \(seconds) (seconds since epoch), \(String(decoding: civil, as: UTF8.self))]
            #[BaseTime: \(seconds) (seconds since epoch)]
            "StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"

            """.utf8
        )
    }

    /// Appends the second's lines.
    ///
    /// `start` counts from the start of the run and is by default as many seconds as went before; `length` is less than a
    /// second for the last one of a run.
    public func append(
        _ interval: Interval,
        start: Duration? = nil,
        length: Duration = .seconds(1),
        to bytes: inout [UInt8]
    ) {
        let start = start ?? .seconds(interval.second)
        let times =
            Self.text(milliseconds: Int(start.nanoseconds / 1_000_000)) + ","
            + Self.text(milliseconds: Int(length.nanoseconds / 1_000_000))
        for series in interval.series {
            append(series.histogram, tag: tag(of: series.key), times: times, to: &bytes)
        }
        if !interval.lag.isEmpty { append(interval.lag, tag: Self.lagTag, times: times, to: &bytes) }
    }

    /// What stands behind `Tag=` in the lines of a series.
    public func tag(of key: SeriesKey) -> String {
        let tag = key.tag.pair(steps: steps).map { ";\($0.key):\($0.value)" } ?? ""
        return "\(key.name){phase:\(phases[key.phase])\(tag)}"
    }

    private func append(_ histogram: SparseHistogram, tag: String, times: String, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: "Tag=\(tag),\(times),\(Self.text(milliseconds: histogram.max ?? 0)),".utf8)
        var code: [UInt8] = []
        HistogramCode.appendCompressed(histogram, to: &code)
        Base64.append(code.span.bytes, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// A thousandth of it, as text with three digits after the point.
    private static func text(milliseconds: Int) -> String {
        let rest = String(abs(milliseconds % 1_000))
        return "\(milliseconds / 1_000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }

    /// Without what ends a tag or a line, and without spaces, which some readers cut at.
    private static func tagText(_ name: String) -> String {
        String(name.map { $0 == "," || $0 == ";" || $0 == "{" || $0 == "}" || $0.isWhitespace ? "_" : $0 })
    }
}
