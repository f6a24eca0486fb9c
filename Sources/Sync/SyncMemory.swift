package import Files

/// What two trees agreed about when they were last synchronised, by its paths: only this tells what is new
/// on one side from what is gone on the other.
package struct SyncMemory: Sendable {
    /// Something that they agreed about.
    package struct Item: Hashable, Sendable {
        /// The path below the first side's top.
        package var path: [UInt8]
        /// The same below the second's, where that is spelled otherwise.
        package var other: [UInt8]?
        package var state: AgreedState

        package init(_ path: [UInt8], other: [UInt8]? = nil, _ state: AgreedState) {
            self.path = path
            self.other = other
            self.state = state
        }

        /// Of what both sides have.
        package init(_ names: Pair<[Name]>, _ entries: Pair<Entry>) {
            let keys = names.map(PairMemory.key)
            self.init(
                keys.first, other: keys.first == keys.second ? nil : keys.second,
                AgreedState(entries))
        }

        /// The same, seen from the other side.
        package var reversed: Item {
            Item(other ?? path, other: other == nil ? nil : path, state.reversed)
        }
    }

    /// When they last agreed, in seconds since the epoch; nil for never.
    package var time: Int64?
    /// Below the first side's top.
    private var paths = PathTable()
    private var states: [Pair<PackedEntry>] = []
    /// Those that are spelled otherwise on the second side, by where they are among the others.
    private var others: [Int: [UInt8]] = [:]
    private var otherIndices: [[UInt8]: Int] = [:]
    /// Where links led, as far as it was known.
    private var targets: [[UInt8]] = []

    /// Of each path the last counts.
    package init(_ items: some Sequence<Item> = [], time: Int64? = nil) {
        self.time = time
        for item in items { note(item) }
    }

    /// Adds something that they agree about, or what is so of it now.
    package mutating func note(_ item: Item) {
        let state = Pair(pack(item.state, .first), pack(item.state, .second))
        let index = paths.add(item.path)
        if index < states.count { states[index] = state } else { states.append(state) }
        // It is still known by an earlier spelling: else what is gone from one side would come back to it.
        others[index] = item.other
        if let other = item.other { otherIndices[other] = index }
    }

    private mutating func pack(_ state: AgreedState, _ side: ComparedSide) -> PackedEntry {
        let standing = state.sides[side]
        if let target = standing.link { targets.append(target) }
        return PackedEntry(
            state.kind, standing.file, mode: standing.mode,
            rarity: standing.link == nil ? -1 : Int32(clamping: targets.count - 1))
    }

    package var count: Int { states.count }
    package var isEmpty: Bool { states.isEmpty }

    /// What they agreed about, by its number; these are 0 and up.
    package subscript(index: Int) -> Item {
        Item(paths[index], other: others[index], state(at: index))
    }

    /// The path that it has below the second side's top.
    func secondPath(at index: Int) -> [UInt8] { others[index] ?? paths[index] }

    func state(at index: Int) -> AgreedState {
        AgreedState(
            states[index].first.kind,
            states[index].map { packed in
                AgreedState.Standing(
                    file: packed.print, mode: packed.knownMode,
                    link: packed.rarity < 0 ? nil : targets[Int(packed.rarity)])
            })
    }

    /// The number of what a side has under these names; nil where they never agreed about it.
    func index(of names: [Name], on side: ComparedSide) -> Int? {
        guard !isEmpty else { return nil }
        return index(of: PairMemory.key(names), on: side)
    }

    private func index(of path: [UInt8], on side: ComparedSide) -> Int? {
        if side == .second, let index = otherIndices[path] { return index }
        guard let index = paths.index(of: path), side == .first || others[index] == nil else {
            return nil
        }
        return index
    }

    /// What they agreed about of what differs now.
    package func state(of difference: Difference) -> AgreedState? {
        index(of: difference).map(state)
    }

    /// The same with its paths.
    package func item(of difference: Difference) -> Item? {
        index(of: difference).map { self[$0] }
    }

    private func index(of difference: Difference) -> Int? {
        let side: ComparedSide = difference.entries.first == nil ? .second : .first
        return index(of: difference.names[side], on: side)
    }

    /// What the second side has under these names.
    package func item(onSecond names: [Name]) -> Item? {
        index(of: names, on: .second).map { self[$0] }
    }

    /// What has that path below the first side's top.
    package func item(_ path: [UInt8]) -> Item? { paths.index(of: path).map { self[$0] } }
}
