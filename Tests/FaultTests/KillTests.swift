import DemoServer
import Glibc
import Support
import Testing

/// Commands that are killed at random moments and begun again until they end.
///
///     FERRY_KILLS=200 Tests/run --filter '^FaultTests.KillTests'    so many runs of each
@Suite("However often it is killed, a file is whole or what it was before")
struct KillTests {
    private static let runs = getenv("FERRY_KILLS").flatMap { Int(String(cString: $0)) } ?? 3
    /// Kills in one run; then the command is let end.
    private static let kills = 8

    private static func content(_ name: String, _ count: Int) -> [UInt8] {
        var random = SeededBytes(name.utf8.reduce(1) { $0 &* 31 &+ UInt64($1) })
        return (0..<count).map { _ in random.next() }
    }

    /// Files of all sizes in two directories, and what stands at two of their targets before.
    private static let tree: [String: [UInt8]] = {
        var tree: [String: [UInt8]] = [
            "large": content("large", 3_000_000), "replaced": content("replaced", 1_500_000),
            "sub/large": content("sub/large", 2_000_000),
        ]
        for number in 0..<30 {
            tree["small\(number)"] = content("small\(number)", number * 37)
            tree["sub/small\(number)"] = content("sub/small\(number)", number * 211)
        }
        return tree
    }()
    private static let old = content("old", 4_000)

    @Test("A tree fetched with -c", arguments: 0..<runs)
    func get(run: Int) throws {
        try kill(
            run, from: "served/tree", to: "here/tree", ["get", "-r", "-c", "SERVER/tree"])
    }

    @Test("A tree put with -c", arguments: 0..<runs)
    func put(run: Int) throws {
        try kill(
            run, from: "here/tree", to: "served/tree", ["put", "-r", "-c", "tree", "SERVER/"])
    }

    @Test("A file moved to a server", arguments: 0..<runs)
    func move(run: Int) throws {
        let place = try Workplace()
        let bytes = KillTests.content("moved", 2_000_000)
        try place.write(bytes, to: "here/moved")
        try repeatedly(run, in: place, ["mv", "moved", "SERVER/moved"]) {
            let here = place.folder.read("files/here/moved")
            let there = place.folder.read("files/served/moved")
            #expect(here == bytes || there == bytes, "run \(run)")
            #expect(there == nil || there == bytes, "run \(run)")
            // Killed between the two, it is there twice, which a second move leaves so.
            return here != nil && there == nil
        }
        #expect(place.folder.read("files/served/moved") == bytes, "run \(run)")
    }

    private func kill(
        _ run: Int, from source: String, to target: String, _ arguments: [String]
    ) throws {
        let place = try Workplace()
        try place.makeFolder(source)
        try place.makeFolder(source + "/sub")
        try place.makeFolder(target)
        for (name, bytes) in KillTests.tree { try place.write(bytes, to: "\(source)/\(name)") }
        try place.write(KillTests.old, to: "\(target)/replaced")
        try repeatedly(run, in: place, arguments) {
            for (name, bytes) in KillTests.tree {
                let found = place.folder.read("files/\(target)/\(name)")
                let isRight =
                    found == nil && name != "replaced" || found == bytes
                    || found == KillTests.old && name == "replaced"
                #expect(isRight, "run \(run): \(name)")
            }
            return true
        }
        for (name, bytes) in KillTests.tree {
            #expect(place.folder.read("files/\(target)/\(name)") == bytes, "run \(run): \(name)")
        }
        try checkLeftovers(run, place)
    }

    /// Runs the command, killed after a random time, until it has ended by itself; `look` is asked
    /// after each, and says whether there is still something to do.
    private func repeatedly(
        _ run: Int, in place: Workplace, _ arguments: [String], look: () throws -> Bool
    ) throws {
        let server = try DemoServer(root: place.path("served"), options: .init(user: "u"))
        let url = "ftp://u:p@127.0.0.1:\(try server.start())"
        defer { server.stop() }
        let arguments = arguments.map { $0.replacing("SERVER", with: url) }
        let environment = try place.environment([], below: ["here"])
        var random = SeededBytes(UInt64(run) &+ 1)
        for round in 0... {
            guard round < KillTests.kills else {
                // What it is to replace is its own decision, said by -c.
                let code = place.run(arguments, environment)
                #expect(code == 0, "run \(run): \(place.complaint)")
                _ = try look()
                return
            }
            let milliseconds = 15 + Int(random.next()) * 2
            let code = place.run(arguments, environment, killedAfter: milliseconds)
            guard try look() else { return }
            if code == 0 { return }
            #expect(code == 128 + 9, "run \(run): \(place.complaint)")
        }
    }

    /// Nothing is left of the runs that were killed, and nothing that `ferry parts` knows.
    private func checkLeftovers(_ run: Int, _ place: Workplace) throws {
        let environment = try place.environment([], below: ["here"])
        let left = place.contents.items.keys.filter(FolderContents.isPart)
        #expect(left.isEmpty, "run \(run)")
        #expect(place.run(["parts"], environment) == 0, "run \(run): \(place.complaint)")
        let listed = String(decoding: place.folder.read("out") ?? [], as: UTF8.self)
        #expect(listed.isEmpty, "run \(run)")
    }
}

/// Bytes that are the same for the same seed.
private struct SeededBytes {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    mutating func next() -> UInt8 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return UInt8(truncatingIfNeeded: state >> 24)
    }
}
