import Files
import Jobs
import Sync
import Testing

@testable import Engine

@Suite("Plans as bytes")
struct StoredPlanTests {
    private func name(_ text: String) -> Name { Path("/" + text).components[0] }

    private func names(_ path: String) -> [Name] { Path("/" + path).components }

    private func entry(_ random: inout SystemRandomNumberGenerator, _ name: Name) -> Entry {
        let kind = Entry.Kind.allCases.randomElement(using: &random) ?? .file
        var entry = Entry(name: name, kind: kind)
        if Bool.random(using: &random) { entry.size = UInt64.random(in: 0...UInt64.max) }
        if Bool.random(using: &random) {
            entry.modified = Timestamp(
                seconds: Int64.random(in: Int64.min...Int64.max),
                precision: Timestamp.Precision.allCases.randomElement(using: &random) ?? .day,
                isZoned: Bool.random(using: &random))
        }
        if Bool.random(using: &random) { entry.mode = UInt16.random(in: 0...0o7777) }
        if Bool.random(using: &random) { entry.target = [0xFF, 0x2F, 0x61] }
        return entry
    }

    private static let reasons: [Difference.Reason] = [
        .only(.first), .only(.second), .size(newerBy: nil), .size(newerBy: -7),
        .time(newerBy: .max), .time(newerBy: .min), .unknown, .contents, .link, .mode, .kind,
        .nameMeets([0xC3, 0x28]),
    ]

    private func difference(_ random: inout SystemRandomNumberGenerator) -> Difference {
        let paths = ["a", "d/b", "d/e/f", "d/e/g", "é/x", "zz/y/x/w"]
        let first = names(paths.randomElement(using: &random) ?? "a")
        let second = Bool.random(using: &random) ? first : names("D/Other")
        var entries: Pair<Entry?> = Pair(nil, nil)
        if Bool.random(using: &random) { entries.first = entry(&random, first[first.count - 1]) }
        if Bool.random(using: &random) { entries.second = entry(&random, second[second.count - 1]) }
        return Difference(
            names: Pair(first, second), entries: entries,
            reason: StoredPlanTests.reasons.randomElement(using: &random) ?? .unknown)
    }

    private static let actions: [MirrorPlan.Action] = [
        .copy, .makeDirectory, .makeLink, .replace, .setMode, .delete, .conflict, .skip,
    ]

    private func plan(
        _ random: inout SystemRandomNumberGenerator, isSync: Bool, rows: Int = 40
    ) -> StoredPlan {
        let directories = Pair(
            [names("d"): entry(&random, name("d")), names("d/e"): entry(&random, name("e"))],
            [names("D"): entry(&random, name("D"))])
        let content: StoredPlan.Content
        if isSync {
            let actions: [SyncPlan.Action] =
                StoredPlanTests.actions.map { .carry(to: .first, $0) } + [
                    .carry(to: .second, .replace), .move(on: .first), .move(on: .second),
                    .keepBoth(renamed: .second), .conflict, .skip,
                ]
            let causes: [SyncPlan.Cause] = [.never, .neither, .both, .one(.first), .one(.second)]
            content = .sync(
                SyncPlan(
                    (0..<rows).map { number in
                        SyncPlan.Row(
                            action: actions[number % actions.count],
                            difference: difference(&random),
                            cause: causes[number % causes.count],
                            origin: Bool.random(using: &random) ? difference(&random) : nil)
                    }, stamp: "20261127-113405"), directories: directories)
        } else {
            content = .mirror(
                MirrorPlan(
                    (0..<rows).map { number in
                        MirrorPlan.Row(
                            StoredPlanTests.actions[number % 8], difference(&random))
                    }), directories: directories.first)
        }
        return StoredPlan(
            content: content, criterion: [.sizeAndTime, .size, .contents][rows % 3],
            comparesModes: Bool.random(using: &random), umask: 0o027,
            aside: Bool.random(using: &random) ? names(".ferry-trash/x") : nil,
            isWhole: Bool.random(using: &random))
    }

