package import Files
import Jobs

/// The selection that an action is about: part of a directory in the order shown. Values are made of the first
/// few only, so that a million are chosen within a frame.
package struct Selection: Sendable {
    /// How many of them a question names.
    private static let namedCount = 3

    private let directory: Directory
    private let order: EntryOrder
    private let marked: MarkSet
    /// The first of them, in their order; all where they are no more than three.
    let first: [Entry]
    let directoryCount: Int
    let linkCount: Int

    /// `marked` are all shown.
    init(_ marked: MarkSet, of directory: Directory, in order: EntryOrder) {
        self.directory = directory
        self.order = order
        self.marked = marked
        first = order.indices.lazy.filter { marked.contains($0) }
            .compactMap { directory.entry(at: Int($0)) }
            .prefix(Selection.namedCount).map { $0 }
        let records = directory.records
        var (directoryCount, linkCount) = (0, 0)
        for index in marked {
            switch records[Int(index)].kind {
            case .directory: directoryCount += 1
            case .link: linkCount += 1
            default: break
            }
        }
        self.directoryCount = directoryCount
        self.linkCount = linkCount
    }

    /// One, wherever it stands.
    init(_ index: UInt32, of directory: Directory) {
        self.directory = directory
        order = EntryOrder()
        marked = []
        first = directory.entry(at: Int(index)).map { [$0] } ?? []
        directoryCount = first.first?.kind == .directory ? 1 : 0
        linkCount = first.first?.kind == .link ? 1 : 0
    }

    /// Nothing.
    init() {
        self.init([], of: Directory(), in: EntryOrder())
    }

    var count: Int { marked.isEmpty ? first.count : marked.count }
    var isEmpty: Bool { count == 0 }

    /// All of them as values, in the order shown: not for the main thread.
    package var entries: [Entry] {
        guard !marked.isEmpty else { return first }
        return order.indices.lazy.filter { marked.contains($0) }
            .compactMap { directory.entry(at: Int($0)) }
    }

    /// All of them as they go as one job, in the order shown; what the pane holds of them is shared where
    /// it can be: not for the main thread.
    var together: ChosenEntries {
        guard !marked.isEmpty else {
            var builder = DirectoryBuilder()
            for entry in first { builder.append(entry) }
            return ChosenEntries(builder.directory)
        }
        if marked.count == directory.count {
            return ChosenEntries(directory, order: order.indices)
        }
        return ChosenEntries(
            directory.picking(
                order.indices.lazy.filter { marked.contains($0) }.map { Int($0) }))
    }

    /// What the listing says of each that is marked, in its order.
    var markedRecords: some Sequence<Directory.Record> {
        let records = directory.records
        return marked.lazy.map { records[Int($0)] }
    }

    /// The directories among them, in the order shown: not for the main thread.
    package var directories: [Name] {
        guard !marked.isEmpty else { return first.filter { $0.kind == .directory }.map(\.name) }
        return order.indices.lazy
            .filter { marked.contains($0) && directory.kind(at: Int($0)) == .directory }
            .compactMap { Name(directory.nameBytes(at: Int($0))) }
    }

    /// Whether anything of this name is among them.
    func holds(_ name: Name) -> Bool {
        guard !marked.isEmpty else { return first.contains { $0.name == name } }
        guard let index = directory.index(of: name) else { return false }
        return marked.contains(UInt32(clamping: index))
    }

    /// Whether a directory of this name is among them.
    func holdsDirectory(_ name: Name) -> Bool {
        guard !marked.isEmpty else {
            return first.contains { $0.kind == .directory && $0.name == name }
        }
        guard let index = directory.index(of: name) else { return false }
        return marked.contains(UInt32(clamping: index)) && directory.kind(at: index) == .directory
    }
}

extension Selection: Hashable {
    /// Whether both hold the same entries in the same order.
    package static func == (left: Selection, right: Selection) -> Bool {
        left.first == right.first && left.marked == right.marked && left.entries == right.entries
    }

    /// By what is at hand.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(first)
        hasher.combine(marked)
    }
}

extension Entry {
    /// What it adds to a sum of bytes: a directory's own size says nothing.
    var countedBytes: UInt64 { kind == .directory ? 0 : size ?? 0 }
}
