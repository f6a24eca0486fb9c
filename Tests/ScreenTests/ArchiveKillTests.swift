import DemoServer
import Glibc
import Support
import Testing

/// Jobs that pack and extract, begun on a screen that is killed, and gone on with by `queue run`,
/// which is killed at random moments as well.
///
///     FERRY_KILLS=100 Tests/run --filter '^ScreenTests.ArchiveKillTests'    so many kills of each
@Suite("However often packing or extracting is killed, nothing half has the final name")
struct ArchiveKillTests {
    private static let kills = getenv("FERRY_KILLS").flatMap { Int(String(cString: $0)) } ?? 5
    private static let seed = UInt64.random(in: 0..<1_000_000)
    private static let tree: [String: [UInt8]] = [
        "one.bin": PlantedTree.noise(900_000), "sub/two.bin": PlantedTree.noise(700_001),
        "sub/three.txt": Array("three\n".utf8), "empty": [],
    ]

    private let served: Served

    init() throws {
        served = try Served()
        try served.folder.write("default login u password p\n", to: ".netrc")
        chmod(served.folder.path(".netrc"), 0o600)
        try served.folder.makeFolder("served/into")
        try served.folder.write("", to: "served/into/there")
    }

    private func plant(_ directory: String) throws {
        for name in [directory, directory + "/sub"] { try served.folder.makeFolder(name) }
        for (name, bytes) in ArchiveKillTests.tree {
            try served.folder.write(bytes, to: "\(directory)/\(name)")
        }
    }

    /// Types the keys on a slow screen, and kills it once the job is under way.
    private func begin(_ side: String, _ name: String, _ keys: [(String, String)]) throws {
        let url = served.url.replacing("u:p@", with: "u@") + "/into"
        let ferry = try Ferry(["--no-tls", "--limit-rate", "200k", ".", url], in: served.folder)
        try ferry.waitForRight("there")
        try ferry.waitForLeft("tree")
        if side == "right" { ferry.terminal.send(.tab) }
        try ferry.select(name)
        for (typed, shown) in keys {
            ferry.terminal.send(typed)
            try ferry.terminal.waitFor(shown)
        }
        ferry.terminal.signal(SIGKILL)
        _ = try ferry.terminal.waitForEnd()
    }

    /// Works the queue off, killed again and again; `look` is asked after each kill.
    private func goOn(_ look: (_ note: Comment) throws -> Void) throws {
        var random = SeededNumbers(seed: ArchiveKillTests.seed)
        for round in 0..<ArchiveKillTests.kills {
            let seconds = Double.random(in: 0.05...0.8, using: &random)
            let script = "timeout -s KILL \(seconds) \"$FERRY\" queue run --limit-rate 1M"
            _ = try served.run(script: script)
            try look("seed \(ArchiveKillTests.seed), round \(round)")
        }
        let outcome = try served.run(["queue", "run"])
        #expect(outcome.code == 0, "\(outcome.errors)")
        let rows = try served.run(["queue", "list"])
        #expect(rows.output.contains("done"), "\(rows.output)")
        let parts = try served.run(["parts"])
        #expect(parts.output == "", "\(parts.output)")
        let left = try served.run(script: "find .. -name '.ferry-*' -o -name '*.ferry-part'")
        #expect(left.output == "", "\(left.output)")
    }

    @Test("Packing onto a server")
    func packing() throws {
        try plant("here/tree")
        try begin("left", "tree", [("\u{18}p", "tree.tar.gz"), ("\r", "packing")])
        try goOn { note in #expect(!served.folder.exists("served/into/tree.tar.gz"), note) }
        let compared =
            "mkdir out && tar xzf ../served/into/tree.tar.gz -C out && diff -r tree out/tree"
        let outcome = try served.run(script: compared)
        #expect(outcome.code == 0, "\(outcome.output) \(outcome.errors)")
    }

    @Test("Extracting from a server")
    func extracting() throws {
        try plant("here/tree")
        let make = "cd tree && python3 -m zipfile -c ../../served/into/a.zip one.bin sub empty"
        #expect(try served.run(script: make).code == 0)
        try begin("right", "a.zip", [("\u{18}e", "a.zip"), ("w", "filling")])
        try goOn { note in
            for (name, bytes) in ArchiveKillTests.tree {
                let found = served.folder.read("here/a/\(name)")
                #expect(found == nil || found == bytes, "\(name), \(note.rawValue)")
            }
        }
        let outcome = try served.run(script: "diff -r tree a")
        #expect(outcome.code == 0, "\(outcome.output) \(outcome.errors)")
    }
}
