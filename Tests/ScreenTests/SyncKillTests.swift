import Glibc
import Support
import Testing

/// Two-way syncs that are killed at random moments, and run again.
///
///     FERRY_KILLS=100 Tests/run --filter '^ScreenTests.SyncKillTests'    so many kills
@Suite("However often a sync is killed, the next run ends it, and no version of a file is lost")
struct SyncKillTests {
    private static let kills = getenv("FERRY_KILLS").flatMap { Int(String(cString: $0)) } ?? 6
    private static let seed = UInt64.random(in: 0..<1_000_000)
    private static let command = "\"$FERRY\" sync --no-tls --max-delete 100% a \"$URL/b\""

    private let served: Served

    init() throws {
        served = try Served()
        try served.folder.write("default login u password p\n", to: ".netrc")
        chmod(served.folder.path(".netrc"), 0o600)
        for name in ["here/a", "served/b"] { try served.folder.makeFolder(name) }
        for number in 0..<12 {
            try served.folder.makeFolder("here/a/d\(number)")
            for file in 0..<10 {
                let bytes = PlantedTree.noise(10_000 + number * 100 + file)
                try served.folder.write(bytes, to: "here/a/d\(number)/f\(file)")
            }
        }
        #expect(try served.run(script: SyncKillTests.command).code == 0)
    }

    /// Of each directory: a file is deleted here, one there, one is changed here, one there, one on both
    /// sides, one is renamed here, one is new on each side.
    private func change() throws {
        for number in 0..<12 {
            let (here, there) = ("here/a/d\(number)", "served/b/d\(number)")
            #expect(unlink(served.folder.path("\(here)/f0")) == 0)
            #expect(unlink(served.folder.path("\(there)/f1")) == 0)
            try served.folder.write(PlantedTree.noise(15_000 + number), to: "\(here)/f2")
            try served.folder.write(PlantedTree.noise(16_000 + number), to: "\(there)/f3")
            try served.folder.write("here \(number)", to: "\(here)/f4")
            try served.folder.write("there too \(number)", to: "\(there)/f4")
            let (old, new) = ("\(here)/f5", "\(here)/renamed")
            #expect(rename(served.folder.path(old), served.folder.path(new)) == 0)
            try served.folder.write(PlantedTree.noise(17_000 + number), to: "\(here)/mine")
            try served.folder.write(PlantedTree.noise(18_000 + number), to: "\(there)/theirs")
        }
    }

    @Test("Both sides become what one run makes of them")
    func kills() throws {
        try change()
        var random = SeededNumbers(seed: SyncKillTests.seed)
        let note: Comment = "seed \(SyncKillTests.seed)"
        for _ in 0..<SyncKillTests.kills {
            let seconds = Double.random(in: 0.1...0.9, using: &random)
            _ = try served.run(
                script: "timeout -s KILL \(seconds) \(SyncKillTests.command) --limit-rate 150k")
        }
        let outcome = try served.run(script: SyncKillTests.command)
        #expect(outcome.code == 0, "\(note): \(outcome.errors)")
        let same = try served.run(script: "diff -r --exclude=.ferry-trash a ../served/b")
        #expect(same.code == 0, "\(note): \(same.output)")
        for number in 0..<12 {
            let folder = "here/a/d\(number)"
            let names = served.folder.names(in: folder).sorted()
            #expect(
                names.filter { !$0.hasPrefix("f4.") } == [
                    "f2", "f3", "f4", "f6", "f7", "f8", "f9", "mine", "renamed", "theirs",
                ], note)
            let kept = names.filter { $0.hasPrefix("f4.conflict-") }
            #expect(kept.count == 1, note)
            let texts = (["f4"] + kept).map { served.text("\(folder)/\($0)") }
            #expect(Set(texts) == ["here \(number)", "there too \(number)"], note)
            #expect(
                served.folder.read("\(folder)/f2") == PlantedTree.noise(15_000 + number), note)
            #expect(
                served.folder.read("\(folder)/f3") == PlantedTree.noise(16_000 + number), note)
        }
        let left = try served.run(script: "find .. -name '.ferry-*' ! -name .ferry-trash")
        #expect(left.output == "", note)
        let again = try served.run(script: "\(SyncKillTests.command) --json")
        #expect(again.output.split(separator: "\n").count == 1, "\(note): \(again.output)")
    }
}
