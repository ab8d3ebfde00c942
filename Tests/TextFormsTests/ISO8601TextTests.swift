import Clockwork
import Testing
import TextForms

@Suite struct ISO8601TextTests {
    private static let moment: Int64 = 1_782_897_304_120

    @Test(arguments: [
        (ISO8601Text.Style.offset, "2026-07-01T09:15:04+00:00"), (.zulu, "2026-07-01T09:15:04Z"),
        (.offsetWithMilliseconds, "2026-07-01T09:15:04.120+00:00"), (.zuluWithMilliseconds, "2026-07-01T09:15:04.120Z"),
    ])
    func everyStyleIsWritten(style: ISO8601Text.Style, text: String) {
        #expect(written(Self.moment, style) == text)
    }

    @Test(arguments: [
        ("2026-07-01T09:15:04.120Z", moment), ("2026-07-01t09:15:04.120z", moment),
        ("2026-07-01T09:15:04.12+0000", moment),
        ("2026-07-01T09:15:04.1209999+00:00", moment), ("2026-07-01T11:15:04.120+02:00", moment),
        ("2026-07-01T11:45:04.120+0230", moment), ("2026-07-01T07:15:04,120-02", moment),
        ("2026-07-01T09:15:04Z", moment - 120), ("2026-07-01T09:15:04+00:00", moment - 120),
        ("2026-07-01T09:15:04-0000", moment - 120), ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59.999Z", -1),
        ("2000-02-29T12:00:00Z", 951_825_600_000), ("2016-12-31T23:59:60Z", 1_483_228_800_000),
        ("0000-01-01T00:00:00Z", -62_167_219_200_000), ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
        ("1900-03-01T00:00:00Z", -2_203_891_200_000),
    ])
    func everySpellingIsRead(text: String, milliseconds: Int64) {
        #expect(ISO8601Text.value(of: text) == WallTime(milliseconds: milliseconds))
    }

    @Test(arguments: [
        "", "2026", "2026-07-01", "2026-07-01T09:15", "2026-07-01T09:15:04", "2026-07-01 09:15:04Z",
        "2026-7-01T09:15:04Z",
        "2026-13-01T09:15:04Z", "2026-00-01T09:15:04Z", "2026-02-29T09:15:04Z", "1900-02-29T09:15:04Z",
        "2026-04-31T09:15:04Z", "2026-07-00T09:15:04Z", "2026-07-01T24:00:00Z", "2026-07-01T09:60:04Z",
        "2026-07-01T09:15:61Z", "2026-07-01T09:15:04.Z", "2026-07-01T09:15:04.1", "2026-07-01T09:15:04+",
        "2026-07-01T09:15:04+0",
        "2026-07-01T09:15:04+000", "2026-07-01T09:15:04+00:0", "2026-07-01T09:15:04+00:00Z", "2026-07-01T09:15:04Zx",
        "2026-07-01T09:15:04+24:00", "2026-07-01T09:15:04+00:60", "+026-07-01T09:15:04Z", "2026-07-01T09:15:04 Z",
    ])
    func whatIsNoTimeIsRefused(text: String) {
        #expect(ISO8601Text.value(of: text) == nil)
    }

    @Test func whatIsWrittenCanBeReadInEveryYear() {
        // Steps of a prime number of milliseconds pass through every day of the month and hour of the day.
        var moment: Int64 = -62_167_219_200_000
        while moment <= 253_402_300_799_999 {
            #expect(ISO8601Text.value(of: written(moment, .zuluWithMilliseconds)) == WallTime(milliseconds: moment))
            moment += 13_000_000_117 * 3
        }
    }

    @Test func timesThatHaveNoNameAreWrittenAsTheNearest() {
        #expect(written(.max, .zulu) == "9999-12-31T23:59:59Z" && written(.min, .zulu) == "0000-01-01T00:00:00Z")
    }

    private func written(_ milliseconds: Int64, _ style: ISO8601Text.Style) -> String {
        var bytes: [UInt8] = []
        ISO8601Text.append(WallTime(milliseconds: milliseconds), style, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
