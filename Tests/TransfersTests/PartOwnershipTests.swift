import Files
import SQLite
import Jobs
import Local
import Support
import Testing

@testable import Transfers

@Suite("Whose unfinished files are whose")
struct PartOwnershipTests {
    private let here = Site.local
    private let there = Site(scheme: .ftp, host: "memory")

    private func stored(
        _ number: UInt64, _ file: String, token: String, size: UInt64? = 5
    ) -> StoredPart {
        let id = PartID(token: token, number: number)
        return StoredPart(
            part: Part(id: id, file: Path(file), place: .beside(id.name)),
            source: Location(site: there, path: Path("/far" + file)), site: here,
            root: Path("/"), version: "\"1\"", size: size,
            modified: Timestamp(seconds: 1_700_000_000))
    }

    @Test("A part's name tells whose it is, and no other name is taken for one")
    func names() throws {
        let token = PartID.newToken()
        let id = PartID(token: token, number: 12)
        #expect(PartID(id.name) == id)
        #expect(PartID(id.name(inRole: 3)) == id)
        #expect(id.name.bytes.count < 32)
        #expect(PartID.newToken() != token)
        for text in [
            ".ferry-part", ".x.ferry-part", ".ferry-abcdefgh", ".ferry-abcdefgh-",
            ".ferry-abcdefg-1",
            ".ferry-abcdefgh-01", ".ferry-abcdefgh-0", ".ferry-ABCDEFGH-1", ".ferry-abcdefgh-1-0",
            ".ferry-abcdefgh-1-2-3", "ferry-abcdefgh-1", ".ferry-abcdefgh-1x", ".ferry-abcdefgo-1",
        ] {
            let name = try #require(Name(text))
            #expect(PartID(name) == nil, "\(text)")
        }
    }

    @Test("The directories of many small parts are known before any of the parts is made")
    func announcedDirectories() throws {
        let registry = PartRegistry(try Store.open(at: nil))
        let batch = BatchID(rawValue: 7)
        let owner = PartOwner(registry, batch: batch, takesOver: false, isInherited: false)
        let files = ["/a/1", "/a/2", "/b/1", "/c/d/1"]
        let parts = try files.map { file in
            let id = try owner.newID(for: Path(file))
            return stored(id.number, file, token: id.token)
        }
        owner.announce(parts)
        let found = try registry.begin(batch).directories
        #expect(Set(found.map(\.path.text)) == ["/a", "/b", "/c/d"])
        #expect(found.allSatisfy { $0.site == here && $0.root == Path("/") })
        for part in parts { try owner.willWrite(part, isAlone: false) }
        #expect(try registry.begin(batch).directories.count == 3)
    }

    @Test("What the store keeps of a part comes back as it was")
    func roundTrip() throws {
        let registry = PartRegistry(try Store.open(at: nil))
        let owner = try registry.begin(BatchID(rawValue: 7))
        var part = stored(owner.firstNumber, "/a", token: owner.token)
        part.part.aside = part.part.id.name(inRole: 3)
        let inPlace = StoredPart(
            part: Part(
                id: PartID(token: owner.token, number: 2), file: Path("/b"), place: .inPlace),
            source: part.source, site: there)
        try registry.note(part, of: owner.id)
        try registry.note(inPlace, of: owner.id)
        let directory = PartRegistry.Directory(site: here, path: Path("/d"), root: Path("/"))
        try registry.note(directory, of: owner.id)
        let again = try registry.begin(BatchID(rawValue: 7))
        #expect(again.token == owner.token)
        #expect(again.firstNumber > owner.firstNumber)
        #expect(Set(again.parts) == [part, inPlace])
        #expect(again.directories == [directory])
        try registry.forget([part.part.id])
        #expect(try registry.list().flatMap(\.parts) == [inPlace])
    }

