import Files
import UI

/// An entry as a line of JSON, with what is unknown left out.
enum EntryText {
    /// `charset`: of names that are not UTF-8.
    static func json(_ entry: Entry, in charset: Charset? = nil) -> String {
        object(fields(entry, in: charset))
    }

    /// The same with its whole path in front.
    static func json(_ entry: Entry, at path: Path, in charset: Charset?) -> String {
        object(
            ["\"path\":\(string(path.bytes, in: charset))"]
                + hexField("path", path.bytes, in: charset) + fields(entry, in: charset))
    }

    private static func object(_ fields: [String]) -> String {
        "{" + fields.joined(separator: ",") + "}"
    }

    /// As JSON has it.
    static func kind(_ kind: Entry.Kind) -> String {
        switch kind {
        case .file: "file"
        case .directory: "dir"
        case .link: "link"
        case .other: "other"
        }
    }

    private static func fields(_ entry: Entry, in charset: Charset?) -> [String] {
        var fields: [String] = []
        let bytes = entry.name.bytes
        fields.append("\"name\":\(string(bytes, in: charset))")
        if !isText(bytes, in: charset) { fields.append("\"bytes\":\"\(hex(bytes))\"") }
        fields.append("\"type\":\"\(kind(entry.kind))\"")
        if let size = entry.size { fields.append("\"size\":\(size)") }
        if let time = entry.modified {
            fields.append("\"modified\":\"\(iso8601(time))\"")
            fields.append("\"precision\":\"\(time.precision)\"")
        }
        if let target = entry.target {
            fields.append("\"target\":\(string(target, in: charset))")
            fields += hexField("target", target, in: charset)
        }
        if let mode = entry.mode { fields.append("\"mode\":\"\(Format.mode(mode))\"") }
        if let owner = entry.owner {
            fields.append("\"owner\":\(string(Array(owner.utf8), in: nil))")
        }
        if let group = entry.group {
            fields.append("\"group\":\(string(Array(group.utf8), in: nil))")
        }
        return fields
    }

    /// Whether `string` shows these bytes and no others so.
    static func isText(_ bytes: [UInt8], in charset: Charset?) -> Bool {
        !bytes.contains { $0 >= 0x80 } || String(validating: bytes, as: UTF8.self) != nil
            || charset?.decode(bytes) != nil
    }

    /// The bytes of `key`'s string, where it does not tell them.
    private static func hexField(
        _ key: String, _ bytes: [UInt8], in charset: Charset?
    ) -> [String] {
        isText(bytes, in: charset) ? [] : ["\"\(key)_bytes\":\"\(hex(bytes))\""]
    }

    /// A JSON string; whatever a terminal must not get is escaped, so nothing is lost by it.
    /// Bytes that are not UTF-8 are taken as `charset`, without one as Latin-1.
    static func string(_ bytes: [UInt8], in charset: Charset?) -> String {
        var text = "\""
        let decoded = String(validating: bytes, as: UTF8.self) ?? charset?.text(of: bytes)
        let scalars =
            decoded.map { Array($0.unicodeScalars) } ?? bytes.map { Unicode.Scalar($0) }
        for scalar in scalars {
            if scalar == "\"" || scalar == "\\" {
                text += "\\" + String(scalar)
            } else if VisibleText.isSafe(scalar) {
                text.unicodeScalars.append(scalar)
            } else {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            }
        }
        return text + "\""
    }

    /// With `Z` only where the zone is known.
    static func iso8601(_ time: Timestamp) -> String {
        let civil = CivilTime(secondsSinceEpoch: time.seconds)
        let year = String(civil.year)
        let date =
            String(repeating: "0", count: max(0, 4 - year.count)) + year + "-"
            + two(civil.month) + "-" + two(civil.day)
        let clock = two(civil.hour) + ":" + two(civil.minute) + ":" + two(civil.second)
        return date + "T" + clock + (time.isZoned ? "Z" : "")
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// Two digits a byte.
    static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
