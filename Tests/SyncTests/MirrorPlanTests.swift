import Files
import Testing

@testable import Sync

@Suite("What a mirror does, from where two trees differ")
struct MirrorPlanTests {
    private func entry(
        _ name: String, _ kind: Entry.Kind = .file, size: UInt64? = 5, age: Int64? = 0,
        mode: UInt16? = nil, target: String? = nil
    ) throws -> Entry {
        try PlantedTrees.entry(name, kind, size: size, age: age, mode: mode, target: target)
    }

    /// A plan for two trees, given by their directories; those below `unread` cannot be read at the
    /// target.
    private func plan(
        _ source: [String: [Entry]], _ target: [String: [Entry]],
        _ mirror: MirrorRules = MirrorRules(), _ changed: ((inout ComparisonRules) -> Void)? = nil,
        unread: Set<String> = [], isSourceWhole: Bool = true
    ) -> MirrorPlan {
        var rules = ComparisonRules(comparesModes: true)
        rules.descendsLone = Pair(true, mirror.deletes)
        changed?(&rules)
        let comparison = PlantedTrees(source, target).compare(rules, unread: unread)
        return MirrorPlan(comparison, mirror, isSourceWhole: isSourceWhole)
    }

    private func lines(_ plan: MirrorPlan) -> [String] {
        plan.rows.map { "\($0.action) \(VisibleText.make($0.difference.path)): \($0.words)" }
    }

