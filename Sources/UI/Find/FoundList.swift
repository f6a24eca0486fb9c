import Files

/// What a search has found so far.
struct FoundList: Sendable {
    enum Stage: Sendable {
        case running(RequestID)
        /// The user has stopped it.
        case stopped
        case ended(FindEnd)
        case failed(String)
    }

    /// Where it looks.
    let location: Location
    /// The side that it was asked for on.
    let side: Side
    /// What was asked for.
    let words: String
    var stage: Stage
    private(set) var entries: [FoundEntry] = []
    private(set) var marked: Set<Int> = []

    init(_ location: Location, _ side: Side, words: String, _ request: RequestID) {
        self.location = location
        self.side = side
        self.words = words
        stage = .running(request)
    }

    var request: RequestID? {
        if case .running(let request) = stage { request } else { nil }
    }

    mutating func append(_ found: [FoundEntry]) {
        entries += found.prefix(max(0, FoundEntry.limit - entries.count))
    }

    func path(of found: FoundEntry) -> Path {
        Path(components: location.path.components + found.names)
    }

    /// Takes out what was deleted, with all that was below; whether anything was.
    mutating func drop(_ places: [Location]) -> Bool {
        let top = location.path.components
        let gone = Set(
            places.filter { $0.site == location.site && $0.path.components.starts(with: top) }
                .map { Array($0.path.components.dropFirst(top.count)) })
        guard !gone.isEmpty else { return false }
        let kept = entries.indices.filter { row in
            let names = entries[row].names
            return !(1...max(1, names.count)).contains { gone.contains(Array(names.prefix($0))) }
        }
        guard kept.count < entries.count else { return false }
        let left = marked
        marked = Set(kept.enumerated().filter { left.contains($0.element) }.map(\.offset))
        entries = kept.map { entries[$0] }
        return true
    }

    // MARK: Marks

    mutating func toggleMark(_ row: Int) {
        guard entries.indices.contains(row) else { return }
        if marked.remove(row) == nil { marked.insert(row) }
    }

    mutating func mark(_ action: Action) -> Bool {
        switch action {
        case .markAll: marked = Set(entries.indices)
        case .unmarkAll: marked = []
        case .markInvert: marked = Set(entries.indices).subtracting(marked)
        default: return false
        }
        return true
    }

    /// What is marked, else what is under the cursor; without what is below another of them.
    func chosen(at row: Int) -> [FoundEntry] {
        let rows = marked.isEmpty ? [row] : marked.sorted()
        let found = rows.filter { entries.indices.contains($0) }.map { entries[$0] }
        let directories = Set(found.filter { $0.entry.kind == .directory }.map(\.names))
        guard !directories.isEmpty else { return found }
        return found.filter { found in
            !(1..<max(1, found.names.count)).contains {
                directories.contains(Array(found.names.prefix($0)))
            }
        }
    }
}
