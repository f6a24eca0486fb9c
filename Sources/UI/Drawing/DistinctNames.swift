import Terminal

/// Names that are seen together, made to fit into columns so that no two of them look alike: where the
/// usual cut makes them so, what they differ in is shown.
struct DistinctNames {
    /// As many columns of a name's start stay where its middle is shown.
    private static let headWidth = 4

    private var shown: [String: String] = [:]

    /// `names` are those of the rows on the screen; `cut` is the usual one.
    init(
        _ names: [String], columns: Int, cut: (String, Int) -> String = { NameFit.cut($0, to: $1) }
    ) {
        let long = Set(names).filter { CharacterWidth.of($0) > columns }
        guard !long.isEmpty else { return }
        var alike: [String: [String]] = [:]
        for name in Set(names) { alike[cut(name, columns), default: []].append(name) }
        for name in long {
            let usual = cut(name, columns)
            let others = (alike[usual] ?? []).filter { $0 != name }
            shown[name] =
                others.isEmpty
                ? usual : DistinctNames.cut(name, apartFrom: others, to: columns)
        }
    }

    /// The name as it is shown; nil for one that needs no cut.
    subscript(name: String) -> String? { shown[name] }

    /// The start, then the text from where it differs from the one that is most like it, as far as
    /// there is room.
    private static func cut(_ name: String, apartFrom others: [String], to columns: Int) -> String {
        guard columns > headWidth + 4 else { return NameFit.cut(name, to: columns) }
        let common = others.map { sharedStart(name, $0) }.max() ?? 0
        let head = TextFit.start(of: name, columns: headWidth)
        // One character before the difference, to be found by.
        let from = max(head.count + 1, common - 1)
        let rest = String(name.dropFirst(from))
        let room = columns - CharacterWidth.of(head) - 1
        guard CharacterWidth.of(rest) > room else {
            // The end is what differs: the rest of the room goes to the start.
            let start = TextFit.start(of: name, columns: columns - 1 - CharacterWidth.of(rest))
            return start + "~" + rest
        }
        return head + "~" + TextFit.start(of: rest, columns: room - 1) + "~"
    }

    /// Characters that two names begin with alike.
    private static func sharedStart(_ first: String, _ second: String) -> Int {
        zip(first, second).prefix { $0 == $1 }.count
    }
}
