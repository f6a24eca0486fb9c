package import Files

/// The entries of a directory on both sides, put together by their names: those of the same bytes, then
/// those that read the same, however they are written (Unicode, NFC and NFD; charsets), then, where a side
/// folds case, those that differ in capitals alone.
package struct NamePairs {
    /// Positions in both listings.
    package private(set) var both: [(first: Int, second: Int)] = []
    package private(set) var onlyFirst: [Int] = []
    package private(set) var onlySecond: [Int] = []
    /// Positions of names that meet a paired one on the other side, which folds case: none of them can be
    /// there beside it. The bytes are the name that they meet.
    package private(set) var meeting: [(side: ComparedSide, index: Int, other: [UInt8])] = []

    package init(_ listings: Pair<Directory>, _ rules: ComparisonRules) {
        matchBytes(listings)
        if onlyFirst.isEmpty, onlySecond.isEmpty { return }
        match(listings) { bytes, side in
            // Plain names of other bytes read differently.
            guard bytes.contains(where: { $0 >= 0x80 }) else { return nil }
            return NamePairs.text(bytes, rules.charsets[side])
        }
        guard rules.foldsCase.first || rules.foldsCase.second else { return }
        match(listings) { bytes, side in
            NamePairs.folded(bytes, rules.charsets[side])
        }
        for side in ComparedSide.allCases where rules.foldsCase[side.other] {
            findMeeting(side, listings, rules)
        }
    }

    /// Nil for bytes that are no text: they are the same as themselves only.
    private static func text(_ bytes: ArraySlice<UInt8>, _ charset: Charset?) -> String? {
        String(validating: bytes, as: UTF8.self) ?? charset?.decode(Array(bytes))
    }

    /// The same for all names that a file system which folds case takes for one.
    private static func folded(_ bytes: ArraySlice<UInt8>, _ charset: Charset?) -> String? {
        // Up and down again, because some letters have two small forms.
        text(bytes, charset)?.uppercased().lowercased()
    }

    /// A name that a listing holds twice counts once.
    private mutating func matchBytes(_ listings: Pair<Directory>) {
        let tables = listings.map { NameTable($0) }
        var isTaken = [Bool](repeating: false, count: listings.second.count)
        listings.first.withNames { names in
            listings.second.withNames { others in
                for index in 0..<listings.first.count
                where tables.first.index(of: names[index], among: names) == index {
                    if let other = tables.second.index(of: names[index], among: others) {
                        isTaken[other] = true
                        both.append((index, other))
                    } else {
                        onlyFirst.append(index)
                    }
                }
                for index in isTaken.indices
                where !isTaken[index]
                    && tables.second.index(of: others[index], among: others) == index
                {
                    onlySecond.append(index)
                }
            }
        }
    }

    /// Puts together what is left and has the same key, where one alone on each side has it.
    private mutating func match(
        _ listings: Pair<Directory>, by key: (ArraySlice<UInt8>, ComparedSide) -> String?
    ) {
        var seconds: [String: [Int]] = [:]
        for index in onlySecond {
            guard let text = key(listings.second.nameBytes(at: index), .second) else { continue }
            seconds[text, default: []].append(index)
        }
        guard !seconds.isEmpty else { return }
        var firsts: [String: [Int]] = [:]
        for index in onlyFirst {
            guard let text = key(listings.first.nameBytes(at: index), .first),
                seconds[text] != nil
            else { continue }
            firsts[text, default: []].append(index)
        }
        var taken: Pair<Set<Int>> = Pair([], [])
        for (text, indices) in firsts {
            guard let others = seconds[text], indices.count == 1, others.count == 1 else {
                continue
            }
            both.append((indices[0], others[0]))
            taken.first.insert(indices[0])
            taken.second.insert(others[0])
        }
        guard !taken.first.isEmpty else { return }
        onlyFirst.removeAll { taken.first.contains($0) }
        onlySecond.removeAll { taken.second.contains($0) }
    }

    /// What is left on a side and would meet a name of the other side, which folds case.
    private mutating func findMeeting(
        _ side: ComparedSide, _ listings: Pair<Directory>, _ rules: ComparisonRules
    ) {
        func folded(_ index: Int, on side: ComparedSide) -> String? {
            NamePairs.folded(listings[side].nameBytes(at: index), rules.charsets[side])
        }
        var names: [String: Int] = [:]
        let (lone, others) = side == .first ? (onlyFirst, onlySecond) : (onlySecond, onlyFirst)
        for (first, second) in both {
            let other = side == .first ? second : first
            if let text = folded(other, on: side.other) { names[text] = other }
        }
        for index in others {
            if let text = folded(index, on: side.other) { names[text] = index }
        }
        var found: Set<Int> = []
        for index in lone {
            guard let text = folded(index, on: side), let other = names[text] else { continue }
            found.insert(index)
            meeting.append((side, index, Array(listings[side.other].nameBytes(at: other))))
        }
        guard !found.isEmpty else { return }
        if side == .first {
            onlyFirst.removeAll { found.contains($0) }
        } else {
            onlySecond.removeAll { found.contains($0) }
        }
    }
}
