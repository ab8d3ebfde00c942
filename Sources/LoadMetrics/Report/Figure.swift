/// Numbers as people read them: three digits that count, a unit that fits, thousands apart.
enum Figure: Sendable {
    /// Such as `870µs`, `41.3ms`, `2.31s` and `12m05s`.
    static func time(milliseconds: Double) -> String {
        let size = abs(milliseconds)
        // What rounds up to the next unit is written in it.
        if size < 0.999_5 { return significant(milliseconds * 1_000) + "µs" }
        if size < 999.5 { return significant(milliseconds) + "ms" }
        if size < 599_500 { return significant(milliseconds / 1_000) + "s" }
        let seconds = Int(min(size, 1e15) / 1_000 + 0.5)
        return (milliseconds < 0 ? "-" : "") + "\(seconds / 60)m" + padded(seconds % 60) + "s"
    }

    /// Such as `18 204`.
    static func count(_ number: Int) -> String {
        let digits = Array(String(number.magnitude))
        var text = number < 0 ? "-" : ""
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.count - place) % 3 == 0 { text.append(" ") }
            text.append(digit)
        }
        return text
    }

    /// Such as `199/s`.
    static func rate(_ perSecond: Double) -> String {
        (perSecond < 1_000 ? significant(perSecond) : count(Int(min(perSecond, 1e15).rounded()))) + "/s"
    }

    /// Such as `0.12%`.
    static func share(_ share: Double) -> String {
        significant(share * 100) + "%"
    }

    /// Such as `412 MB`, in powers of a thousand.
    static func bytes(_ bytes: Double) -> String {
        var rest = bytes
        for unit in ["B", "kB", "MB", "GB"] {
            if abs(rest) < 999.5 { return (unit == "B" ? fixed(rest, 0) : significant(rest)) + " " + unit }
            rest /= 1_000
        }
        return significant(rest) + " TB"
    }

    /// Such as `1:05` and `1:02:05`.
    static func clock(seconds: Double) -> String {
        let whole = Int(max(0, min(seconds, 1e12)))
        let (hours, minutes) = (whole / 3_600, whole / 60 % 60)
        return (hours > 0 ? "\(hours):" + padded(minutes) : "\(minutes)") + ":" + padded(whole % 60)
    }

    /// Such as `4.13`, `41.3` and `413`.
    static func significant(_ number: Double) -> String {
        let size = abs(number)
        guard size != 0 else { return "0" }
        return fixed(number, size < 9.995 ? 2 : size < 99.95 ? 1 : 0)
    }

    private static func fixed(_ number: Double, _ decimals: Int) -> String {
        guard abs(number) < 1e15 else { return String(number) }
        let scale = [1, 10, 100][decimals]
        let scaled = Int((abs(number) * Double(scale)).rounded())
        let sign = number < 0 && scaled > 0 ? "-" : ""
        guard decimals > 0 else { return sign + "\(scaled)" }
        let rest = String(scaled % scale)
        return sign + "\(scaled / scale)." + String(repeating: "0", count: decimals - rest.count) + rest
    }

    private static func padded(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
