import Files
import SQLite
import Jobs
import Support
import Testing

@testable import Transfers

/// Many entries of one directory go as one job.
@Suite("What was chosen in a directory goes as one job")
struct ChosenNamesTests {
    /// A directory with three files and a tree, and one that has a file of its own.
    private func volumes() -> (remote: MemoryVolume, local: MemoryVolume) {
        let (remote, local) = (MemoryVolume(), MemoryVolume(site: .local))
        for name in ["a", "b", "c"] { remote.add("/d/\(name)", "text \(name)") }
        remote.add("/d/tree/deep/file", "deep")
        remote.add("/d/other/file", "other")
        local.add("/into/mine", "mine")
        return (remote, local)
    }

    private func request(
        _ operation: Job.Operation, _ names: [String], in source: MemoryVolume, _ path: String,
        to target: MemoryVolume?, _ targetPath: String = "/into", policy: ConflictPolicy = .ask
    ) throws -> JobRequest {
        var builder = DirectoryBuilder()
        for name in names {
            let fallback = Entry(name: try #require(Name(name)), kind: .file, size: 4)
            builder.append(source.entry("\(path)/\(name)") ?? fallback)
        }
        let name = try #require(Path(path).name)
        return JobRequest(
            operation: operation, source: Location(site: source.site, path: Path(path)),
            entry: Entry(name: name, kind: .directory),
            target: target.map { Location(site: $0.site, path: Path(targetPath)) },
            root: target.map { _ in Path(targetPath) }, policy: policy,
            chosen: ChosenEntries(builder.directory))
    }

    @Test("A copy takes these alone, into the directory, and nothing else is changed")
    func copying() throws {
        let (remote, local) = volumes()
        let harness = try QueueHarness(local: local, remote: remote)
        let time = local.modified("/into")
        let before = Set(remote.paths)
        let job = try harness.run(
            try request(.copy, ["a", "c", "tree"], in: remote, "/d", to: local))
        #expect(job.isDone)
        #expect(job.chosen == 3)
        #expect(job.filesDone == 3 && job.filesFound == 3)
        #expect(harness.jobs.count == 1)
        #expect(local.text("/into/a") == "text a" && local.text("/into/c") == "text c")
        #expect(local.text("/into/tree/deep/file") == "deep")
        #expect(local.entry("/into/b") == nil && local.entry("/into/other") == nil)
        #expect(local.text("/into/mine") == "mine")
        #expect(local.modified("/into") == time)
        #expect(Set(remote.paths) == before)
        // What was chosen is known: it is not read again.
        #expect(remote.count("list /d") == 0)
    }

    @Test("A move takes these away, and leaves the directory and the rest", arguments: [1, 2])
    func moving(lanes: Int) throws {
        let (remote, local) = volumes()
        let harness = try QueueHarness(lanes: lanes, local: local, remote: remote)
        let job = try harness.run(
            try request(.move, ["a", "b", "c", "tree"], in: remote, "/d", to: local))
        #expect(job.isDone)
        #expect(
            remote.paths.filter { $0.hasPrefix("/d") }.sorted() == [
                "/d/", "/d/other/", "/d/other/file",
            ])
        #expect(remote.entry("/d")?.kind == .directory)
        #expect(local.text("/into/tree/deep/file") == "deep")
        #expect(local.text("/into/b") == "text b")
    }

    @Test("A move on one site gives other names, and merges where a directory is there")
    func renaming() throws {
        let (remote, _) = volumes()
        remote.add("/into/tree/mine", "mine")
        let harness = try QueueHarness(remote: remote)
        let job = try harness.run(
            try request(.move, ["a", "other", "tree", "c"], in: remote, "/d", to: remote))
        #expect(job.isDone, "\(job.state) \(job.story)")
        #expect(remote.text("/into/a") == "text a")
        #expect(remote.text("/into/other/file") == "other")
        #expect(remote.text("/into/tree/deep/file") == "deep")
        #expect(remote.text("/into/tree/mine") == "mine")
        #expect(remote.paths.filter { $0.hasPrefix("/d") }.sorted() == ["/d/", "/d/b"])
        #expect(remote.count("open /d/a") == 0)
        #expect(harness.jobs.count == 1)
    }

