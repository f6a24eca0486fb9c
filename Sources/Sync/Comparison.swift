package import Files

/// Finds out directory by directory where two trees differ.
package struct Comparison: Sendable {
    /// What was deleted or replaced is kept there.
    package static let trash = Array(".ferry-trash".utf8)
    /// Links that are followed on the way down.
    private static let links = 8

    /// A difference of times that may be the zone of a server.
    struct Doubt: Sendable {
        /// Where it is among the differences.
        var index: Int
        var span: TimeSpan
    }

    let rules: ComparisonRules
    var doubts: [Doubt] = []
    var offsets = OffsetCount()

    /// What differs so far, in no order; after `finish` all of it, by its paths.
    package internal(set) var differences = Differences()
    /// Files that are to be read, where contents are compared.
    package private(set) var unread: [UnreadPair] = []
    /// Files of which a side's listing tells no size, where somebody asks for it.
    package private(set) var untold: [UnreadPair] = []
    /// Files and links that are the same.
    package private(set) var sameCount = 0
    /// Devices, pipes and sockets, which are not compared.
    package private(set) var specialCount = 0
    /// Files and links that were looked at on each side.
    package private(set) var fileCounts = Pair(0, 0)
    /// Directories that were not looked into, because too many links lead to them.
    package private(set) var unfollowedCount = 0
    /// Whether nothing of the side was there to be compared.
    package private(set) var isEmpty = Pair(true, true)
    /// Directories that both sides have, as each has them, by their names there.
    package private(set) var directories: Pair<[[Name]: Entry]> = Pair([:], [:])
    /// What is the same, where that is new for `ComparisonRules.agreed` or something about it is.
    package private(set) var agreements = EntryPairs()
    private var seen: SeenItems
    /// Directories of each side that hold something which is not compared or could not be read, and those
    /// above them.
    package private(set) var holding: Pair<Set<[Name]>> = Pair([], [])
    /// Directories of which it is not known what they hold, by their names at the first side.
    package private(set) var unlisted: Set<[Name]> = []
    /// After `finish`, the seconds by which the first side's clock is ahead of the second's by all
    /// files: their times count as equal. Nil where there are none.
    package internal(set) var sharedOffset: Int64?

    /// As the rules have it.
    package var confirmsEmpty: Pair<Bool> { rules.confirmsEmpty }
    /// Whether a side has anything of what `ComparisonRules.agreed` knows.
    package var holdsAgreed: Pair<Bool> { seen.isAny }
    /// The paths that `ComparisonRules.agreed` knows and that neither side has any more.
    package var gone: [[UInt8]] { seen.gone }

    package init(_ rules: ComparisonRules) {
        self.rules = rules
        seen = SeenItems(rules.agreed ?? SyncMemory())
    }

    /// Takes what both sides hold in a directory; of a side that does not have it, nothing. Gives the
    /// directories below that are to be taken as well.
    package mutating func take(
        _ directory: PairedDirectory, _ listings: Pair<Directory>
    ) -> [PairedDirectory] {
        let pairs = NamePairs(listings, rules)
        seen.note(listed: directory)
        var below: [PairedDirectory] = []
        for (first, second) in pairs.both {
            guard let one = listings.first.entry(at: first),
                let two = listings.second.entry(at: second)
            else { continue }
            compare(one, two, directory, &below)
        }
        for index in pairs.onlyFirst {
            guard let entry = listings.first.entry(at: index) else { continue }
            take(entry, only: .first, directory, &below)
        }
        for index in pairs.onlySecond {
            guard let entry = listings.second.entry(at: index) else { continue }
            take(entry, only: .second, directory, &below)
        }
        for (side, index, other) in pairs.meeting {
            guard let entry = listings[side].entry(at: index) else { continue }
            take(entry, only: side, directory, reason: .nameMeets(other), &below)
        }
        return below
    }

    /// The names of an entry on both sides.
    private func names(_ one: Name, _ two: Name, _ directory: PairedDirectory) -> Pair<[Name]> {
        Pair(directory.names.first + [one], directory.names.second + [two])
    }

    /// What the rules say of an entry, and where in them what is below it is.
    private func judge(
        _ names: Pair<[Name]>, isDirectory: Bool, _ directory: PairedDirectory
    ) -> (verdict: PathFilter.Verdict, scope: PathFilter.Scope) {
        if isFerrys(names.first, directory) { return (.excluded, directory.scope) }
        if rules.filter.takesAll(in: directory.scope) { return (.included, directory.scope) }
        // Those of the side that has it; where both do, they read the same.
        let side: ComparedSide = directory.exists.first ? .first : .second
        let read = names[side].map { $0.normalised(rules.charsets[side]) }
        return rules.filter.judge(read, isDirectory: isDirectory, in: directory.scope)
    }

    /// Whether Ferry keeps something there: what was deleted or replaced, or an unfinished file.
    private func isFerrys(_ names: [Name], _ directory: PairedDirectory) -> Bool {
        guard let name = names.last else { return false }
        if directory.depth == 0, Comparison.isLeftOut(name) { return true }
        if let aside = rules.aside, Comparison.isAlike(aside, names) { return true }
        return PartID(name) != nil
    }

    /// Whether an entry of that name at the top is kept out of everything.
    package static func isLeftOut(_ name: Name) -> Bool {
        name.bytes == trash || PartID(name) != nil
    }

    /// Something in a directory is left as it is.
    private mutating func noteHolding(_ directory: PairedDirectory) {
        for side in ComparedSide.allCases where directory.exists[side] {
            var names = directory.names[side]
            while holding[side].insert(names).inserted, !names.isEmpty { names.removeLast() }
        }
    }

    /// What a directory holds is not known, on one side at least.
    package mutating func noteUnread(_ directory: PairedDirectory) {
        noteHolding(directory)
        seen.note(unlisted: directory)
        unlisted.insert(directory.names.first)
    }

    private mutating func take(
        _ entry: Entry, only side: ComparedSide, _ directory: PairedDirectory,
        reason: Difference.Reason? = nil, _ below: inout [PairedDirectory]
    ) {
        let names = names(entry.name, entry.name, directory)
        let isDirectory = entry.kind == .directory
        let (verdict, scope) = judge(names, isDirectory: isDirectory, directory)
        var exists = Pair(false, false)
        exists[side] = true
        if verdict != .excluded, seen.isNeeded { seen.note(names[side], on: side) }
        switch verdict {
        case .excluded:
            seen.note(excluded: names, exists)
            noteHolding(directory)
        case .passed:
            // It stays, whatever becomes of what is in it.
            noteHolding(PairedDirectory(names: names, exists: exists, scope: scope))
            descend(names, exists, scope, from: directory, entry, &below)
        case .included:
            guard entry.kind != .other else {
                specialCount += 1
                return noteHolding(directory)
            }
            isEmpty[side] = false
            if isDirectory {
                if rules.descendsLone[side] {
                    descend(names, exists, scope, from: directory, entry, &below)
                }
            } else {
                fileCounts[side] += 1
            }
            var entries: Pair<Entry?> = Pair(nil, nil)
            entries[side] = entry
            differences.append(
                Difference(
                    in: directory.names, Pair(entry.name, entry.name), entries: entries,
                    reason: reason ?? .only(side)))
        }
    }

    /// Has a directory taken as well, unless too many links lead to it: it may contain itself.
    private mutating func descend(
        _ names: Pair<[Name]>, _ exists: Pair<Bool>, _ scope: PathFilter.Scope,
        from directory: PairedDirectory, _ entry: Entry, _ below: inout [PairedDirectory]
    ) {
        var next = PairedDirectory(names: names, exists: exists, scope: scope)
        next.links = directory.links + (entry.target == nil ? 0 : 1)
        guard next.links <= Comparison.links else {
            unfollowedCount += 1
            return noteHolding(next)
        }
        below.append(next)
    }

    private mutating func compare(
        _ one: Entry, _ two: Entry, _ directory: PairedDirectory,
        _ below: inout [PairedDirectory]
    ) {
        let names = names(one.name, two.name, directory)
        let isDirectory = one.kind == .directory || two.kind == .directory
        let (verdict, scope) = judge(names, isDirectory: isDirectory, directory)
        guard verdict != .excluded else {
            seen.note(excluded: names, Pair(true, true))
            return noteHolding(directory)
        }
        if seen.isNeeded {
            seen.note(names.first, on: .first)
            seen.note(names.second, on: .second)
        }
        func add(_ reason: Difference.Reason) {
            differences.append(
                Difference(
                    in: directory.names, Pair(one.name, two.name), entries: Pair(one, two),
                    reason: reason))
        }
        guard one.kind != .other, two.kind != .other else {
            specialCount += 1
            return noteHolding(directory)
        }
        if verdict == .included {
            isEmpty = Pair(false, false)
            if one.kind != .directory { fileCounts.first += 1 }
            if two.kind != .directory { fileCounts.second += 1 }
        }
        guard one.kind == two.kind else {
            if verdict == .included { add(.kind) }
            for (side, entry) in [(ComparedSide.first, one), (.second, two)]
            where entry.kind == .directory && rules.descendsLone[side] {
                var exists = Pair(false, false)
                exists[side] = true
                descend(names, exists, scope, from: directory, entry, &below)
            }
            return
        }
        switch one.kind {
        case .directory:
            if verdict == .included {
                if modesDiffer(one, two) { add(.mode) }
                noteAgreement(
                    UnreadPair(
                        directory: directory.names, last: Pair(one.name, two.name),
                        entries: Pair(one, two)))
            }
            if rules.keepsDirectories {
                directories.first[names.first] = one
                directories.second[names.second] = two
            }
            descend(names, Pair(true, true), scope, from: directory, one, &below)
        case .link:
            guard let target = one.target, let other = two.target else { return add(.unknown) }
            if target == other || isCopy(target, other, names) {
                sameCount += 1
                noteAgreement(
                    UnreadPair(
                        directory: directory.names, last: Pair(one.name, two.name),
                        entries: Pair(one, two)))
            } else {
                add(.link)
            }
        case .file:
            compareFiles(
                UnreadPair(
                    directory: directory.names, last: Pair(one.name, two.name),
                    entries: Pair(one, two)))
        case .other: break
        }
    }

    /// Takes files that were `untold`, with all that there is to be known of them.
    package mutating func take(_ files: UnreadPair) { compareFiles(files, isTold: true) }

    private mutating func compareFiles(_ files: UnreadPair, isTold: Bool = false) {
        let (one, two) = (files.entries.first, files.entries.second)
        if rules.asksDetails, !isTold, rules.criterion != .contents,
            one.size == nil || two.size == nil
        {
            untold.append(files)
            return
        }
        if rules.criterion == .sizeAndTime, !rules.memory.isEmpty,
            rules.memory.holds(files.names.first, files.entries)
        {
            return noteSame(files)
        }
        var span: TimeSpan?
        if let time = one.modified, let other = two.modified { span = TimeSpan(time, other) }
        if let size = one.size, let other = two.size, size != other {
            differences.append(files.difference(.size(newerBy: span?.gap)))
            return
        }
        let isSized = one.size != nil && two.size != nil
        switch rules.criterion {
        case .contents:
            if isSized, one.size == 0 { noteSame(files) } else { unread.append(files) }
        case .size:
            if isSized { noteSame(files) } else { differences.append(files.difference(.unknown)) }
        case .sizeAndTime:
            guard let span else {
                if isSized {
                    noteSame(files)
                } else {
                    differences.append(files.difference(.unknown))
                }
                return
            }
            let isEqual = span.holds(0)
            if isSized, span.isExact { offsets.count(isEqual ? nil : span.offset) }
            if isEqual {
                noteSame(files)
            } else {
                doubts.append(Doubt(index: differences.count, span: span))
                differences.append(files.difference(.time(newerBy: span.gap)))
            }
        }
    }

    /// Their sizes, times or contents are the same.
    mutating func noteSame(_ files: UnreadPair) {
        noteAgreement(files)
        guard modesDiffer(files.entries.first, files.entries.second) else {
            sameCount += 1
            return
        }
        differences.append(files.difference(.mode))
    }

    /// Both sides have the same, where that is kept and was not known.
    private mutating func noteAgreement(_ pair: UnreadPair) {
        guard let agreed = rules.agreed else { return }
        if let index = agreed.index(of: pair.names.first, on: .first) {
            let state = agreed.state(at: index)
            let isSpelledSo = agreed.secondPath(at: index) == PairMemory.key(pair.names.second)
            if isSpelledSo, state.holds(pair.entries) { return }
            // Equal sizes alone do not tell that nobody has changed it.
            if rules.criterion == .size, !state.isStill(pair.entries) { return }
        }
        agreements.append(pair)
    }

    /// Whether neither side's permissions are what a copy of the other would have.
    private func modesDiffer(_ one: Entry, _ two: Entry) -> Bool {
        guard rules.comparesModes, let mode = one.mode, let other = two.mode else { return false }
        let (left, right) = (mode & 0o777, other & 0o777)
        return left != right && left & ~rules.umask != right && right & ~rules.umask != left
    }

    /// Files that were to be read are the same, or are not.
    package mutating func note(_ files: UnreadPair, areSame: Bool) {
        guard !areSame else { return noteSame(files) }
        differences.append(files.difference(.contents))
    }
}
