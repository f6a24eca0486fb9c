import Files
import Jobs
import Support
import Testing

@testable import Transfers

@Suite("Names that a target cannot tell apart")
struct TwinNamesTests {
    private func harness(folding: Bool, store: Store? = nil) throws -> QueueHarness {
        let harness = try QueueHarness(store: store)
        for (path, text) in [
            ("/d/Makefile", "one"), ("/d/makefile", "two"), ("/d/README", "r"),
            ("/d/Sub/x", "first"), ("/d/sub/x", "second"), ("/d/sub/only", "o"),
        ] {
            harness.local.add(path, text)
        }
        if folding { harness.remote.foldNames() }
        return harness
    }

    private func asking(_ harness: QueueHarness) -> [Job] {
        harness.jobs.filter { job in
            if case .needsAnswer = job.state { true } else { false }
        }
    }

    @Test("Of two files the second asks, whatever was said of names that are taken")
    func files() throws {
        let harness = try harness(folding: true)
        for policy in [ConflictPolicy.overwrite, .resume, .ask] {
            var request = harness.upload("/d", to: "/\(policy.rawValue)")
            request.policy = policy
            try harness.submit(request)
        }
        harness.queue.awaitIdle()
        let asking = asking(harness)
        #expect(asking.count == 3)
        for job in asking {
            guard case .needsAnswer(let conflict) = job.state else { continue }
            #expect(job.source.path == Path("/d/makefile"))
            #expect(conflict.meets?.name?.text == "Makefile")
        }
        for policy in [ConflictPolicy.overwrite, .resume, .ask] {
            #expect(harness.remote.text("/\(policy.rawValue)/Makefile") == "one")
        }
    }

    @Test("Of two directories the second is not mixed into the first")
    func directories() throws {
        let harness = try harness(folding: true)
        var request = harness.upload("/d", to: "/d")
        request.policy = .overwrite
        try harness.submit(request)
        harness.queue.awaitIdle()
        #expect(harness.remote.text("/d/Sub/x") == "first")
        #expect(harness.remote.node("/d/Sub/only") == nil)
        let failed = harness.jobs.first { $0.source.path == Path("/d/sub") }
        guard case .failed(let error)? = failed?.state else {
            Issue.record("the second directory has not failed: \(String(describing: failed))")
            return
        }
        #expect(error.message.contains("its name is the same as 'Sub'"))
    }

    /// Copies the tree, and goes on with what is left of it in another process.
    private func restarted(
        folding: Bool, _ policy: ConflictPolicy, _ between: (QueueHarness) -> Void = { _ in }
    ) throws -> QueueHarness {
        let folder = try TemporaryFolder()
        let before = try harness(
            folding: folding, store: try Store.open(at: folder.path("s")))
        between(before)
        try before.submit(before.upload("/d", to: "/d", policy: policy))
        before.queue.awaitIdle()
        before.stop()
        before.remote.clearFaults()
        let after = try QueueHarness(
            store: try Store.open(at: folder.path("s")), local: before.local,
            remote: before.remote)
        after.queue.awaitIdle()
        return after
    }

    @Test("After a restart the second file asks as it did before")
    func filesAfterRestart() throws {
        let harness = try restarted(folding: true, .overwrite) { before in
            for path in ["/d/Makefile", "/d/makefile"] {
                before.remote.lay(MemoryFault(.create, path, MemoryFault.refused()))
            }
        }
        let failed = harness.jobs.filter { $0.failure != nil && $0.kind == .file }
        #expect(failed.map(\.source.path.text).sorted() == ["/d/Makefile", "/d/makefile"])
        for job in failed.sorted(by: { $0.source.path.text < $1.source.path.text }) {
            harness.queue.send(.retry(job.id))
            harness.queue.awaitIdle()
        }
        #expect(harness.remote.text("/d/Makefile") == "one")
        let asking = asking(harness)
        #expect(asking.map(\.source.path.text) == ["/d/makefile"])
        guard case .needsAnswer(let conflict)? = asking.first?.state else { return }
        #expect(conflict.meets?.name?.text == "Makefile")
    }

