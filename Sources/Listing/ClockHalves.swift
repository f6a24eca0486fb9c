import Files

/// `AM` and `PM` behind the clock of `ls -l`: they are the clock's where every row with a clock has
/// them, else names begin with them.
struct ClockHalves {
    /// What stands behind a row's clock.
    enum Half {
        /// A name that begins with neither.
        case none
        /// One of them; so many seconds are added to the time that was read without it.
        case some(seconds: Int64)
    }

    /// `AM ` or `PM `
    private static let length = 3

    private var rows: [(index: Int, seconds: Int64)] = []
    private var hasOthers = false

    var isEmpty: Bool { rows.isEmpty }

    /// Looks behind a clock that shows so many `seconds` of the day.
    static func half(_ line: ListingLine, behind position: Int, clock seconds: Int) -> Half {
        let word = position + 1..<position + length
        guard (3_600..<46_800).contains(seconds), line[position + length] == 0x20,
            position + length + 1 < line.count
        else { return .none }
        let isTwelve = seconds >= 43_200
        if line.matches(word, "AM") { return .some(seconds: isTwelve ? -43_200 : 0) }
        if line.matches(word, "PM") { return .some(seconds: isTwelve ? 0 : 43_200) }
        return .none
    }

    mutating func note(_ half: Half, at index: Int) {
        switch half {
        case .none:
            hasOthers = true
            rows = []
        case .some(let seconds):
            if !hasOthers { rows.append((index, seconds)) }
        }
    }

    func settle(_ directory: inout Directory) {
        for (index, seconds) in rows {
            directory.dropNamePrefix(at: index, count: ClockHalves.length)
            guard seconds != 0, var time = directory.entry(at: index)?.modified else { continue }
            time.seconds &+= seconds
            directory.setModified(time, at: index)
        }
    }
}
