import Engine
import Files
import Sync
import Words

/// What differs, on stdout: a line for each, or an object of JSON.
struct DifferenceOutput {
    private var output: PathOutput
    private let lines: DifferenceLine
    private let isJSON: Bool

    init(_ places: Pair<Location>, isJSON: Bool) {
        output = PathOutput(places.first.site)
        lines = DifferenceLine(places: places)
        self.isJSON = isJSON
    }

    mutating func append(_ difference: Difference) throws(OutputFailure) {
        guard !isJSON else {
            return try output.append(
                line: lines.plan(
                    action(difference), difference, reason: difference.words,
                    state: state(difference)))
        }
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
                try output.append(
                    line: lines.failed(failure.path, failure.side, failure.error.message))
            }
            try output.append(
                line: DifferenceLine.object([
                    ("event", DifferenceLine.string("total")),
                    ("different", "\(comparison.differences.count)"),
                    ("same", "\(comparison.sameCount)"), ("failed", "\(failures.count)"),
                ]))
        }
        try output.flush()
    }

    /// `1 h`, `5 h 45 min`.
    static func hours(_ seconds: Int64) -> String {
        let (hours, rest) = seconds.magnitude.quotientAndRemainder(dividingBy: 3_600)
        let minutes = rest / 60
        if hours == 0 { return minutes > 0 ? tr("\(minutes) min") : "" }
        return minutes > 0 ? tr("\(hours) h \(minutes) min") : tr("\(hours) h")
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
}

extension Difference {
    /// The one side that has it; nil where both do.
    fileprivate var side: ComparedSide? {
        if entries.second == nil { return .first }
        return entries.first == nil ? .second : nil
    }
}
