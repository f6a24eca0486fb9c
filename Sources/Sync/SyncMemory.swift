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
    package let time: Int64?
    package let items: [Item]
    private let firsts: [[UInt8]: Int32]
    /// Those that are spelled otherwise on the second side.
    private let seconds: [[UInt8]: Int32]

    /// Of each path the last counts.
    package init(_ items: [Item] = [], time: Int64? = nil) {
        self.items = items
        self.time = time
        var (firsts, seconds): ([[UInt8]: Int32], [[UInt8]: Int32]) = ([:], [:])
        firsts.reserveCapacity(items.count)
        for (index, item) in items.enumerated() {
            guard let number = Int32(exactly: index) else { break }
            firsts[item.path] = number
            if let other = item.other { seconds[other] = number }
        }
        self.firsts = firsts
        self.seconds = seconds
    }

    /// Where among the items something is that a side has under these names; nil where they never
    /// agreed about it.
    func index(of names: [Name], on side: ComparedSide) -> Int? {
        guard !items.isEmpty else { return nil }
        let key = PairMemory.key(names)
        switch side {
        case .first: return firsts[key].map(Int.init)
        case .second:
            if let number = seconds[key] { return Int(number) }
            guard let number = firsts[key].map(Int.init), items[number].other == nil else {
                return nil
            }
            return number
        }
    }

    /// What they agreed about of what differs now.
    package func state(of difference: Difference) -> AgreedState? { item(of: difference)?.state }

    /// The same with its paths.
    package func item(of difference: Difference) -> Item? {
        let side: ComparedSide = difference.entries.first == nil ? .second : .first
        return index(of: difference.names[side], on: side).map { items[$0] }
    }

    /// What has that path below the first side's top.
    package func item(_ path: [UInt8]) -> Item? { firsts[path].map { items[Int($0)] } }
}
