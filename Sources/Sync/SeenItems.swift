import Files

/// Which of the things that two trees agreed about are still there, and where nobody could look.
struct SeenItems: Sendable {
    private let memory: SyncMemory
    private var seen: [Bool]
    /// Directories that were listed; paths that are left out.
    private var listed: Set<[UInt8]> = []
    private var excluded: Set<[UInt8]> = []

    init(_ memory: SyncMemory) {
        self.memory = memory
        seen = Array(repeating: false, count: memory.items.count)
    }

    /// Whether there is anything to see.
    var isNeeded: Bool { !seen.isEmpty }

    /// A side has something of these names.
    mutating func note(_ names: [Name], on side: ComparedSide) {
        if let index = memory.index(of: names, on: side) { seen[index] = true }
    }

    mutating func note(listed directory: PairedDirectory) {
        if isNeeded { listed.insert(PairMemory.key(directory.names.first)) }
    }

    mutating func note(excluded names: Pair<[Name]>, _ exists: Pair<Bool>) {
        guard isNeeded else { return }
        for side in ComparedSide.allCases where exists[side] { note(names[side], on: side) }
        excluded.insert(PairMemory.key(names.first))
    }

    /// The paths of what both sides have no more: not what is below something that was not listed, or is
    /// left out.
    func gone(unlisted: Set<[Name]>) -> [[UInt8]] {
        guard isNeeded else { return [] }
        let unlisted = Set(unlisted.map(PairMemory.key))
        return memory.items.indices.filter { !seen[$0] }.map { memory.items[$0].path }.filter {
            isGone($0, unlisted)
        }
    }

    private func isGone(_ path: [UInt8], _ unlisted: Set<[UInt8]>) -> Bool {
        var directory: [UInt8] = []
        var rest = path.split(separator: 0x2F)[...]
        while listed.contains(directory), let name = rest.popFirst() {
            directory += directory.isEmpty ? Array(name) : [0x2F] + name
            if excluded.contains(directory) || unlisted.contains(directory) { return false }
        }
        // Either itself or something above it is not in a directory that was listed; of a top that was
        // not, nothing is known.
        return !directory.isEmpty
    }
}