    @Test("A move on one site takes links and special files along, as they are")
    func renamingAll() throws {
        let (remote, _) = volumes()
        remote.addLink("/d/link", to: "/elsewhere")
        remote.addOther("/d/pipe")
        remote.addDirectory("/into")
        let harness = try QueueHarness(remote: remote)
        let job = try harness.run(
            try request(.move, ["a", "link", "pipe"], in: remote, "/d", to: remote))
        #expect(job.isDone && job.leftOut.count == 0, "\(job.state) \(job.story)")
        #expect(remote.entry("/into/link")?.kind == .link)
        #expect(remote.entry("/into/pipe")?.kind == .other)
        #expect(remote.entry("/d/link") == nil && remote.entry("/d/pipe") == nil)
    }

    @Test("Failures that had no row of their own are tried again after a restart too")
    func droppedFailures() throws {
        let (remote, local) = (MemoryVolume(), MemoryVolume(site: .local))
        let names = (0..<TreeLimits.failures + 20).map { "f\(10_000 + $0)" }
        for name in names { remote.add("/d/\(name)", "text") }
        remote.add("/d/zz", "text")
        remote.lay(MemoryFault(.open, nil, MemoryFault.refused(), times: names.count))
        let folder = try TemporaryFolder()
        let before = try QueueHarness(
            store: try Store.open(at: folder.path("s")), local: local, remote: remote)
        local.add("/into/mine", "mine")
        let first = try before.run(
            try request(.copy, names + ["zz"], in: remote, "/d", to: local))
        #expect(first.failure != nil)
        before.stop()
        let after = try QueueHarness(
            store: try Store.open(at: folder.path("s")), local: local, remote: remote)
        remote.clearFaults()
        after.watcher.wait("its adoption") { $0[first.id] != nil }
        after.queue.send(.retry(first.id))
        after.queue.awaitIdle()
        #expect(after.job(first.id)?.isDone == true)
        for name in names { #expect(local.text("/into/\(name)") == "text") }
    }

    @Test("A row of chosen names is none that an older Ferry could take for the whole directory")
    func word() throws {
        let (remote, local) = volumes()
        let store = try Store.open(at: nil)
        let harness = try QueueHarness(store: store, local: local, remote: remote)
        remote.lay(MemoryFault(.read, "/d/a", MemoryFault.refused()))
        try harness.run(try request(.copy, ["a"], in: remote, "/d", to: local))
        let word = try store.database.read {
            try $0.first(String.self, sql: "SELECT kind FROM job")
        }
        #expect(word.flatMap { Job.Kind(rawValue: $0) } == nil)
        #expect(try store.allJobs().first?.kind == .directory)
    }

    @Test("What asks on one site is given its name once that was answered")
    func renamingOver() throws {
        let (remote, _) = volumes()
        remote.add("/into/a", "another a")
        let harness = try QueueHarness(remote: remote)
        let id = try harness.submit(try request(.move, ["a", "b"], in: remote, "/d", to: remote))[0]
        harness.queue.awaitIdle()
        let asking = try #require(harness.job(named: "a"))
        #expect(asking.parent == id)
        harness.queue.send(.answer(asking.id, .overwrite, .thisFile))
        harness.queue.awaitIdle()
        #expect(harness.job(id)?.isDone == true)
        #expect(remote.text("/into/a") == "text a" && remote.text("/into/b") == "text b")
        #expect(remote.entry("/d/a") == nil && remote.count("open /d/a") == 0)
    }

    @Test("A delete takes these away, and leaves the directory and the rest")
    func deleting() throws {
        let (remote, _) = volumes()
        let harness = try QueueHarness(remote: remote)
        let job = try harness.run(
            try request(.delete, ["a", "tree", "gone"], in: remote, "/d", to: nil))
        #expect(job.isDone, "\(job.state)")
        #expect(
            remote.paths.filter { $0.hasPrefix("/d") }.sorted() == [
                "/d/", "/d/b", "/d/c", "/d/other/", "/d/other/file",
            ])
        #expect(remote.entry("/d")?.kind == .directory)
    }

