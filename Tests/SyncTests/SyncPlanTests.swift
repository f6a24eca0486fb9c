import Files
import Testing

@testable import Sync

@Suite("What synchronising does, from where two trees differ and what they agreed about")
struct SyncPlanTests {
    private func entry(
        _ name: String, _ kind: Entry.Kind = .file, size: UInt64? = 5, age: Int64? = 0,
        mode: UInt16? = nil
    ) throws -> Entry {
        try PlantedTrees.entry(name, kind, size: size, age: age, mode: mode)
    }

    private typealias Tree = PlantedTrees.Tree

    private func compare(
        _ first: Tree, _ second: Tree, _ memory: SyncMemory, unread: Set<String> = [],
        _ changed: ((inout ComparisonRules) -> Void)? = nil
    ) -> Comparison {
        var rules = ComparisonRules(comparesModes: true)
        rules.descendsLone = Pair(true, true)
        rules.agreed = memory
        changed?(&rules)
        return PlantedTrees(first, second).compare(rules, unread: unread)
    }

    /// What both sides have agreed about, having been as these trees.
    private func agreed(_ first: Tree, _ second: Tree) -> SyncMemory {
        let comparison = compare(first, second, SyncMemory())
        return SyncMemory(
            comparison.agreements.map { SyncMemory.Item($0.names, $0.entries) }, time: 1)
    }

    private func plan(
        _ first: Tree, _ second: Tree, _ memory: SyncMemory = SyncMemory(),
        _ rules: SyncRules = SyncRules(limit: .percent(100), stamp: "now"),
        unread: Set<String> = [], areWhole: Pair<Bool> = Pair(true, true)
    ) -> SyncPlan {
        SyncPlan(
            compare(first, second, memory, unread: unread), memory, rules, areWhole: areWhole)
    }

    private func lines(_ plan: SyncPlan) -> [String] {
        plan.rows.map { row in
            let path = VisibleText.make(row.difference.path)
            switch row.action {
            case .carry(let side, let action): return "\(action) \(path) to \(side)"
            case .move(let side):
                return "move \(VisibleText.make(row.origin?.path ?? [])) to \(path) on \(side)"
            case .keepBoth(let side): return "keep \(path), \(side) renamed"
            case .conflict: return "conflict \(path)"
            case .skip: return "skip \(path)"
            }
        }
    }

