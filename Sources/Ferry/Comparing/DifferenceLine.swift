import Engine
import Files
import Sync

/// What would make the second of two places as the first is, as an object of JSON.
struct DifferenceLine {
    let places: Pair<Location>

    /// What is to be done about a difference, and why; what there is of it.
    func plan(_ action: String, _ difference: Difference, reason: String, state: String?) -> String
    {
        let charset = places.first.site.nameCharset
        let entry = difference.entries.first ?? difference.entries.second
        var fields = [
            ("event", DifferenceLine.string("plan")), ("action", DifferenceLine.string(action)),
        ]
        if let state { fields.append(("state", DifferenceLine.string(state))) }
        fields += named("path", difference.path, in: charset)
        if difference.entries.first != nil { fields += location("from", difference, .first) }
        if difference.entries.first != nil || difference.entries.second != nil {
            fields += location("to", difference, .second)
        }
        if let entry {
            fields.append(("type", DifferenceLine.string(EntryText.kind(entry.kind))))
        }
        if let size = entry?.size { fields.append(("bytes", "\(size)")) }
        fields.append(("reason", DifferenceLine.string(reason)))
        return DifferenceLine.object(fields)
    }

    /// That something at the second place gets the name of another difference.
    func move(_ origin: Difference, to difference: Difference, reason: String) -> String {
        let entry = difference.entries.first ?? difference.entries.second
        var fields = [
            ("event", DifferenceLine.string("plan")), ("action", DifferenceLine.string("move")),
        ]
        fields += named("path", difference.path, in: places.first.site.nameCharset)
        fields += location("from", origin, .second) + location("to", difference, .second)
        if let size = entry?.size { fields.append(("bytes", "\(size)")) }
        fields.append(("reason", DifferenceLine.string(reason)))
        return DifferenceLine.object(fields)
    }

    /// That something could not be read, written or deleted.
    func failed(_ path: Path, _ side: ComparedSide, _ message: String) -> String {
        let location = Location(site: places[side].site, path: path)
        return DifferenceLine.object([
            ("event", DifferenceLine.string("failed")),
            (side == .first ? "source" : "target", DifferenceLine.string(location.text)),
            ("message", DifferenceLine.string(message)),
        ])
    }

    /// What happened to something at the second place.
    func event(_ event: String, _ action: String, _ difference: Difference) -> String {
        DifferenceLine.object(
            [("event", DifferenceLine.string(event)), ("action", DifferenceLine.string(action))]
                + location("target", difference, .second))
    }

    private func location(
        _ key: String, _ difference: Difference, _ side: ComparedSide
    ) -> [(String, String)] {
        let path = Path(components: places[side].path.components + difference.names[side])
        return named(key, path.bytes, on: places[side].site, in: places[side].site.nameCharset)
    }

    /// A path, behind the site that it is on, and its bytes where the text does not tell them.
    private func named(
        _ key: String, _ path: [UInt8], on site: Site? = nil, in charset: Charset?
    ) -> [(String, String)] {
        let text = (site.map { Array($0.text.utf8) } ?? []) + path
        let field = (key, EntryText.string(text, in: charset))
        guard !EntryText.isText(path, in: charset) else { return [field] }
        return [field, ("\(key)_bytes", "\"\(EntryText.hex(path))\"")]
    }

    static func string(_ text: String) -> String { EntryText.string(Array(text.utf8), in: nil) }

    static func object(_ fields: [(String, String)]) -> String {
        "{" + fields.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
    }
}