    @Test("New and changed files are copied, directories and links made, and nothing is deleted")
    func copies() throws {
        let found = plan(
            [
                "": [
                    try entry("d", .directory), try entry("f", size: 7), try entry("same"),
                    try entry("l", .link, target: "f"), try entry("m", mode: 0o600),
                ], "d": [try entry("in"), try entry("bare", .directory)],
            ],
            [
                "": [
                    try entry("f", age: 90), try entry("same"), try entry("theirs"),
                    try entry("m", mode: 0o644),
                ]
            ])
        #expect(
            lines(found) == [
                "makeDirectory d: new", "makeDirectory d/bare: new", "copy d/in: new",
                "replace f: size 7, not 5, newer by 1 min", "makeLink l: new",
                "setMode m: permissions 600, not 644",
            ])
        #expect(found.refusal == nil)
    }

    @Test("With deletes, all goes that the source does not have; a directory with what is in it")
    func deletes() throws {
        let found = plan(
            ["": [try entry("f")]],
            ["": [try entry("f"), try entry("d", .directory)], "d": [try entry("in")]],
            MirrorRules(deletes: true))
        #expect(lines(found) == ["delete d: not in the source", "delete d/in: not in the source"])
    }

    @Test("What a filter hides is not deleted, nor are the directories that hold it")
    func hidden() throws {
        let pattern = try #require(PathPattern("*.log"))
        let filter = PathFilter([PathFilter.Rule(isInclude: false, pattern)])
        let tree = [
            "": [try entry("f"), try entry("d", .directory)],
            "d": [try entry("e", .directory), try entry("in")], "d/e": [try entry("x.log")],
        ]
        let found = plan(["": [try entry("f")]], tree, MirrorRules(deletes: true)) {
            $0.filter = filter
        }
        #expect(lines(found) == ["delete d/in: not in the source"])
        // A rule that takes in only some leaves the rest alone just as well.
        let taken = PathFilter([PathFilter.Rule(isInclude: true, try #require(PathPattern("in")))])
        let included = plan(
            ["": [try entry("f")]], tree, MirrorRules(deletes: true, limit: .percent(100))
        ) {
            $0.filter = taken
        }
        #expect(lines(included) == ["delete d/in: not in the source"])
    }

    @Test("Nothing goes above what could not be read at the target")
    func unread() throws {
        let found = plan(
            ["": [try entry("f")]],
            [
                "": [try entry("f"), try entry("d", .directory)],
                "d": [try entry("shut", .directory), try entry("in")],
            ],
            MirrorRules(deletes: true), unread: ["d/shut"])
        #expect(lines(found) == ["delete d/in: not in the source"])
    }

    @Test("What Ferry keeps at the target stays: its trash, unfinished files, the backups")
    func ferrys() throws {
        let names = [".ferry-trash", "old", ".ferry-0123abcd-1", ".ferry-note"]
        let entries = try names.map { try entry($0, $0.hasSuffix("1") ? .file : .directory) }
        let aside = [try #require(Name("old"))]
        let found = plan(
            ["": [try entry("f")]], ["": entries + [try entry("f")]], MirrorRules(deletes: true)
        ) { $0.aside = aside }
        #expect(lines(found) == ["delete .ferry-note: not in the source"])
    }

    @Test("Half of the files may go, ten in any case, or as many as the user says")
    func limits() throws {
        func tree(_ count: Int) throws -> [String: [Entry]] {
            ["": try (0..<count).map { try entry("f\($0)") } + [try entry("same")]]
        }
        let source = ["": [try entry("same")]]
        func refusal(_ count: Int, _ limit: DeletionLimit) throws -> MirrorPlan.Refusal? {
            let found = plan(
                source, try tree(count), MirrorRules(deletes: true, limit: limit))
            #expect(found.rows.isEmpty == (found.refusal != nil))
            return found.refusal
        }
        #expect(try refusal(10, .usual) == nil)
        #expect(try refusal(11, .usual) == .tooMany(11, limit: 10))
        #expect(try refusal(40, .usual) == .tooMany(40, limit: 20))
        #expect(try refusal(40, .files(40)) == nil)
        #expect(try refusal(40, .files(39)) == .tooMany(40, limit: 39))
        #expect(try refusal(40, .percent(98)) == nil)
        #expect(try refusal(1, .files(0)) == .tooMany(1, limit: 0))
        #expect(DeletionLimit("12") == .files(12))
        #expect(DeletionLimit("100%") == .percent(100))
        for wrong in ["", "%", "-1", "101%", "1.5", "x", "1%%"] {
            #expect(DeletionLimit(wrong) == nil, "\(wrong)")
        }
    }

    @Test("An empty source deletes nothing, nor does one that was not read to the end")
    func emptySource() throws {
        let tree = ["": [try entry("f")]]
        func refusal(_ limit: DeletionLimit) -> MirrorPlan.Refusal? {
            plan([:], tree, MirrorRules(deletes: true, limit: limit)).refusal
        }
        #expect(refusal(.usual) == .emptySource)
        #expect(refusal(.files(9)) == .emptySource)
        #expect(refusal(.percent(100)) == nil)
        let cut = plan(
            ["": [try entry("n")]], tree, MirrorRules(deletes: true), isSourceWhole: false)
        #expect(cut.refusal == .unreadSource)
        #expect(lines(cut) == ["copy n: new"])
    }

    @Test("A directory against a file stays, with all below; with deletes it is replaced")
    func kinds() throws {
        let source = [
            "": [try entry("d", .directory), try entry("f")], "d": [try entry("in")],
        ]
        let target = [
            "": [try entry("d"), try entry("f", .directory)], "f": [try entry("theirs")],
        ]
        #expect(
            lines(plan(source, target)) == [
                "conflict d: a directory, not a file", "conflict f: a file, not a directory",
            ])
        #expect(
            lines(plan(source, target, MirrorRules(deletes: true))) == [
                "replace d: a directory, not a file", "copy d/in: new",
                "replace f: a file, not a directory", "delete f/theirs: not in the source",
            ])
        // A guard holds for what would be replaced as well.
        let guarded = plan(source, target, MirrorRules(deletes: true, limit: .files(0)))
        #expect(
            lines(guarded) == [
                "conflict d: a directory, not a file", "conflict f: a file, not a directory",
            ])
        let pattern = try #require(PathPattern("theirs"))
        let held = plan(source, target, MirrorRules(deletes: true)) {
            $0.filter = PathFilter([PathFilter.Rule(isInclude: false, pattern)])
        }
        #expect(lines(held).last == "conflict f: a file, not a directory")
    }

    @Test("A newer target stays where that is wanted, also where contents are compared")
    func newer() throws {
        let rules = MirrorRules(replacesNewer: false)
        let source = [
            "": [
                try entry("new", size: 9), try entry("old", size: 9, age: 500),
                try entry("unknown", size: 9, age: nil),
            ]
        ]
        let target = [
            "": [
                try entry("new", age: 50), try entry("old", age: 9), try entry("unknown"),
            ]
        ]
        #expect(
            lines(plan(source, target, rules)) == [
                "replace new: size 9, not 5, newer by 50 s",
                "skip old: the target is newer; size 9, not 5, older by 8 min",
                "skip unknown: nothing says which of the two is newer",
            ])
        let paired = Pair([try #require(Name("f"))], [try #require(Name("f"))])
        func action(age: Int64) throws -> MirrorPlan.Action? {
            var comparison = Comparison(ComparisonRules(criterion: .contents))
            _ = comparison.take(
                .top,
                Pair(
                    PlantedTrees.listing([try entry("f", age: age)]),
                    PlantedTrees.listing([try entry("f")])))
            let files = try #require(comparison.unread.first)
            #expect(files.names == paired)
            comparison.note(files, areSame: false)
            comparison.finish()
            return MirrorPlan(comparison, rules, isSourceWhole: true).rows.first?.action
        }
        #expect(try action(age: 60) == .skip)
        #expect(try action(age: -60) == .replace)
    }

    @Test("Only what exists, or only what is missing")
    func scopes() throws {
        let source = ["": [try entry("a"), try entry("b", size: 9)]]
        let target = ["": [try entry("b", age: 5)]]
        #expect(
            lines(plan(source, target, MirrorRules(scope: .existing)))
                == ["replace b: size 9, not 5, newer by 5 s"])
        #expect(lines(plan(source, target, MirrorRules(scope: .missing))) == ["copy a: new"])
    }

    @Test("A name in any Unicode form is excluded by a pattern in any other")
    func forms() throws {
        for (name, pattern) in [("Mu\u{308}ll", "M\u{FC}ll/"), ("M\u{FC}ll", "Mu\u{308}ll/")] {
            let fitting = try #require(PathPattern(pattern))
            let found = plan(
                ["": [try entry("f")]],
                ["": [try entry("f"), try entry(name, .directory)], name: [try entry("in")]],
                MirrorRules(deletes: true)
            ) { $0.filter = PathFilter([PathFilter.Rule(isInclude: false, fitting)]) }
            #expect(lines(found) == [], "\(pattern)")
        }
    }

    @Test("A directory against a file takes nothing away where nothing is copied into its place")
    func heldKinds() throws {
        let source = ["": [try entry("x"), try entry("d", .directory)], "d": [try entry("in")]]
        let target = [
            "": [try entry("x", .directory), try entry("d")], "x": [try entry("theirs")],
        ]
        for scope in [MirrorRules.Scope.missing, .existing] {
            let found = plan(source, target, MirrorRules(scope: scope, deletes: true)) {
                if scope == .existing { $0.descendsLone.first = false }
            }
            #expect(found.rows.map(\.action) == [.conflict, .conflict], "\(scope)")
        }
        let unread = plan(source, target, MirrorRules(deletes: true), unread: ["d"])
        #expect(lines(unread).first == "conflict d: a directory, not a file")
        // What is replaced counts among what goes.
        let limited = plan(
            ["": [try entry("d", .directory)]], ["": [try entry("d")]],
            MirrorRules(deletes: true, limit: .files(0)))
        #expect(limited.refusal == .tooMany(1, limit: 0))
    }

    @Test("Which of two files is newer is told by clocks that agree")
    func clocks() throws {
        // The source's clock is two hours ahead.
        let ahead: Int64 = 7_200
        let source = [
            "": try (0..<20).map { try entry("f\($0)", age: Int64($0 * 1_000) - ahead) } + [
                try entry("edited", size: 9, age: -ahead)
            ]
        ]
        let target = [
            "": try (0..<20).map { try entry("f\($0)", age: Int64($0 * 1_000)) } + [
                try entry("edited", age: -3_600)
            ]
        ]
        #expect(
            lines(plan(source, target, MirrorRules(replacesNewer: false)))
                == ["skip edited: the target is newer; size 9, not 5, older by 1 h"])
    }

    @Test("Only in a directory that both sides have can one name be another in other capitals")
    func twins() throws {
        func twin(_ source: [String: [Entry]], _ target: [String: [Entry]]) -> [String]? {
            var rules = ComparisonRules()
            rules.descendsLone = Pair(true, true)
            let comparison = PlantedTrees(source, target).compare(rules)
            return comparison.caseTwin?.first.map(\.text)
        }
        let moved = twin(
            [
                "": [try entry("Dir", .directory), try entry("dir", .directory)],
                "Dir": [try entry("x")], "dir": [try entry("y")],
            ],
            ["": [try entry("dir", .directory)], "dir": [try entry("x"), try entry("y")]])
        #expect(moved == nil)
        #expect(twin(["": [try entry("README")]], ["": [try entry("readme")]]) == ["README"])
    }

    @Test("Names that meet where capitals do not count are not copied over one another")
    func meeting() throws {
        let found = plan(
            ["": [try entry("File"), try entry("FILE")]], ["": [try entry("file")]],
            MirrorRules(deletes: true)
        ) { $0.foldsCase = Pair(false, true) }
        // Nor is what they meet deleted.
        #expect(found.rows.map(\.action) == [.conflict, .conflict])
    }

    @Test("Files that stand as they stood after an earlier mirror are the same")
    func memory() throws {
        let (source, target) = (try entry("f", age: 500), try entry("f", age: 3))
        var memory = PairMemory()
        memory.note(
            Array("f".utf8), Pair(PairMemory.fingerprint(source), PairMemory.fingerprint(target)))
        func found(_ source: Entry, _ target: Entry) -> [String] {
            lines(plan(["": [source]], ["": [target]]) { $0.memory = memory })
        }
        #expect(found(source, target) == [])
        #expect(found(try entry("f", age: 400), target).count == 1)
        #expect(found(source, try entry("f", age: 2)).count == 1)
        #expect(found(source, try entry("f", size: 6, age: 3)).count == 1)
        // What cannot be compared is not taken for the same.
        var unzoned = target
        unzoned.modified?.isZoned = false
        #expect(found(source, unzoned).count == 1)
        #expect(!memory.holds([source.name], Pair(source, try entry("f", age: nil))))
        #expect(PairMemory.isNeeded(for: Pair(source, target)))
        #expect(!PairMemory.isNeeded(for: Pair(source, try entry("f", age: 501))))
    }
}
