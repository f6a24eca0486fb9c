/// Year, month, day and time of day in the proleptic Gregorian calendar, without a zone.
package struct CivilTime: Hashable, Sendable {
    package var year: Int
    /// 1…12
    package var month: Int
    /// 1…31
    package var day: Int
    /// 0…23
    package var hour: Int
    /// 0…59
    package var minute: Int
    /// 0…60, for a leap second
    package var second: Int

    package init(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
    ) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// The civil time of a count of seconds since 1970-01-01T00:00:00.
    package init(secondsSinceEpoch seconds: Int64) {
        // Howard Hinnant's days-to-civil, with eras of 400 years that start on 1 March.
        let bounded = Int(max(-62_135_596_800, min(seconds, 253_402_300_799)))
        var days = bounded / 86_400
        var rest = bounded % 86_400
        if rest < 0 {
            rest += 86_400
            days -= 1
        }
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        hour = rest / 3_600
        minute = rest / 60 % 60
        second = rest % 60
    }

    /// Whether each field is in its range and the day exists in that month (years 1…9999).
    package var isValid: Bool {
        (1...9_999).contains(year) && (1...12).contains(month) && day >= 1
            && day <= CivilTime.days(inMonth: month, year: year) && (0...23).contains(hour)
            && (0...59).contains(minute) && (0...60).contains(second)
    }

    /// Seconds since 1970-01-01T00:00:00; nil where a field is out of range.
    package var secondsSinceEpoch: Int64? {
        guard isValid else { return nil }
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        return Int64(days * 86_400 + hour * 3_600 + minute * 60 + second)
    }

    /// 28…31; 0 for a month outside 1…12.
    package static func days(inMonth month: Int, year: Int) -> Int {
        switch month {
        case 1, 3, 5, 7, 8, 10, 12: 31
        case 4, 6, 9, 11: 30
        case 2: isLeap(year) ? 29 : 28
        default: 0
        }
    }

    /// Whether `year` has a 29 February.
    package static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }
}
