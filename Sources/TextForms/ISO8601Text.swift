public import Clockwork

/// A point in civil time as ISO 8601 text, in the spellings that vendors use.
public enum ISO8601Text: Sendable {
    /// How a time is written; it is always UTC.
    public enum Style: CaseIterable, Hashable, Sendable {
        /// `2026-07-01T09:15:04+00:00`
        case offset
        /// `2026-07-01T09:15:04Z`
        case zulu
        /// `2026-07-01T09:15:04.120+00:00`
        case offsetWithMilliseconds
        /// `2026-07-01T09:15:04.120Z`
        case zuluWithMilliseconds
        /// `2026-07-01T09:15:04.120z`
        case zuluInLowerCase
        /// `2026-07-01T09:15:04+0000`
        case offsetWithoutColon
    }

    private static let dayMilliseconds: Int64 = 86_400_000
    /// The first and last moment that four digits of a year can name.
    private static let nameable = (-62_167_219_200_000 as Int64)...(253_402_300_799_999 as Int64)

    /// Times before the year 0 and after 9999 are written as the nearest that can be.
    public static func append(_ time: WallTime, _ style: Style, to text: inout [UInt8]) {
        let moment = min(max(time.milliseconds, nameable.lowerBound), nameable.upperBound)
        let day = CivilDay(number: floorDivided(moment, by: dayMilliseconds))
        let rest = Int(moment - day.number * dayMilliseconds)
        append(day.year, 4, ending: "-", to: &text)
        append(day.month, 2, ending: "-", to: &text)
        append(day.day, 2, ending: "T", to: &text)
        append(rest / 3_600_000, 2, ending: ":", to: &text)
        append(rest / 60_000 % 60, 2, ending: ":", to: &text)
        DecimalText.append(rest / 1_000 % 60, width: 2, to: &text)
        switch style {
        case .offsetWithMilliseconds, .zuluWithMilliseconds, .zuluInLowerCase:
            text.append(UInt8(ascii: "."))
            DecimalText.append(rest % 1_000, width: 3, to: &text)
        case .offset, .zulu, .offsetWithoutColon: break
        }
        switch style {
        case .zulu, .zuluWithMilliseconds: text.append(UInt8(ascii: "Z"))
        case .zuluInLowerCase: text.append(UInt8(ascii: "z"))
        case .offset, .offsetWithMilliseconds: text.append(contentsOf: "+00:00".utf8)
        case .offsetWithoutColon: text.append(contentsOf: "+0000".utf8)
        }
    }

    private static func append(_ value: Int, _ width: Int, ending: Unicode.Scalar, to text: inout [UInt8]) {
        DecimalText.append(value, width: width, to: &text)
        text.append(UInt8(ascii: ending))
    }

    /// A date, `T`, a time with any number of digits after the second, and `Z`, `+02:00`, `+0200` or `+02`.
    ///
    /// What is finer than a millisecond is cut off, and a leap second is the second after it.
    public static func value(of text: RawSpan) -> WallTime? {
        var scan = Scan()
        guard let year = scan.digits(4, in: text), scan.skip("-", in: text),
            let month = scan.digits(2, in: text), scan.skip("-", in: text),
            let day = scan.digits(2, in: text), scan.skip("T", in: text) || scan.skip("t", in: text),
            let hour = scan.digits(2, in: text), scan.skip(":", in: text),
            let minute = scan.digits(2, in: text), scan.skip(":", in: text),
            let second = scan.digits(2, in: text),
            let date = CivilDay(year: year, month: month, day: day), hour < 24, minute < 60, second <= 60,
            let fraction = scan.milliseconds(in: text), let offset = scan.offsetMinutes(in: text),
            scan.place == text.byteCount
        else { return nil }
        let minutes = Int64(hour * 60 + minute - offset)
        return WallTime(
            milliseconds: date.number * dayMilliseconds + minutes * 60_000 + Int64(second * 1_000 + fraction)
        )
    }

    public static func value(of text: String) -> WallTime? {
        var text = text
        text.makeContiguousUTF8()
        return value(of: text.utf8Span.span.bytes)
    }
}

/// A place in a text that moves on as parts of it are read.
private struct Scan {
    var place = 0

    mutating func skip(_ wanted: Unicode.Scalar, in text: RawSpan) -> Bool {
        guard place < text.byteCount, text.byte(at: place) == UInt8(ascii: wanted) else { return false }
        place += 1
        return true
    }

    @inline(__always)
    mutating func digits(_ count: Int, in text: RawSpan) -> Int? {
        guard place + count <= text.byteCount else { return nil }
        var value = 0
        for digit in place..<place + count {
            let figure = text.byte(at: digit) &- UInt8(ascii: "0")
            guard figure < 10 else { return nil }
            value = value &* 10 &+ Int(figure)
        }
        place += count
        return value
    }

    /// Zero where there is no fraction, nil for a point without digits.
    mutating func milliseconds(in text: RawSpan) -> Int? {
        guard skip(".", in: text) || skip(",", in: text) else { return 0 }
        var value = 0
        var weight = 100
        let start = place
        while let digit = digits(1, in: text) {
            value += digit * weight
            weight /= 10
        }
        return place > start ? value : nil
    }

    mutating func offsetMinutes(in text: RawSpan) -> Int? {
        if skip("Z", in: text) || skip("z", in: text) { return 0 }
        let isAhead = skip("+", in: text)
        guard isAhead || skip("-", in: text), let hours = digits(2, in: text) else { return nil }
        let hasColon = skip(":", in: text)
        let minutes = digits(2, in: text)
        guard hours < 24, minutes ?? 0 < 60, !hasColon || minutes != nil else { return nil }
        return (isAhead ? 1 : -1) * (hours * 60 + (minutes ?? 0))
    }
}