    @Test("One that cannot be deleted is told, and stays with what leads to it")
    func undeletable() throws {
        let (remote, _) = volumes()
        remote.lay(MemoryFault(.removeFile, "/d/tree/deep/file", MemoryFault.refused()))
        let harness = try QueueHarness(remote: remote)
        let job = try harness.run(try request(.delete, ["a", "tree"], in: remote, "/d", to: nil))
        #expect(job.failure?.kind == .denied)
        #expect(remote.entry("/d/a") == nil)
        #expect(remote.text("/d/tree/deep/file") == "deep")
    }

    @Test(
        "What is gone fails and is named; what is left of a copy that is tried again is not read twice"
    )
    func missing() throws {
        let (remote, local) = volumes()
        let harness = try QueueHarness(local: local, remote: remote)
        let request = try request(.copy, ["a", "b", "gone"], in: remote, "/d", to: local)
        let first = try harness.run(request)
        #expect(first.failure != nil)
        #expect(harness.job(named: "gone")?.failure?.kind == .notFound)
        #expect(local.text("/into/b") == "text b")
        remote.add("/d/gone", "back")
        harness.queue.send(.retry(first.id))
        harness.queue.awaitIdle()
        #expect(harness.job(first.id)?.isDone == true)
        #expect(local.text("/into/gone") == "back")
        #expect(remote.count("open /d/a") == 1)
    }

    @Test("Nothing that is chosen goes into itself, and what lies beside it may")
    func intoItself() throws {
        let (remote, _) = volumes()
        let harness = try QueueHarness(remote: remote)
        let refused = try harness.run(
            try request(.copy, ["a", "tree"], in: remote, "/d", to: remote, "/d/tree/deep"))
        #expect(refused.failure?.message.contains("tree cannot be placed inside itself") == true)
        #expect(remote.entry("/d/tree/deep/a") == nil)
        let beside = try harness.run(
            try request(.copy, ["a", "b"], in: remote, "/d", to: remote, "/d/tree/deep"))
        #expect(beside.isDone)
        #expect(remote.text("/d/tree/deep/a") == "text a")
    }

    // MARK: - After a crash

    /// A copy or a move of `a`, `b` and `c` that is killed while `b` is read; then `change`, and a new
    /// process that goes on.
    private func afterKill(
        _ operation: Job.Operation, at step: MemoryFault.Operation = .read,
        _ change: (MemoryVolume, Store) throws -> Void
    ) throws -> (job: Job, remote: MemoryVolume, local: MemoryVolume) {
        let (remote, local) = volumes()
        let folder = try TemporaryFolder()
        let before = try QueueHarness(
            store: try Store.open(at: folder.path("s")), local: local, remote: remote)
        remote.lay(MemoryFault(step, "/d/b", .hang))
        let target = operation == .delete ? nil : local
        let id = try before.submit(
            try request(operation, ["a", "b", "c"], in: remote, "/d", to: target))[0]
        remote.waitForHang()
        try untilSaved(folder, operation == .delete ? "running" : "expanding")
        before.kill()
        remote.clearFaults()
        let store = try Store.open(at: folder.path("s"))
        try change(remote, store)
        let after = try QueueHarness(store: store, local: local, remote: remote)
        after.queue.awaitIdle()
        before.remote.letGo()
        return (try #require(after.job(id)), remote, local)
    }

    @Test("A new process goes on with these names", arguments: [Job.Operation.copy, .move])
    func restarted(operation: Job.Operation) throws {
        let (job, remote, local) = try afterKill(operation) { remote, _ in
            remote.add("/d/new", "new")
        }
        #expect(job.isDone, "\(job.state) \(job.story)")
        #expect(job.chosen == 3)
        for name in ["a", "b", "c"] {
            #expect(local.text("/into/\(name)") == "text \(name)")
            #expect((remote.entry("/d/\(name)") == nil) == (operation == .move))
        }
        #expect(local.entry("/into/new") == nil && local.entry("/into/other") == nil)
        #expect(remote.text("/d/new") == "new")
        #expect(local.partCount == 0)
    }

    @Test("A delete that goes on takes what was chosen, and not what has its name since")
    func madeAnew() throws {
        let (job, remote, _) = try afterKill(.delete, at: .removeFile) { remote, _ in
            #expect(remote.entry("/d/a") == nil)
            remote.add("/d/a", "another size")
            remote.add("/d/b", "text b", modified: 1_700_000_001)
        }
        #expect(remote.text("/d/a") == "another size" && remote.text("/d/b") == "text b")
        #expect(remote.entry("/d/c") == nil && remote.text("/d/other/file") == "other")
        let message = try #require(job.failure?.message)
        #expect(message.contains("2 of 3 names") && message.contains("after you chose it"))
    }

    @Test("A delete that is tried again leaves what has a chosen name since")
    func madeAnewBeforeRetry() throws {
        let (remote, _) = volumes()
        let harness = try QueueHarness(remote: remote)
        remote.lay(MemoryFault(.removeFile, "/d/b", MemoryFault.refused()))
        let id = try harness.submit(
            try request(.delete, ["a", "b", "c"], in: remote, "/d", to: nil))[0]
        harness.queue.awaitIdle()
        #expect(harness.job(id)?.failure != nil)
        #expect(remote.entry("/d/a") == nil && remote.entry("/d/b") != nil)
        remote.add("/d/a", "another size")
        harness.queue.send(.retry(id))
        harness.queue.awaitIdle()
        #expect(remote.text("/d/a") == "another size")
        #expect(remote.entry("/d/b") == nil && remote.entry("/d/c") == nil)
        let message = try #require(harness.job(id)?.failure?.message)
        #expect(message.contains("after you chose it"), "\(message)")
    }

    @Test("Where nothing has changed a delete goes on to its end, and names gone are as wanted")
    func deletedOn() throws {
        let (job, remote, _) = try afterKill(.delete, at: .removeFile) { remote, _ in
            remote.remove("/d/c")
        }
        #expect(job.isDone, "\(job.state) \(job.story)")
        #expect(remote.entry("/d/a") == nil && remote.entry("/d/b") == nil)
        #expect(remote.text("/d/other/file") == "other")
    }

    @Test("Names that are gone meanwhile are a failure that names them")
    func goneMeanwhile() throws {
        let (job, _, local) = try afterKill(.copy) { remote, _ in remote.remove("/d/c") }
        #expect(job.failure != nil)
        #expect(
            job.story.contains { $0.contains("No longer in /d") && $0.contains("(1 in all): c.") })
        #expect(local.text("/into/b") == "text b")
    }

