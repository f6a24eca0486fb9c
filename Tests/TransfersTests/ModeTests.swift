import Files
import Jobs
import Support
import Testing

@testable import Transfers

@Suite("Permissions of directories")
struct ModeTests {
    private func mode(of path: String, in volume: MemoryVolume) -> UInt16? {
        if case .directory(_, let mode)? = volume.node(path) { mode } else { nil }
    }

    private func here(_ mode: UInt16) throws -> MemoryVolume {
        let local = MemoryVolume(site: .local)
        local.add("/d/a", "a")
        local.add("/d/sub/b", pattern(100_000))
        for path in ["/d", "/d/sub"] { try local.connect().setMode(mode, of: Path(path)) }
        return local
    }

    @Test("A directory can be written into until all is in it, and has its own then")
    func last() throws {
        for (source, first) in [(0o500, 0o700), (0o555, 0o755), (0o2755, 0o755)]
            as [(UInt16, UInt16)]
        {
            let harness = try QueueHarness(local: here(source))
            harness.remote.lay(MemoryFault(.write, nil, .hang))
            var request = harness.upload("/d", to: "/d")
            request.modes = .preserve
            try harness.submit(request)
            harness.remote.waitForHang()
            #expect(mode(of: "/d", in: harness.remote) == first)
            harness.remote.letGo()
            harness.queue.awaitIdle()
            #expect(mode(of: "/d", in: harness.remote) == source)
            #expect(mode(of: "/d/sub", in: harness.remote) == source)
        }
    }

    @Test("It has it also where the process was killed in between")
    func killed() throws {
        let folder = try TemporaryFolder()
        let (local, remote) = (try here(0o500), MemoryVolume())
        let before = try QueueHarness(
            store: try Store.open(at: folder.path("s")), local: local, remote: remote)
        remote.lay(MemoryFault(.write, nil, .hang))
        try before.submit(before.upload("/d", to: "/d"))
        remote.waitForHang()
        before.kill()
        remote.letGo()
        let after = try QueueHarness(
            store: try Store.open(at: folder.path("s")), local: local, remote: remote)
        after.queue.awaitIdle()
        #expect(after.jobs.allSatisfy { $0.isDone })
        #expect(mode(of: "/d", in: remote) == 0o500)
        #expect(mode(of: "/d/sub", in: remote) == 0o500)
    }

    @Test("One that was there before keeps its own, and the target's own choice is left to it")
    func others() throws {
        let harness = try QueueHarness(local: here(0o500))
        harness.remote.add("/d/x", "x")
        try harness.remote.connect().setMode(0o750, of: Path("/d"))
        var request = harness.upload("/d", to: "/d")
        try harness.submit(request)
        harness.queue.awaitIdle()
        #expect(mode(of: "/d", in: harness.remote) == 0o750)
        #expect(mode(of: "/d/sub", in: harness.remote) == 0o500)
        request = harness.upload("/d", to: "/e")
        request.modes = .target
        try harness.submit(request)
        harness.queue.awaitIdle()
        #expect(mode(of: "/e", in: harness.remote) == 0o755)
        #expect(mode(of: "/e/sub", in: harness.remote) == 0o755)
    }

    @Test("A job's choice is kept in the store")
    func stored() throws {
        let folder = try TemporaryFolder()
        let local = try here(0o755)
        for modes in ModePolicy.allCases {
            let path = folder.path("\(modes)")
            let before = try QueueHarness(store: try Store.open(at: path), local: local)
            before.queue.send(.pauseAll)
            var request = before.upload("/d", to: "/d")
            request.modes = modes
            try before.submit(request)
            before.kill()
            let after = try QueueHarness(store: try Store.open(at: path), local: local)
            after.queue.awaitIdle()
            #expect(after.jobs.map(\.modes) == [modes])
            after.stop()
        }
    }
}
