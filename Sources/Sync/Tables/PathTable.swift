import Files

/// Paths, numbered as they come, held compactly: their bytes in one run, and 16 to 40 more for each.
struct PathTable: Sendable {
    private var arena: [UInt8] = []
    /// Where each begins in the arena, and where the last one ends.
    private var starts = [0]
    private var table = NameTable(count: 0)
    private var room = 0

    var count: Int { starts.count - 1 }

    subscript(index: Int) -> [UInt8] { Array(arena[starts[index]..<starts[index + 1]]) }

    /// The number of a path; nil where it is not here.
    func index(of path: [UInt8]) -> Int? {
        guard count > 0 else { return nil }
        return path.withUnsafeBufferPointer { path in
            arena.withUnsafeBufferPointer { arena in
                table.position(hash: NameTable.hash(of: path)) { index in
                    NameTable.isSame(PathTable.bytes(index, arena, starts), path)
                }
            }
        }
    }

    /// The number of a path, which it gets where it has none.
    mutating func add(_ path: [UInt8]) -> Int {
        if let index = index(of: path) { return index }
        arena += path
        starts.append(arena.count)
        if count > room {
            room = max(16, 2 * count)
            table = NameTable(count: room)
            for index in 0..<count { note(index) }
        } else {
            note(count - 1)
        }
        return count - 1
    }

    private mutating func note(_ index: Int) {
        let hash = arena.withUnsafeBufferPointer {
            NameTable.hash(of: PathTable.bytes(index, $0, starts))
        }
        // Nothing here has the same path.
        table.insert(index, hash: hash) { _ in false }
    }

    private static func bytes(
        _ index: Int, _ arena: UnsafeBufferPointer<UInt8>, _ starts: [Int]
    ) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: arena[starts[index]..<starts[index + 1]])
    }
}
