import Files
import Testing

@testable import Sync

/// Two trees as these tests write them: what each directory holds, by its path.
struct PlantedTrees {
    typealias Tree = [String: [Entry]]

    /// The time of an entry without an age.
    private static let now: Int64 = 1_700_000_000

    let first: Tree
    let second: Tree

    init(_ first: Tree, _ second: Tree) {
        self.first = first
        self.second = second
    }

    static func entry(
        _ name: String, _ kind: Entry.Kind = .file, size: UInt64? = 5, age: Int64? = 0,
        mode: UInt16? = nil, target: String? = nil
    ) throws -> Entry {
        Entry(
            name: try #require(Name(name)), kind: kind, size: kind == .file ? size : nil,
            modified: age.map { Timestamp(seconds: now - $0) }, mode: mode,
            target: target.map { Array($0.utf8) })
    }

    static func listing(_ entries: [Entry]) -> Directory {
        var builder = DirectoryBuilder()
        for entry in entries { builder.append(entry) }
        return builder.directory
    }

    /// Compares them; the directories of `unread` cannot be read.
    func compare(_ rules: ComparisonRules, unread: Set<String> = []) -> Comparison {
        var comparison = Comparison(rules)
        var rest = [PairedDirectory.top]
        while let directory = rest.popLast() {
            let path = directory.names.first.map(\.text).joined(separator: "/")
            if unread.contains(path) {
                comparison.noteUnread(directory)
                continue
            }
            rest += comparison.take(
                directory,
                Pair(
                    PlantedTrees.listing(directory.exists.first ? first[path] ?? [] : []),
                    PlantedTrees.listing(directory.exists.second ? second[path] ?? [] : [])))
        }
        comparison.finish()
        return comparison
    }
}