    @Test("What is read is what was written", arguments: [false, true])
    func whole(isSync: Bool) throws {
        var random = SystemRandomNumberGenerator()
        for count in 0..<60 {
            let plan = plan(&random, isSync: isSync, rows: count)
            let read = try StoredPlan(plan.encoded)
            #expect(read.criterion == plan.criterion && read.umask == plan.umask)
            #expect(read.comparesModes == plan.comparesModes && read.aside == plan.aside)
            #expect(read.isWhole == plan.isWhole)
            switch (plan.content, read.content) {
            case (.mirror(let one, _), .mirror(let two, _)):
                #expect(Array(one.rows) == Array(two.rows))
            case (.sync(let one, _), .sync(let two, _)):
                #expect(Array(one.rows) == Array(two.rows))
                #expect(one.stamp == two.stamp)
            default: Issue.record("Another kind of plan was read.")
            }
        }
    }

    @Test("Of the directories those go along that hold something which is done")
    func directories() throws {
        func directory(_ text: String) -> Entry {
            Entry(name: name(text), kind: .directory, mode: 0o750)
        }
        let row = MirrorPlan.Row(
            .copy,
            Difference(
                names: Pair(names("a/b/c"), names("a/b/c")),
                entries: Pair(Entry(name: name("c"), kind: .file, size: 3), nil),
                reason: .only(.first)))
        let plan = StoredPlan(
            content: .mirror(
                MirrorPlan([row]),
                directories: [
                    names("a"): directory("a"), names("a/b"): directory("b"),
                    names("other"): directory("other"), names("a/b/c"): directory("c"),
                ]), criterion: .sizeAndTime, comparesModes: true, umask: 0o022, aside: nil,
            isWhole: true)
        guard case .mirror(_, let kept) = try StoredPlan(plan.encoded).content else {
            Issue.record("Another kind of plan was read.")
            return
        }
        #expect(kept == [names("a"): directory("a"), names("a/b"): directory("b")])
        #expect((plan.script.files, plan.script.size) == (1, 3))
    }

    @Test("What is damaged is refused, and ends nothing", arguments: [false, true])
    func damaged(isSync: Bool) throws {
        var random = SystemRandomNumberGenerator()
        let bytes = plan(&random, isSync: isSync).encoded
        for end in 0..<bytes.count {
            #expect(throws: ScriptReader.Damage.self) { try StoredPlan(Array(bytes[..<end])) }
        }
        for _ in 0..<5_000 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<changed.count, using: &random)
                changed[place] = UInt8.random(in: 0...255, using: &random)
            }
            // Some make sense all the same.
            _ = try? StoredPlan(changed)
        }
        #expect(throws: ScriptReader.Damage.self) { try StoredPlan(bytes + [0]) }
    }

    @Test("A hundred thousand rows take few bytes each, and no long time")
    func many() throws {
        let rows = (0..<100_000).map { number in
            MirrorPlan.Row(
                .copy,
                Difference(
                    names: Pair(
                        names("some/directory \(number / 100)/file \(number).txt"),
                        names("some/directory \(number / 100)/file \(number).txt")),
                    entries: Pair(
                        Entry(
                            name: name("file \(number).txt"), kind: .file, size: UInt64(number),
                            modified: Timestamp(seconds: 1_700_000_000), mode: 0o644), nil),
                    reason: .only(.first)))
        }
        let plan = StoredPlan(
            content: .mirror(MirrorPlan(rows), directories: [:]), criterion: .sizeAndTime,
            comparesModes: true, umask: 0o022, aside: nil, isWhole: true)
        let bytes = plan.encoded
        #expect(bytes.count < rows.count * 60)
        guard case .mirror(let read, _) = try StoredPlan(bytes).content else {
            Issue.record("Another kind of plan was read.")
            return
        }
        #expect(read.rows.count == rows.count && read.rows.last == rows.last)
    }
}
