import Files
import Glibc
import Support
import Testing
import UI

@testable import Engine

@Suite("Many files of every server get new names together")
struct RenameServerTests {
    private static let seed = UInt64.random(in: 0..<1_000_000)

    private func rename(
        _ pairs: [(String, String)], in directory: Path, _ bank: Bank
    ) throws -> RenameOutcome {
        BatchRenamer.run(
            try pairs.map {
                Renaming(from: try #require(Name($0.0)), to: try #require(Name($0.1)))
            }, in: directory, on: bank.fileSystem)
    }

    /// The names in the folder, and what each file holds, by the disk's own word.
    private func files(_ bank: Bank) throws -> [String: String] {
        var found: [String: String] = [:]
        let listed = try CommandOutput(["ls", "-A", bank.outside("d")])
        for name in listed.text.split(separator: "\n").map(String.init) {
            found[name] = String(decoding: bank.contents(of: "d/\(name)") ?? [], as: UTF8.self)
        }
        return found
    }

    @Test("A cycle of three, a swap and a chain end where they should", arguments: Place.allCases)
    func cycles(_ place: Place) throws {
        let bank = try Bank(place)
        try bank.makeFolder("d")
        for name in ["a", "b", "c", "x", "y", "p", "q", "other"] {
            try bank.store(Array(name.utf8), at: "d/\(name)")
        }
        let outcome = try rename(
            [
                ("a", "b"), ("x", "y"), ("b", "c"), ("p", "q"), ("c", "a"), ("y", "x"), ("q", "r"),
            ], in: try bank.path("d"), bank)
        #expect(outcome.failure == nil && outcome.leftBehind == nil)
        #expect(outcome.renamed == 7)
        let wanted = [
            "b": "a", "c": "b", "a": "c", "y": "x", "x": "y", "q": "p", "r": "q", "other": "other",
        ]
        #expect(try files(bank) == wanted)
    }

    @Test(
        "A line that is cut anywhere leaves every file whole under a name, and says which",
        arguments: Place.servers + Place.davServers)
    func cut(_ place: Place) throws {
        let bank = try Bank(place, reach: .socks5)
        let meter = try #require(bank.proxy).meter
        try bank.makeFolder("d")
        let (cycle, directory) = ([("a", "b"), ("b", "c"), ("c", "a")], try bank.path("d"))
        var state = RenameServerTests.seed
        var (length, cuts) = (0, 0)
        for round in 0..<8 {
            for name in try files(bank).keys { unlink(bank.outside("d/\(name)")) }
            for name in ["a", "b", "c"] { try bank.store(Array(name.utf8), at: "d/\(name)") }
            meter.reset()
            if round > 1 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                // The last answers are those that matter most.
                let start = round.isMultiple(of: 2) ? length / 2 : 0
                meter.order(
                    after: start + Int((state >> 33) % UInt64(max(1, length - start))), .cut)
            }
            let outcome = try rename(cycle, in: directory, bank)
            // Without the login, which the first round has.
            if round == 1 { length = meter.carried }
            let now = try files(bank)
            let note: Comment =
                "seed \(RenameServerTests.seed), round \(round): \(now), \(outcome)"
            #expect(now.values.sorted() == ["a", "b", "c"], note)
            let temporary = now.keys.filter { $0.hasPrefix("ferry-rename-") }
            if let left = outcome.leftBehind {
                #expect(now[left.to.text] == left.from.text, note)
                #expect(temporary.allSatisfy { $0 == left.to.text }, note)
            } else {
                #expect(temporary.isEmpty, note)
            }
            #expect(outcome.renamed == cycle.count { now[$0.1] == $0.0 }, note)
            if outcome.failure == nil { #expect(now == ["b": "a", "c": "b", "a": "c"], note) }
            if meter.wasMet { cuts += 1 }
        }
        #expect(cuts > 3)
    }
}
