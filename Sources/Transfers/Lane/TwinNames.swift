import Files

/// Names of one directory that some file systems cannot tell apart: by capitals, by the Unicode form of
/// a character, by blanks and dots at the end.
struct TwinNames: Sendable {
    /// Names of one group that are kept; a stranger's listing may have a million.
    private static let mostOfGroup = 8

    private var groupOf: [Int: Int] = [:]
    private var groups: [[Int]] = []

    init() {}

    init(in listing: Directory) {
        var seen = HashSet(count: listing.count)
        var repeated: Set<Int> = []
        for index in 0..<listing.count {
            let hash = FoldedPath.hash(of: listing.nameBytes(at: index))
            if !seen.insert(hash) { repeated.insert(hash) }
        }
        guard !repeated.isEmpty else { return }
        var numbers: [Int: Int] = [:]
        for index in 0..<listing.count {
            let hash = FoldedPath.hash(of: listing.nameBytes(at: index))
            guard repeated.contains(hash) else { continue }
            let number = numbers[hash] ?? groups.count
            if number == groups.count {
                numbers[hash] = number
                groups.append([])
            }
            groupOf[index] = number
            if groups[number].count < TwinNames.mostOfGroup { groups[number].append(index) }
        }
    }

    /// Positions of the others that the entry there may not be told from, the first ones of them.
    func others(of position: Int) -> [Int] {
        groupOf[position].map { number in groups[number].filter { $0 != position } } ?? []
    }

    /// Whether the entry is the first of those.
    func isFirst(_ position: Int) -> Bool {
        groupOf[position].map { groups[$0].first == position } ?? true
    }
}
