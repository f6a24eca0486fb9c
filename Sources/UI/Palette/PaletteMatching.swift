import Terminal

/// How well a text fits what was typed.
struct PaletteScore: Comparable, Sendable {
    /// Whether every letter begins a word or goes on where the one before it was. What only has the letters in
    /// order somewhere may be something else than was meant.
    let isSure: Bool
    let points: Int

    static func < (left: PaletteScore, right: PaletteScore) -> Bool {
        (left.isSure ? 1 : 0, left.points) < (right.isSure ? 1 : 0, right.points)
    }

    /// Nil where the letters, which are lower-case, are not found in order.
    init?(of wanted: [Character], in text: String) {
        guard let first = wanted.first else {
            (isSure, points) = (false, 0)
            return
        }
        let characters = Array(text.lowercased())
        var best: PaletteScore?
        for start in characters.indices where characters[start] == first {
            guard let score = PaletteScore(of: wanted, in: characters, from: start) else {
                continue
            }
            best = best.map { max($0, score) } ?? score
        }
        guard let best else { return nil }
        self = best
    }

    /// With points for something else besides.
    func adding(_ bonus: Int) -> PaletteScore {
        PaletteScore(isSure: isSure, points: points + bonus)
    }

    private init(isSure: Bool, points: Int) {
        self.isSure = isSure
        self.points = points
    }

    /// Goes on in the same word where it can, else at the next beginning of one, else anywhere.
    private init?(of wanted: [Character], in characters: [Character], from start: Int) {
        var points = 0
        var last = start - 1
        var isSure = true
        var run = 0
        for (number, letter) in wanted.enumerated() {
            let next = last + 1
            if next < characters.count, characters[next] == letter {
                let isFirst = number == 0
                points += isFirst ? (PaletteScore.beginsWord(next, characters) ? 6 : 1) : 8
                run += 1
                last = next
                continue
            }
            guard number > 0 else { return nil }
            let rest = next..<max(next, characters.count)
            let begin = rest.first {
                characters[$0] == letter && PaletteScore.beginsWord($0, characters)
            }
            guard let found = begin ?? rest.first(where: { characters[$0] == letter }) else {
                return nil
            }
            points += begin == nil ? 1 : 6
            if begin == nil { isSure = false }
            run = 1
            last = found
        }
        // In the middle of a word, all of it is to be in one piece, and more than two letters.
        if !PaletteScore.beginsWord(start, characters), run < max(3, wanted.count) {
            isSure = false
        }
        self.init(
            isSure: isSure, points: points * 4 - min(start, 8) - characters.count / 8)
    }

    private static func beginsWord(_ index: Int, _ characters: [Character]) -> Bool {
        if index == 0 || !(characters[index - 1].isLetter || characters[index - 1].isNumber) {
            return true
        }
        // Chinese and Japanese have no blanks between words.
        return CharacterWidth.of(characters[index]) > 1
    }
}

/// What counts for an item besides how well its words fit.
private enum PaletteRank {
    /// It belongs to the screen below: as much as a third letter in a row.
    static let here = 24
    /// It is something to do rather than a place, which often has the same words.
    static let action = 24
    /// The words are in what is said of it, not in its title.
    static let aside = 8
    /// It was used last; what was used before that counts two less each.
    static let used = 24
}

extension Palette {
    /// Finds anew what the text could mean.
    mutating func refresh() {
        list = ListCursor()
        isChosen = false
        // A reply stays while the next command is written.
        if isOutputError || PaletteCommand(field.text) == nil { show([], isError: false) }
        let text = field.text.lowercased()
        guard PaletteCommand.isAction(text) else {
            matches = []
            return
        }
        let wanted = Array(text.filter { $0 != " " })
        // Without a word, places would only hide what can be done.
        let items = Action.allCases.map { PaletteItem.action($0) } + (wanted.isEmpty ? [] : places)
        var ranked: [(score: PaletteScore, order: Int, item: PaletteItem)] = []
        for (order, item) in items.enumerated() {
            let title = PaletteScore(of: wanted, in: item.title)
            let aside = PaletteScore(of: wanted, in: item.aside)?.adding(-PaletteRank.aside)
            guard let score = [title, aside].compactMap(\.self).max() else { continue }
            ranked.append((score.adding(bonus(of: item)), order, item))
        }
        ranked.sort { ($1.score, $0.order) < ($0.score, $1.order) }
        isSure = ranked.first?.score.isSure ?? false
        // Beside what was meant, letters that are scattered somewhere are noise.
        matches = ranked.filter { $0.score.isSure == isSure }.map(\.item)
    }

    private func bonus(of item: PaletteItem) -> Int {
        var bonus = 0
        if case .action(let action) = item {
            bonus += PaletteRank.action
            if favoured.contains(action.group) { bonus += PaletteRank.here }
        }
        if let place = used.firstIndex(of: item.key) {
            bonus += max(0, PaletteRank.used - 2 * place)
        }
        return bonus
    }
}
