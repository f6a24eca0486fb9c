import Glibc
import Support
import Testing

@Suite("The relay with a long way")
struct SlowRelayTests {
    private static let delay = 30

    @Test("Every byte comes out, later, in both directions, and so does the end")
    func delay() throws {
        let relay = try SlowRelay(milliseconds: Self.delay)
        let near = ScriptedSFTPClient(relay.near)
        let far = ScriptedSFTPClient(relay.far)
        let begin = ContinuousClock.now
        try near.send([1, 2, 3])
        #expect(try far.bytes(3) == [1, 2, 3])
        #expect(ContinuousClock.now - begin >= .milliseconds(Self.delay))
        try far.send([4])
        #expect(try near.bytes(1) == [4])
        #expect(ContinuousClock.now - begin >= .milliseconds(2 * Self.delay))
        near.finish()
        #expect(try far.rest().isEmpty)
        try far.send([5])
        far.finish()
        #expect(try near.rest() == [5])
        #expect(relay.carriedToFar == 3)
        #expect(relay.carriedToNear == 2)
    }

    @Test("What is sent at once arrives at once: the delay is no limit of bandwidth")
    func bandwidth() throws {
        let relay = try SlowRelay(milliseconds: Self.delay)
        let near = ScriptedSFTPClient(relay.near)
        let far = ScriptedSFTPClient(relay.far)
        let bytes = (0..<4 << 20).map { UInt8(truncatingIfNeeded: $0 / 3) }
        Background.run {
            try? near.send(bytes)
            near.finish()
        }
        let isWhole = try far.rest() == bytes
        #expect(isWhole)
        // A relay that carried one piece a round trip would have held 256 KiB at most.
        #expect(relay.mostOnTheWayToFar > 1 << 20)
    }

    @Test("No more than the window is on the way")
    func window() throws {
        let relay = try SlowRelay(milliseconds: 1, window: 10_000)
        let near = ScriptedSFTPClient(relay.near)
        let far = ScriptedSFTPClient(relay.far)
        let bytes = [UInt8](repeating: 7, count: 100_000)
        Background.run {
            try? near.send(bytes)
            near.finish()
        }
        #expect(try far.rest().count == bytes.count)
        #expect(relay.mostOnTheWayToFar == 10_000)
    }

    @Test("Whoever writes notices that the other end is closed")
    func gone() throws {
        let relay = try SlowRelay(milliseconds: 1)
        let near = ScriptedSFTPClient(relay.near)
        close(relay.far)
        #expect(try near.rest().isEmpty)
        #expect(throws: ScriptedPeer.Mismatch.self) {
            while true { try near.send([1]) }
        }
    }

    @Test("A server behind it sees what a client sends at once as one round")
    func rounds() throws {
        let folder = try TemporaryFolder()
        var behaviour = ScriptedSFTPBehaviour()
        behaviour.pace = .quiet(milliseconds: 20)
        let server = ScriptedSFTPServer(root: folder.path, behaviour: behaviour)
        let relay = try SlowRelay(milliseconds: 5)
        try server.accept(relay.far)
        let client = ScriptedSFTPClient(relay.near)
        let stat = [0, 0, 0, 10, 17, 0, 0, 0, 1, 0, 0, 0, 1, 47] as [UInt8]
        try client.send(Array(repeatElement(stat, count: 8).joined()))
        for _ in 0..<8 { #expect(try client.packet()[0] == 105) }
        #expect(server.rounds == 1)
        #expect(server.mostPending == 8)
        try client.send(stat)
        #expect(try client.packet()[0] == 105)
        #expect(server.rounds == 2)
    }
}
