import Files

/// Which of the things that two trees agreed about are still there, and where nobody could look.
struct SeenItems: Sendable {
    private let memory: SyncMemory
    private var seen: [Bool]
    /// Whether a side has any of them.
    private(set) var isAny = Pair(false, false)
    /// Directories that a side has and that were listed, by their paths there.
    private var listed: Pair<Set<[UInt8]>> = Pair([], [])
    /// What is left out or could not be listed, in the same way.
    private var unknown: Pair<Set<[UInt8]>> = Pair([], [])

    init(_ memory: SyncMemory) {
        self.memory = memory
        seen = Array(repeating: false, count: memory.count)
    }

    /// Whether there is anything to see.
    var isNeeded: Bool { !seen.isEmpty }

    /// A side has something of these names.
    mutating func note(_ names: [Name], on side: ComparedSide) {
        guard let index = memory.index(of: names, on: side) else { return }
        seen[index] = true
        isAny[side] = true
    }

    mutating func note(listed directory: PairedDirectory) {
        guard isNeeded else { return }
        for side in ComparedSide.allCases where directory.exists[side] {
            listed[side].insert(PairMemory.key(directory.names[side]))
        }
    }

    mutating func note(unlisted directory: PairedDirectory) {
        guard isNeeded else { return }
        for side in ComparedSide.allCases {
            unknown[side].insert(PairMemory.key(directory.names[side]))
        }
    }

    mutating func note(excluded names: Pair<[Name]>, _ exists: Pair<Bool>) {
        guard isNeeded else { return }
        for side in ComparedSide.allCases {
            if exists[side] { note(names[side], on: side) }
            unknown[side].insert(PairMemory.key(names[side]))
        }
    }

    /// The paths of what both sides have no more: not what is below something that was not listed, or is
    /// left out.
    var gone: [[UInt8]] {
        guard isNeeded else { return [] }
        return seen.indices.compactMap { index in
            if seen[index] { return nil }
            let item = memory[index]
            return isGone(item.path, from: .first) && isGone(item.other ?? item.path, from: .second)
                ? item.path : nil
        }
    }

    private func isGone(_ path: [UInt8], from side: ComparedSide) -> Bool {
        var directory: [UInt8] = []
        var rest = path.split(separator: 0x2F)[...]
        while listed[side].contains(directory), let name = rest.popFirst() {
            directory += directory.isEmpty ? Array(name) : [0x2F] + name
            if unknown[side].contains(directory) { return false }
        }
        // Either itself or something above it is not in a directory that was listed; of a top that was
        // not, nothing is known.
        return !directory.isEmpty
    }
}