    @Test("After a restart the second directory is not mixed into the first either")
    func directoriesAfterRestart() throws {
        let harness = try restarted(folding: true, .overwrite)
        let failed = try #require(harness.jobs.first { $0.source.path == Path("/d/sub") })
        harness.queue.send(.retry(failed.id))
        harness.queue.awaitIdle()
        #expect(harness.remote.text("/d/Sub/x") == "first")
        #expect(harness.remote.node("/d/Sub/only") == nil)
        #expect(
            harness.job(failed.id)?.failure?.message.contains("name is the same as 'Sub'") == true)
    }

    @Test("A file that was only begun before a restart does not pass for its twin")
    func begunBeforeRestart() throws {
        let folder = try TemporaryFolder()
        let store = try Store.open(at: folder.path("s"))
        let remote = MemoryVolume()
        remote.foldNames()
        remote.add("/d/Makefile", "one")
        let local = MemoryVolume(site: .local)
        local.add("/d/Makefile", "one")
        local.add("/d/makefile", "two")
        func job(_ id: Int64, _ path: String, _ kind: Job.Kind, in parent: JobID?) -> Job {
            Job(
                id: JobID(rawValue: id), batch: BatchID(rawValue: 1), parent: parent,
                operation: .copy, kind: kind,
                source: Location(site: .local, path: Path(path)),
                target: Location(site: remote.site, path: Path(path)), root: Path("/"),
                size: kind == .file ? 3 : nil,
                modified: kind == .file ? Timestamp(seconds: 1_700_000_000) : nil,
                policy: .overwrite)
        }
        var directory = job(1, "/d", .directory, in: nil)
        directory.tries = 1
        var file = job(2, "/d/makefile", .file, in: directory.id)
        file.tries = 1
        try store.write(
            [StoredJob(job: directory, position: 1), StoredJob(job: file, position: 2)],
            removing: [])
        let harness = try QueueHarness(store: store, local: local, remote: remote)
        harness.watcher.wait("the question") { jobs in
            if case .needsAnswer(let conflict)? = jobs[file.id]?.state {
                conflict.meets == Path("/d/Makefile")
            } else {
                false
            }
        }
        #expect(remote.text("/d/Makefile") == "one")
    }

    @Test("After a restart nobody asks about a file that another name was there for before")
    func onlyTargetTwin() throws {
        let harness = try restarted(folding: true, .overwrite) { before in
            before.remote.add("/d/Readme", "old")
            before.remote.lay(MemoryFault(.create, "/d/README", MemoryFault.refused()))
        }
        let failed = try #require(harness.jobs.first { $0.source.path == Path("/d/README") })
        #expect(failed.failure != nil)
        harness.queue.send(.retry(failed.id))
        harness.queue.awaitIdle()
        #expect(harness.remote.text("/d/Readme") == "r")
    }

    @Test("Where they are two names nobody asks, the second time neither")
    func apart() throws {
        let harness = try harness(folding: false)
        for _ in 0..<2 {
            var request = harness.upload("/d", to: "/d")
            request.policy = .overwrite
            try harness.submit(request)
            harness.queue.awaitIdle()
            #expect(asking(harness).isEmpty)
            #expect(harness.jobs.allSatisfy { $0.isDone })
            #expect(harness.remote.text("/d/Makefile") == "one")
            #expect(harness.remote.text("/d/makefile") == "two")
            #expect(harness.remote.text("/d/Sub/x") == "first")
            #expect(harness.remote.text("/d/sub/x") == "second")
            harness.local.add("/d/makefile", "two")
        }
    }

    @Test("Two sources of one name: the second is not written over the first")
    func sources() throws {
        let harness = try harness(folding: false)
        harness.local.add("/a/x", "a")
        harness.local.add("/b/x", "b")
        try harness.submit(
            [harness.upload("/a/x", to: "/x"), harness.upload("/b/x", to: "/x")].map {
                var request = $0
                request.policy = .overwrite
                return request
            })
        harness.queue.awaitIdle()
        #expect(harness.remote.text("/x") == "a")
        #expect(asking(harness).map(\.source.path) == [Path("/b/x")])
        let id = try #require(asking(harness).first?.id)
        harness.queue.send(.answer(id, .overwrite, .thisFile))
        harness.queue.awaitIdle()
        #expect(harness.remote.text("/x") == "b")
    }

    @Test("Groups of such names are bounded")
    func groups() {
        var builder = DirectoryBuilder()
        for bits in 0..<64 {
            let letters = (0..<6).map { bits >> $0 & 1 == 0 ? "a" : "A" }.joined()
            guard let name = Name(letters) else { continue }
            builder.append(Entry(name: name, kind: .file))
        }
        let twins = TwinNames(in: builder.directory)
        #expect(twins.isFirst(0) && !twins.isFirst(1))
        #expect(twins.others(of: 0).count == 7)
        #expect(twins.others(of: 63).count == 8)
    }
}
