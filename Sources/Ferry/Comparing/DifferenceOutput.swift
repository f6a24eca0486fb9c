import Engine
import Files
import Sync

/// What differs, on stdout: a line for each, or an object of JSON.
struct DifferenceOutput {
    private var output: PathOutput
    private let places: Pair<Location>
    private let isJSON: Bool

    init(_ places: Pair<Location>, isJSON: Bool) {
        output = PathOutput(places.first.site)
        self.places = places
        self.isJSON = isJSON
    }

    mutating func append(_ difference: Difference) throws(OutputFailure) {
        guard !isJSON else { return try output.append(line: json(difference)) }
        let path = difference.path + (difference.isDirectory ? [0x2F] : [])
        try output.append("\(sign(difference))  ", path, "  (\(difference.words))")
    }

    private func sign(_ difference: Difference) -> String {
        switch difference.side {
        case .first: "+"
        case .second: "-"
        case nil: "~"
        }
    }

    /// With what could not be compared, and what all comes to.
    mutating func finish(
        _ comparison: Comparison, failures: [PairWalk.Failure]
    ) throws(OutputFailure) {
        if isJSON {
            for failure in failures {
                let location = Location(site: places[failure.side].site, path: failure.path)
                try output.append(
                    line: object([
                        ("event", string("failed")), ("source", string(location.text)),
                        ("message", string(failure.error.message)),
                    ]))
            }
            try output.append(
                line: object([
                    ("event", string("total")), ("different", "\(comparison.differences.count)"),
                    ("same", "\(comparison.sameCount)"), ("failed", "\(failures.count)"),
                ]))
        }
        try output.flush()
    }

    /// `1 h`, `5 h 45 min`.
    static func hours(_ seconds: Int64) -> String {
        let (hours, rest) = seconds.magnitude.quotientAndRemainder(dividingBy: 3_600)
        let minutes = rest / 60
        return [hours > 0 ? "\(hours) h" : nil, minutes > 0 ? "\(minutes) min" : nil]
            .compactMap(\.self).joined(separator: " ")
    }

    // MARK: JSON

    /// What would make the second as the first is.
    private func json(_ difference: Difference) -> String {
        let charset = places.first.site.nameCharset
        let entry = difference.entries.first ?? difference.entries.second
        var fields = [
            ("event", string("plan")), ("action", string(action(difference))),
            ("state", string(state(difference))),
            ("path", EntryText.string(difference.path, in: charset)),
        ]
        if difference.entries.first != nil { fields.append(("from", location(difference, .first))) }
        if difference.side != .second || difference.entries.second != nil {
            fields.append(("to", location(difference, .second)))
        }
        if let entry { fields.append(("type", string(EntryText.kind(entry.kind)))) }
        if let size = entry?.size { fields.append(("bytes", "\(size)")) }
        fields.append(("reason", string(difference.words)))
        return object(fields)
    }

    private func action(_ difference: Difference) -> String {
        switch (difference.reason, difference.entries.first?.kind) {
        case (.kind, _), (.nameMeets, _): "conflict"
        case (.only(.second), _): "delete"
        case (.only(.first), .directory?): "mkdir"
        case (.only(.first), .link?): "link"
        case (.only(.first), _): "copy"
        default: "replace"
        }
    }

    private func state(_ difference: Difference) -> String {
        switch difference.side {
        case .first: "first"
        case .second: "second"
        case nil: "different"
        }
    }

    private func location(_ difference: Difference, _ side: ComparedSide) -> String {
        let site = places[side].site
        let path = Path(components: places[side].path.components + difference.names[side])
        return EntryText.string(Array(site.text.utf8) + path.bytes, in: site.nameCharset)
    }

    private func string(_ text: String) -> String { EntryText.string(Array(text.utf8), in: nil) }

    private func object(_ fields: [(String, String)]) -> String {
        "{" + fields.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
    }
}

extension Difference {
    /// The one side that has it; nil where both do.
    fileprivate var side: ComparedSide? {
        if entries.second == nil { return .first }
        return entries.first == nil ? .second : nil
    }
}
