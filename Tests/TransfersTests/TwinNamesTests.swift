import Files
import Jobs
import Support
import Testing

@testable import Transfers

@Suite("Names that a target cannot tell apart")
struct TwinNamesTests {
    private func harness(folding: Bool) throws -> QueueHarness {
        let harness = try QueueHarness()
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
        #expect(error.message.contains("it is the same name as 'Sub'"))
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
