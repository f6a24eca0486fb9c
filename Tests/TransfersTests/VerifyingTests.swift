import Files
import Jobs
import Support
import Testing

@testable import Transfers

@Suite("Copies that are compared before they take their name")
struct VerifyingTests {
    /// Finds `/good` the same, `/bad` another, and says nothing of the others.
    private struct Judge: CopyVerifier {
        func verify(
            _ copies: [WrittenCopy], from source: any FileSystem, to target: any FileSystem,
            isStopped: () -> Bool
        ) -> [PartID: Result<String, FileSystemError>] {
            var answers: [PartID: Result<String, FileSystemError>] = [:]
            for copy in copies {
                switch copy.source.text {
                case "/good": answers[copy.part.id] = .success("read back")
                case "/bad":
                    answers[copy.part.id] = .failure(
                        FileSystemError(.truncated, path: copy.source, detail: "Other bytes."))
                default: break
                }
            }
            return answers
        }
    }

    @Test("Only what is the same gets its name; the others fail, and the old files stay")
    func judged() throws {
        let harness = try QueueHarness(verifier: Judge())
        for name in ["good", "bad", "unknown"] {
            harness.remote.add("/" + name, "new \(name)")
            harness.local.add("/here/" + name, "old")
        }
        let requests = ["good", "bad", "unknown"].map { name in
            harness.request(
                .copy, from: harness.remote, "/" + name, to: harness.local, "/here/" + name,
                policy: .overwrite)
        }
        try harness.submit(requests)
        harness.queue.awaitIdle()
        #expect(harness.local.text("/here/good") == "new good")
        #expect(harness.local.text("/here/bad") == "old")
        #expect(harness.local.text("/here/unknown") == "old")
        let results = harness.watcher.results
        let good = try #require(results.first { $0.source.path == Path("/good") })
        #expect(good.isDone && good.verified == "read back")
        for name in ["bad", "unknown"] {
            let job = try #require(results.first { $0.source.path == Path("/" + name) })
            guard case .failed = job.state else {
                Issue.record("\(name) is \(job.state)")
                continue
            }
            #expect(job.verified == nil)
        }
        // Bytes that are known to be others are not gone on with.
        #expect(harness.local.part("/here/bad") == nil)
    }
}
