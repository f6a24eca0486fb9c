import Words

/// Counted things as people read them.
package enum Plural {
    /// `1 file`, `2,000 files`, `3 directories`.
    package static func count(_ number: Int, _ noun: String) -> String {
        counted(number, shown: grouped(number), noun)
    }

    /// `-1,234,567`.
    package static func grouped(_ number: some BinaryInteger) -> String {
        let digits = String(number.magnitude)
        var result = number < 0 ? "-" : ""
        for (offset, digit) in digits.enumerated() {
            if offset > 0, (digits.count - offset) % 3 == 0 { result.append(",") }
            result.append(digit)
        }
        return result
    }
}