    @Test("What is on one side only is new there, or is gone from the other")
    func lone() throws {
        let (old, dir) = (try entry("old"), try entry("d", .directory))
        let memory = agreed(["": [old, dir], "d": [old]], ["": [old, dir], "d": [old]])
        #expect(
            lines(plan(["": [old, dir], "d": [old]], ["": [try entry("new")]], memory)) == [
                "delete d to first", "delete d/old to first", "copy new to first",
                "delete old to first",
            ])
        #expect(
            lines(plan(["": [old, dir], "d": [old]], ["": []])) == [
                "makeDirectory d to second", "copy d/old to second", "copy old to second",
            ])
        // A side's change survives, and the directory that holds it.
        let changed = try entry("old", size: 6)
        #expect(
            lines(
                plan(["": [dir], "d": [changed, try entry("x")]], ["": []], memory)) == [
                    "makeDirectory d to second", "copy d/old to second", "copy d/x to second",
                ])
    }

    @Test("Of two that differ, the one that was changed since goes over, or both are kept")
    func changed() throws {
        let (old, newer) = (try entry("f", age: 100), try entry("f", size: 6))
        let memory = agreed(["": [old]], ["": [old]])
        let other = try entry("f", size: 7, age: 50)
        #expect(lines(plan(["": [newer]], ["": [old]], memory)) == ["replace f to second"])
        #expect(lines(plan(["": [old]], ["": [other]], memory)) == ["replace f to first"])
        let both = plan(["": [newer]], ["": [other]], memory)
        #expect(lines(both) == ["keep f, second renamed"])
        #expect(both.renamings(on: .second).map { $0.to.map(\.text) } == [["f.conflict-now"]])
        #expect(both.renamings(on: .first).isEmpty)
        func mirrored(_ side: ComparedSide, _ renamed: Set<Int>) -> [String] {
            both.mirror(to: side, renamed: renamed).rows.map {
                "\($0.action) \(VisibleText.make($0.difference.path))"
            }
        }
        #expect(mirrored(.second, [0]) == ["copy f"])
        #expect(mirrored(.first, [0]) == ["copy f.conflict-now"])
        // Without the new name nothing becomes of either.
        #expect(mirrored(.second, []) == [] && mirrored(.first, []) == [])
    }

    @Test(
        "A conflict is decided as it is wanted",
        arguments: [
            (SyncRules.Conflict.newer, "replace f to second"),
            (.take(.first), "replace f to second"),
            (.take(.second), "replace f to first"), (.skip, "skip f"),
        ])
    func conflicts(_ conflict: SyncRules.Conflict, _ line: String) throws {
        let rules = SyncRules(conflict: conflict, limit: .percent(100), stamp: "now")
        let (one, two) = (try entry("f", size: 6), try entry("f", size: 7, age: 500))
        #expect(lines(plan(["": [one]], ["": [two]], SyncMemory(), rules)) == [line])
        // Where nothing tells which is newer, both are kept.
        if conflict == .newer {
            let equal = try entry("f", size: 7)
            #expect(
                lines(plan(["": [one]], ["": [equal]], SyncMemory(), rules))
                    == ["keep f, second renamed"])
        }
    }

    @Test("A new name is told from a deletion and a new file, where only one file can be meant")
    func moves() throws {
        let files = try ["a", "b", "c"].enumerated().map { try entry($1, age: Int64($0) * 100) }
        let memory = agreed(["": files], ["": files])
        let renamed = [try entry("x", age: 0), files[1], files[2]]
        #expect(lines(plan(["": renamed], ["": files], memory)) == ["move a to x on second"])
        #expect(lines(plan(["": files], ["": renamed], memory)) == ["move a to x on first"])
        // Two that look alike are told apart by their names alone.
        let twins = [try entry("a"), try entry("b")]
        let known = agreed(["": twins], ["": twins])
        let dir = try entry("d", .directory)
        #expect(
            lines(plan(["": [dir], "d": twins], ["": twins], known)) == [
                "makeDirectory d to second", "move a to d/a on second", "move b to d/b on second",
            ])
        #expect(
            Set(lines(plan(["": [try entry("x"), try entry("y")]], ["": twins], known))) == [
                "copy x to second", "copy y to second", "delete a to second", "delete b to second",
            ])
        // A move that did not succeed is a copy.
        let plan = plan(["": renamed], ["": files], memory)
        #expect(
            plan.mirror(to: .second, renamed: []).rows.map(\.action) == [.copy, .delete])
        #expect(plan.mirror(to: .second, renamed: [0]).rows.isEmpty)
    }

    @Test("A file against a directory: what was changed wins, or both are kept")
    func kinds() throws {
        let (file, dir) = (try entry("k"), try entry("k", .directory))
        let known = agreed(["": [file]], ["": [file]])
        let inside = [try entry("in")]
        #expect(
            lines(plan(["": [file]], ["": [dir], "k": inside], known))
                == ["replace k to first", "copy k/in to first"])
        #expect(
            lines(plan(["": [file]], ["": [dir], "k": inside]))
                == ["keep k, first renamed", "copy k/in to first"])
        let tree: Tree = ["": [dir], "k": inside]
        #expect(
            lines(plan(tree, ["": [file]], agreed(tree, tree)))
                == ["replace k to first", "delete k/in to first"])
        // Something new in it survives.
        let more: Tree = ["": [dir], "k": inside + [try entry("new")]]
        #expect(
            lines(plan(more, ["": [file]], agreed(tree, tree))) == [
                "keep k, second renamed", "delete k/in to first", "copy k/new to second",
            ])
    }

    @Test("Permissions go over where one side has changed them, and are left at first")
    func modes() throws {
        func file(_ mode: UInt16) throws -> [Entry] { [try entry("f", mode: mode)] }
        let memory = agreed(["": try file(0o644)], ["": try file(0o644)])
        #expect(
            lines(plan(["": try file(0o600)], ["": try file(0o644)], memory))
                == ["setMode f to second"])
        #expect(
            lines(plan(["": try file(0o644)], ["": try file(0o700)], memory))
                == ["setMode f to first"])
        #expect(
            lines(plan(["": try file(0o600)], ["": try file(0o700)], memory)) == ["conflict f"])
        #expect(lines(plan(["": try file(0o600)], ["": try file(0o700)])) == [])
    }

    @Test("Nothing is deleted below what could not be read, and nothing there is forgotten")
    func unread() throws {
        let dir = try entry("d", .directory)
        let tree: Tree = ["": [dir], "d": [try entry("f")]]
        let memory = agreed(tree, tree)
        #expect(lines(plan(tree, tree, memory, unread: ["d"])) == [])
        #expect(compare(tree, tree, memory, unread: ["d"]).gone == [])
        #expect(compare(tree, tree, memory, unread: [""]).gone == [])
        #expect(compare(tree, tree, memory).gone == [])
        let gone = compare(["": []], ["": []], memory).gone.map { VisibleText.make($0) }
        #expect(gone.sorted() == ["d", "d/f"])
        // Gone from one side only, it is still needed to be known.
        #expect(compare(tree, ["": []], memory).gone == [])
    }

    @Test("Names that are written in another way are known by either")
    func spellings() throws {
        let (nfc, nfd) = (try entry("\u{E9}", .directory), try entry("e\u{301}", .directory))
        let inside = [try entry("x")]
        let (one, two): (Tree, Tree) = (
            ["": [nfc], "\u{E9}": inside], ["": [nfd], "\u{E9}": inside]
        )
        let memory = agreed(one, two)
        #expect((0..<memory.count).compactMap { memory[$0].other }.count == 2)
        #expect(lines(plan(["": []], two, memory)).count { $0.hasPrefix("delete") } == 2)
        #expect(lines(plan(one, ["": []], memory)).count { $0.hasPrefix("delete") } == 2)
        // Below what only the second has and cannot be read, nothing is gone.
        #expect(compare(["": []], two, memory, unread: ["e\u{301}"]).gone == [])
        // A new spelling is news.
        #expect(compare(one, one, memory).agreements.count == 2)
    }

    @Test("What is left out is neither deleted nor forgotten")
    func leftOut() throws {
        let dir = try entry("d", .directory)
        let tree: Tree = ["": [dir], "d": [try entry("x.log")]]
        let memory = agreed(tree, tree)
        let pattern = try #require(PathPattern("*.log"))
        let comparison = compare(tree, ["": []], memory) {
            $0.filter = PathFilter([PathFilter.Rule(isInclude: false, pattern)])
        }
        let rules = SyncRules(limit: .percent(100), stamp: "now")
        let plan = SyncPlan(comparison, memory, rules, areWhole: Pair(true, true))
        #expect(lines(plan) == [])
        #expect(comparison.gone == [])
    }

    @Test("Each side has its guards")
    func guards() throws {
        let many = try (0..<30).map { try entry("f\($0)", age: Int64($0) * 10) }
        let memory = agreed(["": many], ["": many])
        let usual = SyncRules(stamp: "now")
        let few = plan(["": Array(many.prefix(5))], ["": many], memory, usual)
        #expect(lines(few) == [])
        #expect(few.refusals == Pair(nil, .tooMany(25, limit: 15)))
        #expect(plan(["": []], ["": many], memory, usual).refusals == Pair(nil, .emptyOther))
        // Another disk in the place of the one that was synced with.
        let stranger = try entry("readme.txt")
        let (eight, others) = (Array(many.prefix(8)), agreed(["": many], ["": many]))
        let strange = plan(["": eight], ["": [stranger]], others, usual)
        #expect(strange.refusals == Pair(.strangeOther, nil))
        // Or the next run would find that both have something in common.
        #expect(lines(strange) == [])
        #expect(strange.isStrange)
        let more = SyncRules(limit: .files(20), stamp: "now")
        #expect(plan(["": eight], ["": [stranger]], others, more).isStrange)
        let wanted = SyncRules(limit: .percent(100), stamp: "now")
        #expect(plan(["": eight], ["": [stranger]], others, wanted).refusals == Pair(nil, nil))
        #expect(plan(["": eight], ["": [eight[0]]], others, usual).refusals == Pair(nil, nil))
        let unread = plan(
            ["": Array(many.prefix(29))], ["": many], memory, usual, areWhole: Pair(false, true))
        #expect(lines(unread) == [])
        #expect(unread.refusals == Pair(nil, .unreadOther))
        // What is only renamed is copied then, and the old one stays.
        let renamed = Array(many.prefix(29)) + [try entry("new", age: 290)]
        #expect(
            lines(plan(["": renamed], ["": many], memory, usual, areWhole: Pair(false, true)))
                == ["copy new to second"])
    }

    @Test("A name keeps its ending and is not too long")
    func keptName() throws {
        let rules = SyncRules(stamp: "S")
        func kept(_ text: String) throws -> String {
            rules.keptName(try #require(Name(text))).text
        }
        #expect(try kept("a.tar.gz") == "a.tar.conflict-S.gz")
        #expect(try kept(".profile") == ".profile.conflict-S")
        #expect(try kept("README") == "README.conflict-S")
        let long = try kept(String(repeating: "ü", count: 125) + ".txt")
        #expect(long.utf8.count <= 255 && long.hasSuffix("ü.conflict-S.txt"))
    }

    @Test("A zone that was found out later is no change")
    func zones() throws {
        let old = try entry("f", age: 1_000)
        let memory = agreed(["": [old]], ["": [old]])
        var unzoned = try entry("f", age: 1_000 + 7_200)
        unzoned.modified?.isZoned = false
        #expect(lines(plan(["": [unzoned]], ["": []], memory)) == ["delete f to first"])
        unzoned.modified?.seconds += 100
        #expect(lines(plan(["": [unzoned]], ["": []], memory)) == ["copy f to second"])
    }
}
