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

    /// Compares what both hold, and says nothing of `/unknown`.
    private struct Reader: CopyVerifier {
        let source: MemoryVolume
        let target: MemoryVolume

        func verify(
            _ copies: [WrittenCopy], from _: any FileSystem, to _: any FileSystem,
            isStopped: () -> Bool
        ) -> [PartID: Result<String, FileSystemError>] {
            var answers: [PartID: Result<String, FileSystemError>] = [:]
            for copy in copies where copy.source.text != "/unknown" {
                let written =
                    target.part(copy.part.file.text) ?? target.bytes(copy.part.path.text)
                answers[copy.part.id] =
                    source.bytes(copy.source.text) == written
                    ? .success("read back")
                    : .failure(
                        FileSystemError(.truncated, path: copy.source, detail: "Other bytes."))
            }
            return answers
        }
    }

    @Test("What is there and looks whole is compared as well, and copied anew where it differs")
    func goingOn() throws {
        let (remote, local) = (MemoryVolume(), MemoryVolume(site: .local))
        let harness = try QueueHarness(
            local: local, remote: remote, isShared: false,
            verifier: Reader(source: remote, target: local))
        for name in ["same", "other", "unknown", "d/same", "d/other"] {
            remote.add("/" + name, "new bytes")
            local.add("/here/" + name, name.hasSuffix("other") ? "old bytes" : "new bytes")
        }
        let requests = ["same", "other", "unknown", "d"].map { name in
            harness.download("/" + name, to: "/here/" + name, policy: .resume)
        }
        let ids = try harness.submit(requests)
        harness.queue.awaitIdle()
        let jobs = Dictionary(harness.watcher.results.map { ($0.id, $0) }) { $1 }
        let same = try #require(jobs[ids[0]])
        #expect(same.isDone && same.verified == "read back")
        let other = try #require(jobs[ids[1]])
        #expect(other.isDone && other.verified == "read back")
        #expect(local.text("/here/other") == "new bytes")
        #expect(other.story.contains { $0.contains("different contents") }, "\(other.story)")
        #expect(jobs[ids[2]]?.failure != nil)
        #expect(jobs[ids[3]]?.isDone == true)
        #expect(local.text("/here/d/other") == "new bytes")
        let opened = remote.log.filter { $0.hasPrefix("open ") }
        #expect(opened.sorted() == ["open /d/other 0", "open /other 0"])
    }

    @Test("What is to be compared is not forgotten where the look at another file fails")
    func planningFails() throws {
        let (remote, local) = (MemoryVolume(), MemoryVolume(site: .local))
        let harness = try QueueHarness(
            local: local, remote: remote, isShared: false,
            verifier: Reader(source: remote, target: local))
        for name in ["a", "b", "c"] {
            remote.add("/" + name, "new bytes")
            local.add("/here/" + name, "new bytes")
        }
        local.lay(MemoryFault(.entry, "/here/b", MemoryFault.refused()))
        let ids = try harness.submit(
            ["a", "b", "c"].map { harness.download("/" + $0, to: "/here/" + $0, policy: .resume) })
        harness.watcher.wait("all of them to end") { jobs in
            ids.allSatisfy { jobs[$0].map { $0.isDone || $0.failure != nil } ?? false }
        }
        #expect(ids.map { harness.job($0)?.isDone } == [true, false, true])
        #expect(harness.job(ids[0])?.verified == "read back")
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
