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
