import Files
import Jobs
import Local
import Support
import Testing
import Transfers
import Work

@testable import Engine

@Suite("What was done on a server is undone there, and nothing else")
struct UndoServerTests {
    private func name(_ text: String) throws -> Name { try #require(Name(text)) }

    private func undo(_ record: UndoRecord, _ files: any FileSystem) -> UndoResult {
        Undoer.run(record, on: files, stop: Cancellation())
    }

    private func record(_ action: UndoRecord.Action, _ site: Site, _ steps: UndoStep...)
        -> UndoRecord
    {
        UndoRecord(action, on: site, time: Int64(WallClock.now()), steps: steps)
    }

    @Test("A copied tree goes, save what was changed or added since", arguments: Place.allCases)
    func copy(_ place: Place) throws {
        let (bank, here) = (try Bank(place), try TemporaryFolder())
        for name in ["tree", "tree/a b", "tree/a b/ü"] { try here.makeFolder(name) }
        for number in 0..<5 { try here.write(Bank.noise(1_000 + number), to: "tree/f\(number)") }
        try here.write([], to: "tree/empty")
        try here.write("deep", to: "tree/a b/ü/deep")
        try here.makeFolder("tree/bare")
        let site = bank.fileSystem.site
        let run = try QueueRun(isShared: true) { [connect = bank.connect] _, _ in connect() }
        let source = Location(site: .local, path: Path(here.path("tree")))
        run.queue.submit([
            JobRequest(
                operation: .copy, source: source,
                entry: Entry(name: try name("tree"), kind: .directory),
                target: Location(site: site, path: try bank.path("tree")))
        ])
        let jobs = run.rest()
        #expect(jobs.count { !$0.isDone } == 0, "\(jobs.map(\.state))")
        let records = try run.undoRecords()
        run.stop()
        let kept = try #require(records.first)
        #expect(records.count == 1 && kept.action == .copy && kept.lost == 0)
        #expect(kept.site == site && kept.steps.count == 11)
        // One grows, and another comes.
        try bank.store(Bank.noise(4_000), at: "tree/f3")
        try bank.store(Bank.noise(10), at: "tree/bare/new")
        let first = undo(kept, bank.fileSystem)
        #expect(
            first.failures.first.compactMap { $0.path?.name?.text }.sorted() == [
                "bare", "f3", "tree",
            ])
        #expect(first.undone.count == 8)
        #expect(try bank.names(in: "tree").map(\.text).sorted() == ["bare", "f3"])
        #expect(bank.contents(of: "tree/f3")?.count == 4_000)
        #expect(bank.contents(of: "tree/bare/new")?.count == 10)
    }

    @Test(
        "The trash of a server: nothing is replaced in it, and all comes back",
        arguments: Place.servers + Place.davServers + Place.sftpServers)
    func trash(_ place: Place) throws {
        let bank = try Bank(place)
        var site = bank.fileSystem.site
        site[QueueOptions.hasTrash] = true
        for folder in ["t", "t/d", "t/again"] { try bank.makeFolder(folder) }
        try bank.store(Bank.noise(10), at: "t/.hidden")
        try bank.store(Bank.noise(20), at: "t/d/x")
        try bank.store(Bank.noise(30), at: "t/again/.hidden")
        let files = bank.fileSystem
        let home = try files.home()
        var trash = ServerTrash(files) { 1_700_000_000 }
        let first = try trash.put(try bank.path("t/.hidden"))
        let second = try trash.put(try bank.path("t/again/.hidden"))
        let third = try trash.put(try bank.path("t/d"))
        let day = Path(home.bytes + Array("/.ferry-trash/2023-11-14".utf8))
        #expect(first.parent.parent == day && first.name?.text == ".hidden")
        #expect(second == first.parent.appending(try name(".hidden.2")))
        #expect(third == first.parent.appending(try name("d")))
        // Two that work at once never have one place.
        var other = ServerTrash(bank.connect()) { 1_700_000_000 }
        try bank.store(Bank.noise(40), at: "t/again/d")
        let fourth = try other.put(try bank.path("t/again/d"))
        #expect(fourth.parent != first.parent && fourth.name?.text == "d")
        #expect(throws: FileSystemError.self) { try trash.put(first) }
        #expect(throws: FileSystemError.self) { try trash.put(home) }
        #expect(try bank.names(in: "t").map(\.text).filter { $0 != "again" } == [])
        let kept = record(
            .trash, site, UndoStep(1, first, .renamed(from: try bank.path("t/.hidden"))),
            UndoStep(2, second, .renamed(from: try bank.path("t/again/.hidden"))),
            UndoStep(3, third, .renamed(from: try bank.path("t/d"))))
        #expect(undo(kept, files).undone.sorted() == [1, 2, 3])
        #expect(bank.contents(of: "t/.hidden")?.count == 10)
        #expect(bank.contents(of: "t/again/.hidden")?.count == 30)
        #expect(bank.contents(of: "t/d/x")?.count == 20)
        // What was made for them goes with the last.
        #expect(try files.entry(at: first.parent) == nil)
        #expect(try files.entry(at: fourth)?.size == 40)
    }

    @Test("New names, directories and moves are taken back", arguments: Place.allCases)
    func names(_ place: Place) throws {
        let bank = try Bank(place)
        let (files, site) = (bank.fileSystem, bank.fileSystem.site)
        try bank.store(Bank.noise(100), at: "new")
        try bank.makeFolder("made")
        try bank.makeFolder("full")
        try bank.store(Bank.noise(5), at: "full/x")
        let renamed = record(
            .rename, site, UndoStep(1, try bank.path("new"), .renamed(from: try bank.path("old"))))
        let made = record(.makeDirectory, site, UndoStep(2, try bank.path("made"), .madeDirectory))
        let full = record(.makeDirectory, site, UndoStep(3, try bank.path("full"), .madeDirectory))
        #expect(undo(renamed, files).undone == [1])
        #expect(bank.contents(of: "old")?.count == 100 && !bank.exists("new"))
        // It is back already, and what has its name now is not replaced.
        #expect(undo(renamed, files).failures.count == 1)
        try bank.store(Bank.noise(7), at: "new")
        #expect(undo(renamed, files).failures.first.first?.kind == .exists)
        #expect(bank.contents(of: "old")?.count == 100 && bank.contents(of: "new")?.count == 7)
        #expect(undo(made, files).undone == [2] && !bank.exists("made"))
        #expect(undo(full, files).failures.first.first?.kind == .notEmpty)
        #expect(bank.contents(of: "full/x")?.count == 5)
    }
}

extension UndoStep {
    fileprivate init(_ number: Int64, _ path: Path, _ what: What) {
        self.init(number: number, path, what)
    }
}
