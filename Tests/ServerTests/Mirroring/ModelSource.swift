import Foundation
import Glibc
import Support

/// Pairs of trees at random, the same for the same seed.
struct ModelSource: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    mutating func next() -> UInt64 {
        // xorshift64*
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return state &* 0x2545_F491_4F6C_DD1D
    }

    /// Each as it is written at the source, and at the target.
    private static let names = [
        ("a", "a"), ("b b", "b b"), ("u\u{308}", "\u{FC}"), ("\u{E9}", "e\u{301}"), ("-x", "-x"),
        ("x.log", "x.log"), ("Z", "Z"), ("%41", "%41"), ("c.txt", "c.txt"), ("d", "d"),
    ]

    /// One of the two trees that are filled.
    struct Side {
        let makeFolder: (String) throws -> Void
        let store: ([UInt8], String) throws -> Void
        /// Where a name is on this machine.
        let path: (String) -> String
    }

    /// Fills two folders with trees that have much in common.
    mutating func fill(
        _ source: Side, _ target: Side, depth: Int = 0, in place: (String, String) = ("", "")
    )
        throws
    {
        for (here, there) in ModelSource.names where Int.random(in: 0..<10, using: &self) < 6 {
            let (one, two) = (place.0 + here, place.1 + there)
            let kind = Int.random(in: 0..<20, using: &self)
            let mayHold = depth < 2
            switch kind {
            case 0..<4 where mayHold:
                try source.makeFolder(one)
                try target.makeFolder(two)
                try fill(source, target, depth: depth + 1, in: (one + "/", two + "/"))
            case 4..<6 where mayHold:
                try source.makeFolder(one)
                try fillOne(source, depth: depth + 1, one + "/")
            case 6..<8 where mayHold:
                try target.makeFolder(two)
                try fillOne(target, depth: depth + 1, two + "/")
            case 8 where mayHold:
                try source.makeFolder(one)
                try fillOne(source, depth: depth + 1, one + "/")
                try makeFile(target, two)
            case 9 where mayHold:
                try makeFile(source, one)
                try target.makeFolder(two)
                try fillOne(target, depth: depth + 1, two + "/")
            case 10..<13: try makeFile(source, one)
            case 13..<15: try makeFile(target, two)
            case 15..<17:
                try makeFile(source, one)
                try makeFile(target, two)
            default:
                let (bytes, time) = (bytes(), time())
                try write(bytes, time, to: one, source)
                try write(bytes, time, to: two, target)
            }
        }
    }

    private mutating func fillOne(_ side: Side, depth: Int, _ place: String) throws {
        for (name, _) in ModelSource.names where Int.random(in: 0..<10, using: &self) < 3 {
            if depth < 2, Bool.random(using: &self) {
                try side.makeFolder(place + name)
                try fillOne(side, depth: depth + 1, place + name + "/")
            } else {
                try makeFile(side, place + name)
            }
        }
    }

    private mutating func bytes() -> [UInt8] {
        (0..<Int.random(in: 0..<200, using: &self)).map { _ in
            UInt8(truncatingIfNeeded: next())
        }
    }

    /// Seconds since the epoch, each some hours and minutes from all others.
    private mutating func time() -> Int64 {
        1_500_000_000 + Int64.random(in: 0..<2_000, using: &self) * 100_020
    }

    private mutating func makeFile(_ side: Side, _ name: String) throws {
        try write(bytes(), time(), to: name, side)
    }

    // MARK: - What people do

    /// Changes, deletes, renames and adds some of what a side has.
    mutating func change(_ side: Side, _ tree: ModelTree) throws {
        var gone: Set<String> = []
        for path in tree.nodes.keys.sorted() {
            let isGone = gone.contains(path) || ModelTree.above(path).contains { gone.contains($0) }
            if isGone { continue }
            let isFile = tree.nodes[path] != .directory
            switch Int.random(in: 0..<20, using: &self) {
            case 0..<3:
                try remove(side.path(path))
                gone.insert(path)
            case 3..<6 where isFile: try makeFile(side, path)
            case 6..<9 where isFile:
                let name =
                    "\(ModelTree.above(path).last.map { $0 + "/" } ?? "")moved \(next() % 1_000)"
                guard rename(side.path(path), side.path(name)) == 0 else {
                    throw ModelTree.Unreadable(path: path)
                }
                gone.insert(path)
            case 9 where isFile:
                try remove(side.path(path))
                gone.insert(path)
                try side.makeFolder(path)
                try makeFile(side, path + "/in")
            case 10 where !isFile:
                try remove(side.path(path))
                gone.insert(path)
                try makeFile(side, path)
            case 11 where !isFile: try makeFile(side, path + "/new \(next() % 1_000)")
            default: break
            }
        }
        try makeFile(side, "new \(next() % 1_000)")
    }

    /// With all that is in it.
    private func remove(_ path: String) throws {
        try FileManager.default.removeItem(atPath: path)
    }

    private func write(_ bytes: [UInt8], _ time: Int64, to name: String, _ side: Side) throws {
        try side.store(bytes, name)
        var times = [timeval](
            repeating: timeval(tv_sec: Int(time), tv_usec: 0), count: 2)
        guard utimes(side.path(name), &times) == 0 else {
            throw ModelTree.Unreadable(path: name)
        }
    }
}
