/// What counts for an action besides how well its words fit.
private enum PaletteRank {
    /// It belongs to the screen below: as much as a third letter in a row.
    static let here = 24
}

extension Palette {
    /// Finds anew what the text could mean.
    mutating func refresh() {
        list = ListCursor()
        // A reply stays while the next command is written.
        if isOutputError || PaletteCommand(field.text) == nil { show([], isError: false) }
        let text = field.text.lowercased()
        guard PaletteCommand.isAction(text) else {
            matches = []
            return
        }
        let wanted = Array(text.filter { $0 != " " })
        var ranked: [(score: Int, order: Int, action: Action)] = []
        for (order, action) in Action.allCases.enumerated() {
            let candidates = [action.title, action.rawValue]
            if let score = candidates.compactMap({ fuzzyScore(wanted, in: $0) }).max() {
                let bonus = favoured.contains(action.group) ? PaletteRank.here : 0
                ranked.append((score + bonus, order, action))
            }
        }
        ranked.sort { ($1.score, $0.order) < ($0.score, $1.order) }
        matches = ranked.map(\.action)
    }

    /// How well the characters, in order, are found in a text; nil where they are not. Starts of
    /// words and unbroken runs count more.
    private func fuzzyScore(_ wanted: [Character], in text: String) -> Int? {
        guard !wanted.isEmpty else { return 0 }
        let characters = Array(text.lowercased())
        var best: Int?
        for start in characters.indices where characters[start] == wanted[0] {
            if let score = score(wanted, in: characters, from: start) {
                best = max(best ?? score, score)
            }
        }
        return best
    }

    private func score(
        _ wanted: [Character], in characters: [Character], from start: Int
    ) -> Int? {
        var score = 0
        var next = 0
        var last = -1
        for index in start..<characters.count where next < wanted.count {
            guard characters[index] == wanted[next] else { continue }
            let startsWord = index == 0 || !(characters[index - 1].isLetter)
            score += last == index - 1 && next > 0 ? 8 : startsWord ? 6 : 1
            last = index
            next += 1
        }
        return next == wanted.count ? score * 4 - min(start, 8) - characters.count / 8 : nil
    }
}
