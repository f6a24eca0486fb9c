import Files
import Listing

/// 2024-06-15T12:00:00, the day that tests without another one take as today.
let summer: Int64 = 1_718_452_800

/// Parses a whole listing at once.
func parse(
    _ text: String, form: ListingParser.Form = .list, now: Int64 = summer, zoneOffset: Int? = nil,
    system: String? = nil
) -> Directory {
    parse(Array(text.utf8), form: form, now: now, zoneOffset: zoneOffset, system: system)
}

func parse(
    _ bytes: [UInt8], form: ListingParser.Form = .list, now: Int64 = summer,
    zoneOffset: Int? = nil, system: String? = nil, piece: Int = .max,
    limits: DirectoryBuilder.Limits = .init()
) -> Directory {
    var parser = ListingParser(
        now: now, form: form, system: system, zoneOffset: zoneOffset, limits: limits)
    var start = 0
    while start < bytes.count {
        let end = start + min(piece, bytes.count - start)
        bytes[start..<end].withUnsafeBytes { parser.feed($0) }
        start = end
    }
    return parser.finish()
}

/// The one entry of a listing.
func parsed(
    _ line: String, form: ListingParser.Form = .list, now: Int64 = summer
) -> Entry? {
    let entries = parse(line + "\r\n", form: form, now: now).entries
    return entries.count == 1 ? entries.first : nil
}

/// `2024-06-15 12:00:00` as seconds.
func seconds(
    _ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0
) -> Int64? {
    CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        .secondsSinceEpoch
}
