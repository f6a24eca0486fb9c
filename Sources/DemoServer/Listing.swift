import CLinux
import Glibc

/// One line of a listing, before it is written.
struct ListingEntry {
    /// As it is shown: one component, or for MLST the whole path.
    let name: [UInt8]
    let status: FileStatus
    /// Of a link.
    let target: [UInt8]?
    /// Names, or numbers in digits.
    let owner: String
    let group: String
}

/// Writes listings in the forms of LIST and MLSD, without line ends.
enum Listing {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    /// About half a year: older files (and those of the future) show their year, not their hour.
    private static let recentSeconds = 182 * 86_400

    /// Lines as `ls -l` writes them, times in UTC.
    static func long(_ entries: [ListingEntry], falseSize: UInt64?) -> [[UInt8]] {
        let now = Glibc.time(nil)
        return entries.map { longLine($0, now: now, falseSize: falseSize) }
    }

    /// A line as `ls -l` writes it.
    static func longLine(_ entry: ListingEntry, now: Int, falseSize: UInt64?) -> [UInt8] {
        let status = entry.status
        let size = String(status.kind == .file ? falseSize ?? status.size : status.size)
        let columns = [
            modeText(status), padded("\(status.links)", 3), padded(entry.owner, 8),
            padded(entry.group, 8), padded(size, 12), date(status.modified, now: now),
        ]
        let line = Array((columns.joined(separator: " ") + " ").utf8) + entry.name
        guard let target = entry.target else { return line }
        return line + Array(" -> ".utf8) + target
    }

    /// `type=file;size=1; name` (RFC 3659, 7.2).
    static func factLine(_ entry: ListingEntry, _ facts: [Fact], falseSize: UInt64?) -> [UInt8] {
        var line: [UInt8] = []
        for fact in facts {
            guard let value = value(of: fact, entry, falseSize: falseSize) else { continue }
            line += Array("\(fact.rawValue)=".utf8) + value + [0x3B]
        }
        return line + [0x20] + entry.name
    }

    private static func value(
        of fact: Fact, _ entry: ListingEntry, falseSize: UInt64?
    ) -> [UInt8]? {
        let status = entry.status
        switch fact {
        case .type:
            switch status.kind {
            case .file: return Array("file".utf8)
            case .directory: return Array("dir".utf8)
            case .link: return Array("OS.unix=slink:".utf8) + escaped(entry.target ?? [])
            case .other: return Array("OS.unix=other".utf8)
            }
        case .size:
            guard status.kind == .file else { return nil }
            return Array("\(falseSize ?? status.size)".utf8)
        case .modify: return Array(time(status.modified).utf8)
        case .perm: return Array(permissions(status).utf8)
        case .unique:
            let device = String(status.device, radix: 16)
            return Array("\(device)U\(String(status.number, radix: 16))".utf8)
        case .mode: return Array(("0" + String(status.mode, radix: 8)).utf8)
        case .owner: return Array("\(status.owner)".utf8)
        case .group: return Array("\(status.group)".utf8)
        case .ownerName: return Array(entry.owner.utf8)
        case .groupName: return Array(entry.group.utf8)
        }
    }

    /// A fact's value cannot hold a semicolon (RFC 3659, 7.2); a blank would end the facts.
    private static func escaped(_ value: [UInt8]) -> [UInt8] {
        value.contains { $0 == 0x3B || $0 == 0x20 } ? [] : value
    }

    private static func permissions(_ status: FileStatus) -> String {
        let isWritable = status.mode & 0o200 != 0
        switch status.kind {
        case .directory: return isWritable ? "cdeflmp" : "el"
        case .file: return isWritable ? "adfrw" : "dfr"
        case .link, .other: return "df"
        }
    }

    private static func modeText(_ status: FileStatus) -> String {
        var text: [Character] =
            switch status.kind {
            case .file: ["-"]
            case .directory: ["d"]
            case .link: ["l"]
            case .other: ["?"]
            }
        let letters: [Character] = ["r", "w", "x"]
        for bit in 0..<9 {
            text.append(status.mode & (0o400 >> UInt32(bit)) != 0 ? letters[bit % 3] : "-")
        }
        let special: [(bit: UInt32, place: Int, letters: (set: Character, bare: Character))] = [
            (0o4000, 3, ("s", "S")), (0o2000, 6, ("s", "S")), (0o1000, 9, ("t", "T")),
        ]
        for (bit, place, letters) in special where status.mode & bit != 0 {
            text[place] = text[place] == "x" ? letters.set : letters.bare
        }
        return String(text)
    }

    private static func date(_ seconds: Int, now: Int) -> String {
        let parts = civil(seconds)
        let day = "\(months[Int(parts.tm_mon) % 12]) \(padded("\(parts.tm_mday)", 2))"
        if seconds > now || seconds < now - recentSeconds {
            return "\(day)  \(Int(parts.tm_year) + 1_900)"
        }
        return "\(day) \(digits(parts.tm_hour)):\(digits(parts.tm_min))"
    }

    /// `YYYYMMDDHHMMSS`, UTC (RFC 3659, 2.3).
    static func time(_ seconds: Int) -> String {
        let parts = civil(seconds)
        let year = String(Int(parts.tm_year) + 1_900)
        return String(repeating: "0", count: max(0, 4 - year.count)) + year
            + digits(parts.tm_mon + 1) + digits(parts.tm_mday) + digits(parts.tm_hour)
            + digits(parts.tm_min) + digits(parts.tm_sec)
    }

    /// Seconds since the epoch of `YYYYMMDDHHMMSS`, with or without a fraction; nil where it is none.
    static func seconds(_ text: ArraySlice<UInt8>) -> Int? {
        let whole = text.prefix { $0 != 0x2E }
        guard whole.count == 14, whole.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        let values = whole.map { CInt($0 - 0x30) }
        func number(_ range: Range<Int>) -> CInt {
            values[range].reduce(0) { $0 * 10 + $1 }
        }
        var parts = tm()
        parts.tm_year = number(0..<4) - 1_900
        parts.tm_mon = number(4..<6) - 1
        parts.tm_mday = number(6..<8)
        parts.tm_hour = number(8..<10)
        parts.tm_min = number(10..<12)
        parts.tm_sec = number(12..<14)
        guard (0..<12).contains(parts.tm_mon), (1...31).contains(parts.tm_mday),
            parts.tm_hour < 24, parts.tm_min < 60, parts.tm_sec <= 60
        else { return nil }
        let day = parts.tm_mday
        let seconds = timegm(&parts)
        // timegm(3) turns 31 February into March.
        return parts.tm_mday == day || number(12..<14) == 60 ? seconds : nil
    }

    private static func civil(_ seconds: Int) -> tm {
        // Years 1…9999: what four digits can say.
        var time = max(-62_135_596_800, min(seconds, 253_402_300_799))
        var parts = tm()
        gmtime_r(&time, &parts)
        return parts
    }

    private static func digits(_ number: CInt) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
