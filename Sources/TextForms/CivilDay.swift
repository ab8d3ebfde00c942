/// A day of the Gregorian calendar and its number since 1970-01-01.
///
/// Years are counted from March, so that the leap day is a year's last and months need no table.
struct CivilDay {
    /// Days of 400 years; the calendar repeats after them.
    private static let eraDays: Int64 = 146_097
    /// From 0000-03-01 to 1970-01-01.
    private static let epoch: Int64 = 719_468

    let number: Int64
    let year: Int
    let month: Int
    let day: Int

    init(number: Int64) {
        let shifted = number + Self.epoch
        let era = floorDivided(shifted, by: Self.eraDays)
        let dayOfEra = Int(shifted - era * Self.eraDays)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - Self.daysBefore(yearOfEra: yearOfEra)
        let marchMonth = (5 * dayOfYear + 2) / 153
        self.number = number
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = Int(era) * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        day = dayOfYear - Self.daysBefore(marchMonth: marchMonth) + 1
    }

    /// Nil for a day that the calendar does not have.
    init?(year: Int, month: Int, day: Int) {
        guard 0...9_999 ~= year, 1...12 ~= month, 1...Self.length(ofMonth: month, in: year) ~= day else { return nil }
        let marchYear = Int64(month <= 2 ? year - 1 : year)
        let era = floorDivided(marchYear, by: 400)
        let yearOfEra = Int(marchYear - era * 400)
        let dayOfYear = Self.daysBefore(marchMonth: month <= 2 ? month + 9 : month - 3) + day - 1
        number = era * Self.eraDays + Int64(Self.daysBefore(yearOfEra: yearOfEra) + dayOfYear) - Self.epoch
        self.year = year
        self.month = month
        self.day = day
    }

    private static func length(ofMonth month: Int, in year: Int) -> Int {
        guard month == 2 else { return 30 + (month + month / 8) % 2 }
        return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    }

    private static func daysBefore(yearOfEra: Int) -> Int {
        yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100
    }

    private static func daysBefore(marchMonth: Int) -> Int {
        (153 * marchMonth + 2) / 5
    }
}

/// Rounds towards the past, where `/` rounds towards zero.
func floorDivided(_ value: Int64, by divisor: Int64) -> Int64 {
    value / divisor - (value % divisor < 0 ? 1 : 0)
}
