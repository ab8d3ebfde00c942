/// How values in microseconds are put into counters: HdrHistogram's arithmetic for two significant digits up to an hour.
///
/// Values below 256 have a counter each; from there on every octave is cut into 128, so a counter is at most 0.8 % wide.
/// The numbers must stay HdrHistogram's, or its readers misread our logs.
public enum HistogramScale: Sendable {
    public static let significantDigits = 2
    public static let lowestDiscernible = 1
    /// One hour; what is longer is clamped.
    public static let highestTrackable = 3_600_000_000
    /// The number of counters.
    public static let length = octaves * octaveLength

    /// Counters are allocated in runs of this many; the first two runs together cover the values below 256.
    static let octaveLength = 128
    static let octaves = 26
    static let octaveShift = 7

    /// The counter of a value in `0...highestTrackable`.
    @inlinable
    public static func index(of value: Int) -> Int {
        let octave = 56 - (value | 255).leadingZeroBitCount
        return (octave << 7) + value >> octave
    }

    /// The smallest value that shares the counter.
    public static func lowest(at index: Int) -> Int {
        guard index >= 256 else { return index }
        let octave = index >> octaveShift - 1
        return (index - octave << octaveShift) << octave
    }

    /// The largest value that shares the counter.
    public static func highest(at index: Int) -> Int {
        guard index >= 256 else { return index }
        return lowest(at: index) + 1 << (index >> octaveShift - 1) - 1
    }
}
