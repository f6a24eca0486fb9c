import Files
import Jobs
import Support
import Testing

@testable import Transfers

@Suite("Jobs whose server wants a password")
struct LoginTests {
    private static let site = Site(scheme: .ftp, host: "memory", user: "anna")

    private func refuse(_ volume: MemoryVolume, times: Int) {
        volume.lay(
            MemoryFault(
                .connect, nil,
                .fail(
                    FileSystemError(
                        .login, reply: "530 No", detail: "memory refused the login.")),
                times: times))
    }

    @Test("A refused login asks once, tries no other job meanwhile, and all go on together")
    func asks() throws {
        let harness = try QueueHarness(remote: MemoryVolume(site: LoginTests.site))
        var requests: [JobRequest] = []
        for number in 0..<100 {
            harness.remote.add("/f\(number)", "x")
            requests.append(harness.download("/f\(number)", to: "/f\(number)"))
        }
        refuse(harness.remote, times: 1)
        let ids = try harness.submit(requests)
        harness.queue.awaitIdle()
        guard case .needsLogin(let error) = harness.job(ids[0])?.state else {
            Issue.record("\(String(describing: harness.job(ids[0])?.state))")
            return
        }
        #expect(harness.job(ids[0])?.site(of: error) == LoginTests.site)
        #expect(harness.jobs.count { $0.state == .waiting } == 99)
        harness.queue.send(.loginGiven(Site(scheme: .ftp, host: "elsewhere", user: "anna")))
        harness.queue.awaitIdle()
        #expect(harness.jobs.count { $0.isDone } == 0)
        harness.queue.send(.loginGiven(LoginTests.site))
        harness.queue.awaitIdle()
        #expect(harness.jobs.allSatisfy { $0.isDone })
    }

    @Test("The question is kept over a restart; a cancelled one lets the others try")
    func restart() throws {
        let folder = try TemporaryFolder()
        let remote = MemoryVolume(site: LoginTests.site)
        remote.add("/a", "a")
        remote.add("/b", "b")
        refuse(remote, times: 2)
        do {
            let before = try QueueHarness(
                store: try Store.open(at: folder.path("s")), remote: remote)
            try before.submit(before.download("/a", to: "/a"), before.download("/b", to: "/b"))
            before.queue.awaitIdle()
            before.stop()
        }
        let after = try QueueHarness(store: try Store.open(at: folder.path("s")), remote: remote)
        after.queue.awaitIdle()
        let asking = try #require(after.job(named: "a"))
        guard case .needsLogin = asking.state else { throw Unexpected(asking.state) }
        #expect(after.job(named: "b")?.state == .waiting)
        after.queue.send(.cancel(asking.id, keepsParts: false))
        after.queue.awaitIdle()
        guard case .needsLogin = after.job(named: "b")?.state else {
            throw Unexpected(after.job(named: "b")?.state)
        }
    }

    @Test("Without a shared queue a refused login is a failure")
    func headless() throws {
        let harness = try QueueHarness(
            remote: MemoryVolume(site: LoginTests.site), isShared: false)
        harness.remote.add("/a", "a")
        refuse(harness.remote, times: 1)
        #expect(try harness.run(harness.download("/a", to: "/a")).failure?.kind == .login)
    }
}

private struct Unexpected: Error {
    let state: Job.State?

    init(_ state: Job.State?) {
        self.state = state
    }
}
