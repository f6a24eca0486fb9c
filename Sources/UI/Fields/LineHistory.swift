/// Lines that were typed into a field, the newest last and each once; passwords never.
struct LineHistory: Hashable, Sendable {
    /// Lines kept.
    static let capacity = 100

    private(set) var lines: [String] = []

    init() {}

    mutating func append(_ line: String) {
        lines.removeAll { $0 == line }
        lines.append(line)
        if lines.count > LineHistory.capacity { lines.removeFirst() }
    }
}
