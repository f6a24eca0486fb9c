import Glibc
import Support
import Testing

/// A mirror that is killed at random moments, and run again.
///
///     FERRY_KILLS=100 Tests/run --filter '^ScreenTests.MirrorKillTests'    so many kills of each
@Suite("However often a mirror is killed, the next run ends it, and undo leads back")
struct MirrorKillTests {
    private static let kills = getenv("FERRY_KILLS").flatMap { Int(String(cString: $0)) } ?? 6
    private static let seed = UInt64.random(in: 0..<1_000_000)

    private let served: Served

    init() throws {
        served = try Served()
        try served.folder.write("default login u password p\n", to: ".netrc")
        chmod(served.folder.path(".netrc"), 0o600)
        for name in ["here/a", "served/b", "served/b/old", "served/b/old/deep"] {
            try served.folder.makeFolder(name)
        }
        for number in 0..<12 {
            try served.folder.makeFolder("here/a/d\(number)")
            for file in 0..<12 {
                let bytes = PlantedTree.noise(20_000 + number * 100 + file)
                try served.folder.write(bytes, to: "here/a/d\(number)/f\(file)")
            }
            try served.folder.makeFolder("served/b/d\(number)")
            try served.folder.write("before\(number)", to: "served/b/d\(number)/f0")
            try served.folder.write("x", to: "served/b/old/deep/f\(number)")
        }
        let copy = "cp -a ../served/b ../before"
        #expect(try served.run(script: copy).code == 0)
    }

    @Test("Every file is old, or new, or kept", arguments: [true, false])
    func kills(keeps: Bool) throws {
        var random = SeededNumbers(seed: MirrorKillTests.seed)
        let options = "--delete --max-delete 100% --no-tls\(keeps ? " --backup .kept" : "")"
        let command = "\"$FERRY\" mirror \(options) a \"$URL/b\""
        for round in 0..<MirrorKillTests.kills {
            let note: Comment = "seed \(MirrorKillTests.seed), round \(round)"
            let seconds = Double.random(in: 0.1...0.9, using: &random)
            _ = try served.run(script: "timeout -s KILL \(seconds) \(command) --limit-rate 1M")
            for number in 0..<12 {
                let new = served.folder.read("here/a/d\(number)/f0")
                let found = served.folder.read("served/b/d\(number)/f0")
                let old = Array("before\(number)".utf8)
                #expect(found == old || found == new || (keeps && found == nil), note)
            }
        }
        let outcome = try served.run(script: command)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let same = try served.run(script: "diff -r --exclude=.kept a ../served/b")
        #expect(same.code == 0, "seed \(MirrorKillTests.seed): \(same.output)")
        let left = try served.run(script: "find .. -name '.ferry-*'")
        #expect(left.output == "", "seed \(MirrorKillTests.seed): \(left.output)")
        let again = try served.run(script: "\(command) --json")
        #expect(again.output.split(separator: "\n").count == 1, "\(again.output)")
        guard keeps else { return }
        // Each run is undone by itself, the last one first.
        var undo = try served.run(["undo", "--no-tls"])
        var undone = 0
        while undo.code == 0 {
            undone += 1
            undo = try served.run(["undo", "--no-tls"])
        }
        #expect(undo.errors == "ferry: There is nothing to undo.\n")
        #expect(undone > 0)
        let back = try served.run(script: "diff -r ../before ../served/b")
        #expect(back.code == 0, "seed \(MirrorKillTests.seed): \(back.output)")
    }
}