    @Test("An owner that ends late takes nothing from the one that has begun since")
    func lateEnd() throws {
        let registry = PartRegistry(try Store.open(at: nil))
        let first = try registry.begin(BatchID(rawValue: 7))
        let second = try registry.begin(BatchID(rawValue: 7))
        try registry.end(first)
        let directory = PartRegistry.Directory(site: here, path: Path("/d"), root: nil)
        try registry.note(directory, of: second.id)
        let listed = try registry.list()
        #expect(listed.map(\.directories) == [[directory]])
        #expect(listed.first?.isAlive == true)
        try registry.end(second)
        #expect(try registry.list().isEmpty)
    }

    @Test("Bytes that nobody has synced stay so when another process writes them down")
    func unsyncedBytes() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("s")
        var dead: PartRegistry? = PartRegistry(try Store.open(at: path))
        let owner = try #require(try dead?.begin(nil))
        var part = stored(1, "/a", token: owner.token)
        part.noteSynced([0..<1, 3..<4])
        try dead?.note(part, of: owner.id)
        try dead?.note([0..<2, 3..<5], of: part.part.id)
        dead = nil
        let registry = PartRegistry(try Store.open(at: path))
        let mine = try registry.begin(nil)
        let scope = PartRegistry.Scope(
            source: Location(site: there, path: Path("/far")),
            target: Location(site: here, path: Path("/")))
        var taken = try #require(try registry.takeOver([scope], by: mine.id).parts.first)
        #expect(taken.extents == [0..<2, 3..<5])
        func listed() throws -> [Range<UInt64>]? {
            try registry.list().first { $0.token == mine.token }?.parts.first?.extents
        }
        #expect(try listed() == [0..<2, 3..<5])
        func stopMachine() throws {
            try registry.transaction("the machine cannot stop") { database in
                try database.execute(sql: "UPDATE part SET machine = 'another'")
            }
        }
        try stopMachine()
        #expect(try listed() == [0..<1, 3..<4])
        // A sync makes them last.
        taken.noteSynced([0..<2, 3..<5])
        try registry.note(taken, of: mine.id)
        try stopMachine()
        #expect(try listed() == [0..<2, 3..<5])
    }

    @Test("A row that says no machine, as older stores have it, is of another one")
    func noMachine() throws {
        let registry = PartRegistry(try Store.open(at: nil))
        let owner = try registry.begin(BatchID(rawValue: 7))
        try registry.note(stored(1, "/a", token: owner.token), of: owner.id)
        try registry.transaction("the machine cannot be forgotten") { database in
            try database.execute(sql: "UPDATE part SET machine = NULL")
        }
        #expect(try registry.list().flatMap(\.parts).map(\.mayLackBytes) == [true])
    }

    @Test("Of segments that do not fit, only what the disk has of the first is safe")
    func cutOff() {
        let token = PartID.newToken()
        var part = stored(1, "/a", token: token)
        part.noteSynced([0..<4, 7..<9])
        part.cutOff(behind: 6)
        #expect(part.extents == [0..<6])
        #expect(part.durability == .unsynced(beyond: [0..<4]))
        part.cutOff(behind: 3)
        #expect(part.extents == [0..<3])
        #expect(part.durability == .unsynced(beyond: [0..<3]))
        part.cutOff(behind: 0)
        #expect(part.count(of: 9) == 0)
    }

    @Test("A start of the machine that may have cost bytes is remembered by whoever takes over")
    func doubtful() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("s")
        var dead: PartRegistry? = PartRegistry(try Store.open(at: path))
        let owner = try #require(try dead?.begin(nil))
        var part = stored(1, "/a", token: owner.token)
        part.stage = .named
        try dead?.note(part, of: owner.id)
        try dead?.transaction("the machine cannot stop") { database in
            try database.execute(sql: "UPDATE part SET machine = 'another'")
        }
        dead = nil
        let scope = PartRegistry.Scope(
            source: Location(site: there, path: Path("/far")),
            target: Location(site: here, path: Path("/")))
        for _ in 0..<2 {
            let registry = PartRegistry(try Store.open(at: path))
            let mine = try registry.begin(nil)
            let taken = try registry.takeOver([scope], by: mine.id).parts
            #expect(taken.map(\.mayLackBytes) == [true])
            let listed = try registry.list().first { $0.token == mine.token }?.parts
            #expect(listed?.map(\.mayLackBytes) == [true])
        }
    }

    @Test("A dead command's part is taken over for the same source and target, and only then")
    func takingOver() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("s")
        var dead: PartRegistry? = PartRegistry(try Store.open(at: path))
        let owner = try #require(try dead?.begin(nil))
        let part = stored(1, "/a", token: owner.token)
        try dead?.note(part, of: owner.id)
        let registry = PartRegistry(try Store.open(at: path))
        let mine = try registry.begin(nil)
        func taken(from source: String = "/far", to target: String = "/") throws -> [StoredPart] {
            let scope = PartRegistry.Scope(
                source: Location(site: there, path: Path(source)),
                target: Location(site: here, path: Path(target)))
            return try registry.takeOver([scope], by: mine.id).parts
        }
        // Its owner lives.
        #expect(try taken().isEmpty)
        #expect(try registry.list().first { $0.token == owner.token }?.isAlive == true)
        dead = nil
        #expect(try registry.list().first { $0.token == owner.token }?.isAlive == false)
        #expect(try registry.hasAbandoned())
        #expect(try taken(from: "/other").isEmpty)
        #expect(try taken(to: "/b").isEmpty)
        #expect(try taken(from: "/far/a", to: "/a") == [part])
        // It is nobody else's by then.
        #expect(try taken().isEmpty)
        #expect(try registry.list().first { $0.token == mine.token }?.parts == [part])
    }

    @Test("A job of the queue keeps its part, whoever else wants the same file")
    func queuesOwn() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("s")
        let registry = PartRegistry(try Store.open(at: path))
        do {
            let queue = PartRegistry(try Store.open(at: path))
            let owner = try queue.begin(BatchID(rawValue: 3))
            try queue.note(stored(1, "/a", token: owner.token), of: owner.id)
        }
        let mine = try registry.begin(nil)
        let source = Location(site: there, path: Path("/far/a"))
        let scope = PartRegistry.Scope(
            source: source, target: Location(site: here, path: Path("/a")))
        #expect(try registry.takeOver([scope], by: mine.id).parts.isEmpty)
    }

    @Test("Two processes never write one file, also where its server is spoken to in two ways")
    func locks() throws {
        let folder = try TemporaryFolder()
        let first = PartRegistry(try Store.open(at: folder.path("s")))
        let second = PartRegistry(try Store.open(at: folder.path("s")))
        let file = Path("/a")
        #expect(try first.lock(file, on: there))
        #expect(try !second.lock(file, on: there))
        #expect(try !second.lock(file, on: Site(scheme: .ftpes, host: "MEMORY")))
        #expect(try !first.lock(file, on: there))
        #expect(try second.lock(file, on: here))
        #expect(try second.lock(Path("/b"), on: there))
        first.unlock(file, on: there)
        #expect(try second.lock(file, on: there))
    }

    @Test("A file that another Ferry writes is not touched, and comes once that has ended")
    func writtenElsewhere() throws {
        let folder = try TemporaryFolder()
        for isShared in [true, false] {
            let path = folder.path("s\(isShared)")
            let other = PartRegistry(try Store.open(at: path))
            let harness = try QueueHarness(store: try Store.open(at: path), isShared: isShared)
            harness.local.add("/a", "a")
            let site = harness.remote.site
            #expect(try other.lock(Path("/a"), on: site))
            let id = try harness.submit(harness.upload("/a", to: "/a"))[0]
            if isShared {
                harness.watcher.wait("the other") { $0[id]?.wait == .otherProcess }
            } else {
                harness.watcher.wait("the failure") { $0[id]?.failure?.kind == .busy }
            }
            #expect(harness.remote.count("create") == 0)
            other.unlock(Path("/a"), on: site)
            guard isShared else { continue }
            harness.clock.pass(1)
            harness.queue.awaitIdle()
            #expect(harness.job(id)?.isDone == true)
        }
    }

    @Test("A file that the queue writes is left alone while that waits between two tries")
    func writtenBetweenTries() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("s")
        let queue = try QueueHarness(store: try Store.open(at: path))
        queue.local.add("/a", pattern(2_000_000))
        queue.remote.lay(MemoryFault(.write, "/a", atByte: 1_000_000, MemoryFault.broken()))
        let id = try queue.submit(queue.upload("/a", to: "/a"))[0]
        queue.watcher.wait("the pause") { jobs in
            switch jobs[id]?.wait {
            case .retry, .reconnect: true
            default: false
            }
        }
        let command = try QueueHarness(
            store: try Store.open(at: path), local: queue.local, remote: queue.remote,
            isShared: false)
        let job = try command.run(command.upload("/a", to: "/a", policy: .overwrite))
        #expect(job.failure?.kind == .busy)
        #expect(queue.remote.bytes("/a") == nil)
        queue.queue.send(.retry(id))
        queue.watcher.wait("its end") { $0[id]?.isDone == true }
    }

    @Test("Giving up an upload deletes its part, and never the file that has the name")
    func cancelledUpload() throws {
        for writesInPlace in [false, true] {
            let remote = MemoryVolume(writesInPlace: writesInPlace)
            let harness = try QueueHarness(remote: remote)
            harness.local.add("/a", pattern(2_000_000))
            remote.lay(MemoryFault(.write, "/a", atByte: 1_000_000, MemoryFault.refused()))
            let job = try harness.run(harness.upload("/a", to: "/a"))
            #expect(job.failure != nil)
            // Somebody else's good copy stands there by now.
            remote.add("/a", "good")
            harness.queue.send(.cancel(job.id, keepsParts: false))
            harness.queue.awaitIdle()
            #expect(harness.jobs.isEmpty)
            #expect(remote.text("/a") == "good")
            #expect(remote.partCount == 0)
        }
    }

    @Test("A part that cannot be thrown away now stays known")
    func undeletable() throws {
        let store = try Store.open(at: nil)
        let harness = try QueueHarness(store: store)
        harness.local.add("/a", pattern(2_000_000))
        harness.remote.lay(MemoryFault(.write, "/a", atByte: 1_000_000, MemoryFault.refused()))
        let job = try harness.run(harness.upload("/a", to: "/a"))
        harness.remote.lay(MemoryFault(.discard, "/a", MemoryFault.refused(), times: 9))
        harness.queue.send(.cancel(job.id, keepsParts: false))
        harness.queue.awaitIdle()
        #expect(harness.jobs.isEmpty)
        #expect(harness.remote.count("discard") > 0)
        #expect(harness.remote.partCount == 1)
        #expect(try PartRegistry(store).list().flatMap(\.parts).map(\.part.file) == [Path("/a")])
    }

    @Test("A move removes its source only where something proves that the copy is whole")
    func unproven() throws {
        let remote = MemoryVolume(proof: .none("The server does not report sizes."))
        let harness = try QueueHarness(remote: remote)
        harness.local.add("/a", "precious")
        harness.local.add("/b", "copied")
        let moved = try harness.run(harness.upload("/a", to: "/a", .move))
        #expect(moved.failure?.message.contains("does not report sizes") == true)
        #expect(harness.local.text("/a") == "precious")
        #expect(remote.text("/a") == "precious")
        // A copy is done, and its row says what is not known.
        let copied = try harness.run(harness.upload("/b", to: "/b"))
        #expect(copied.isDone)
        #expect(copied.story.contains { $0.contains("not confirmed") })
        #expect(copied.unconfirmed == "The server does not report sizes.")
        // And so does that of a tree, whose files have no rows any more.
        harness.local.add("/d/a", "1")
        harness.local.add("/d/b", "2")
        let tree = try harness.run(harness.upload("/d", to: "/d"))
        #expect(tree.isDone)
        #expect(
            tree.story.last
                == "Copied, but not confirmed: 2 files. The server does not report sizes.")
    }

    @Test("A move leaves a source that was saved anew while it was copied")
    func savedMeanwhile() throws {
        let harness = try QueueHarness()
        harness.local.add("/a", "old text")
        harness.remote.lay(MemoryFault(.commit, "/a", .hang))
        let id = try harness.submit(harness.upload("/a", to: "/a", .move))[0]
        harness.remote.waitForHang()
        harness.local.add("/a", "new text of an editor", modified: 1_800_000_000)
        harness.remote.letGo()
        harness.queue.awaitIdle()
        #expect(harness.local.text("/a") == "new text of an editor")
        #expect(harness.job(id)?.failure?.kind == .changed)
    }

    @Test("An answer that is missing is a failure, and the source of a move stays")
    func unanswered() throws {
        let harness = try QueueHarness()
        harness.local.add("/a", "precious")
        harness.remote.lay(MemoryFault(.commit, "/a", .forget))
        let job = try harness.run(harness.upload("/a", to: "/a", .move))
        #expect(job.failure != nil)
        #expect(harness.local.text("/a") == "precious")
    }

    @Test("What an earlier run left of small files is cleared away, and nothing else")
    func orphans() throws {
        let folder = try TemporaryFolder()
        let store = folder.path("s")
        try folder.makeFolder("d")
        let root = Path(folder.path)
        let remote = MemoryVolume()
        for number in 0..<5 { remote.add("/d/f\(number)", "x") }
        let request = JobRequest(
            operation: .copy, source: Location(site: there, path: Path("/d")),
            entry: Entry(name: try #require(Name("d")), kind: .directory),
            target: Location(site: here, path: Path(folder.path("d"))), root: root)
        let batch: BatchID
        do {
            let before = try Store.open(at: store)
            let id = try #require(try before.add([request]).first)
            batch = BatchID(rawValue: id.rawValue)
            // An earlier run died in the middle of small files of that directory.
            let registry = PartRegistry(before)
            let owner = try registry.begin(batch)
            let directory = PartRegistry.Directory(
                site: here, path: Path(folder.path("d")), root: root)
            try registry.note(directory, of: owner.id)
            let orphan = PartID(token: owner.token, number: owner.firstNumber)
            try folder.write("half", to: "d/" + orphan.name.text)
            try folder.write("foreign", to: "d/.ferry-abcdefgh-1")
        }
        let opened = try Store.open(at: store)
        let queue = TransferQueue(
            store: opened, parts: PartRegistry(opened),
            makeFileSystem: { site, _ -> any FileSystem in
                site.isLocal ? LocalFileSystem() : remote.connect()
            },
            onChange: { _ in })
        queue.awaitIdle()
        let names = try LocalFileSystem().list(Path(folder.path("d"))).entries.map(\.name.text)
        #expect(names.sorted() == [".ferry-abcdefgh-1", "f0", "f1", "f2", "f3", "f4"])
        let stopped = Signal()
        queue.stop { stopped.send() }
        stopped.wait("the queue never stopped")
        #expect(try PartRegistry(opened).list().isEmpty)
    }

    @Test("A replaced file that a server does not remove is known, and thrown away if it lets it")
    func leftover() throws {
        for isRemovable in [true, false] {
            let store = try Store.open(at: nil)
            let harness = try QueueHarness(store: store)
            harness.local.add("/a", "new")
            harness.remote.add("/a", "old")
            harness.remote.leaveReplaced()
            if !isRemovable {
                harness.remote.lay(MemoryFault(.discard, nil, MemoryFault.refused(), times: 9))
            }
            let job = try harness.run(harness.upload("/a", to: "/a", policy: .overwrite))
            #expect(job.isDone)
            #expect(harness.remote.text("/a") == "new")
            harness.stop()
            let known = try PartRegistry(store).list().flatMap(\.parts).map(\.part.path)
            #expect(known == harness.remote.partPaths)
            #expect(known.isEmpty == isRemovable)
        }
    }

    @Test("What is still being written of a cancelled job is cleared away after that, not before")
    func cancelledWhileWriting() throws {
        let store = try Store.open(at: nil)
        let harness = try QueueHarness(store: store, lanes: 2)
        harness.remote.add("/d/big", pattern(3_000_000))
        harness.remote.add("/other", "other")
        harness.remote.lay(MemoryFault(.read, "/d/big", atByte: 2_000_000, .hang))
        let id = try harness.submit(harness.download("/d", to: "/d"))[0]
        harness.remote.waitForHang()
        harness.queue.send(.cancel(id, keepsParts: false))
        // The other lane clears away what there is before it takes a new job.
        let other = try harness.submit(harness.download("/other", to: "/other"))[0]
        harness.watcher.wait("the other job") { $0[other]?.isDone == true }
        #expect(harness.local.count("discard") == 0)
        #expect(harness.local.partCount == 1)
        harness.clock.pass(2)
        harness.queue.awaitIdle()
        #expect(harness.local.partPaths.isEmpty)
        harness.stop()
        #expect(try PartRegistry(store).list().isEmpty)
    }

    @Test("A part whose file another one is for by now is not forgotten")
    func displaced() throws {
        let owner = PartOwner(
            PartRegistry(try Store.open(at: nil)), batch: nil, takesOver: false,
            isInherited: false)
        let file = Path("/a")
        let parts = try (0..<2).map { _ in
            let id = try owner.newID(for: file)
            return StoredPart(
                part: Part(id: id, file: file, place: .beside(id.name)),
                source: Location(site: .local, path: file), site: .local)
        }
        for part in parts { try owner.update(part) }
        #expect(owner.known(Location(site: .local, path: file)) == parts[1])
        #expect(Set(owner.leftovers(on: .local)) == Set(parts))
        try owner.forget([parts[0]])
        #expect(owner.leftovers(on: .local) == [parts[1]])
        try owner.forget([parts[1]])
        #expect(!owner.hasLeftovers)
    }

    @Test("A tree is carried without the unfinished files of Ferry in it, and they are told")
    func foreignParts() throws {
        let store = try Store.open(at: nil)
        let owner = try PartRegistry(store).begin(nil)
        let harness = try QueueHarness(store: store)
        harness.local.add("/d/a", "a")
        harness.local.add("/d/.ferry-\(owner.token)-1", "half")
        harness.local.add("/d/.ferry-abcdefgh-1", "a user's own")
        let job = try harness.run(harness.upload("/d", to: "/d"))
        #expect(job.isDone)
        #expect(harness.remote.text("/d/a") == "a")
        #expect(harness.remote.text("/d/.ferry-\(owner.token)-1") == nil)
        #expect(harness.remote.text("/d/.ferry-abcdefgh-1") == "a user's own")
        #expect(job.story.contains { $0.contains("temporary files") })
    }

    @Test("What is whole already is not fetched again, what is partial goes on")
    func goingOn() throws {
        let harness = try QueueHarness(isShared: false)
        let bytes = pattern(300_000)
        for name in ["whole", "partial", "missing"] { harness.remote.add("/d/\(name)", bytes) }
        harness.local.add("/d/whole", bytes)
        // Of this one no time can be told.
        harness.remote.add("/d/timeless", bytes, modified: nil)
        harness.local.add("/d/timeless", bytes)
        harness.local.add("/d/partial", Array(bytes[..<200_000]), modified: 1_600_000_000)
        let job = try harness.run(harness.download("/d", to: "/d", policy: .resume))
        #expect(job.isDone)
        for name in ["whole", "partial", "missing"] {
            #expect(harness.local.bytes("/d/\(name)") == bytes, "\(name)")
        }
        let opened = harness.remote.log.filter { $0.hasPrefix("open ") }
        #expect(opened.sorted() == ["open /d/missing 0", "open /d/partial \(200_000 - 65_536)"])
    }
}