    @Test(
        "Where the names are lost nothing is done, and that is told",
        arguments: [Job.Operation.copy, .move])
    func lost(operation: Job.Operation) throws {
        let (job, remote, local) = try afterKill(operation) { _, store in
            try store.forgetChoices()
        }
        #expect(job.failure?.message.contains("was lost; choose again") == true)
        #expect(local.entry("/into/other") == nil && local.entry("/into/c") == nil)
        #expect(remote.text("/d/other/file") == "other" && remote.text("/d/c") == "text c")
    }

    @Test("Those who look on need no names, and those of a job that is done or gone are forgotten")
    func stored() throws {
        let (remote, local) = volumes()
        let folder = try TemporaryFolder()
        let store = try Store.open(at: folder.path("s"))
        let harness = try QueueHarness(store: store, local: local, remote: remote)
        remote.lay(MemoryFault(.read, "/d/a", MemoryFault.refused()))
        let job = try harness.run(try request(.copy, ["a", "b"], in: remote, "/d", to: local))
        harness.stop()
        let other = try Store.open(at: folder.path("s"))
        #expect(try other.allJobs().first { $0.id == job.id }?.chosen == 2)
        #expect(try other.choiceCount() == 1)
        let again = try QueueHarness(store: other, local: local, remote: remote)
        remote.clearFaults()
        again.watcher.wait("its adoption") { $0[job.id] != nil }
        again.queue.send(.retry(job.id))
        again.queue.awaitIdle()
        #expect(again.job(job.id)?.isDone == true)
        again.stop()
        #expect(try Store.open(at: folder.path("s")).choiceCount() == 0)
    }
}

extension Store {
    /// Jobs whose chosen names are kept.
    fileprivate func choiceCount() throws -> Int {
        try database.read { try $0.first(Int.self, sql: "SELECT COUNT(*) FROM choice") ?? 0 }
    }

    /// As a damaged file would have it.
    fileprivate func forgetChoices() throws {
        try database.use { try $0.execute(sql: "DELETE FROM choice") }
    }
}
