/// What was typed into the palette, the newest last; passwords never.
struct PaletteHistory: Hashable, Sendable {
    /// Lines kept.
    static let capacity = 100

    private(set) var lines: [String] = []

    init() {}

    mutating func append(_ line: String) {
        lines.removeAll { $0 == line }
        lines.append(line)
        if lines.count > PaletteHistory.capacity { lines.removeFirst() }
    }
}
