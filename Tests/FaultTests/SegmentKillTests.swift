import DemoServer
import Glibc
import Support
import Synchronization
import Testing

/// A download in segments that is killed when some of it is there, and gone on with.
///
///     FERRY_KILLS=200 Tests/run --filter '^FaultTests.SegmentKillTests'    so many of them
@Suite("What a killed download in segments had fetched is not fetched again")
struct SegmentKillTests {
    private static let runs = getenv("FERRY_KILLS").flatMap { Int(String(cString: $0)) } ?? 1
    private static let size = 120_000_000
    private static let bytes = PlantedTree.noise(size)
    /// Bytes a second of each connection.
    private static let pace: UInt64 = 8_000_000

    @Test("Killed at about half", arguments: 0..<runs)
    func killed(run: Int) throws {
        let place = try Workplace()
        let bytes = SegmentKillTests.bytes
        try place.write(bytes, to: "served/big")
        let server = try DemoServer(root: place.path("served"), options: .init(user: "u"))
        let url = "ftp://u:p@127.0.0.1:\(try server.start())/big"
        defer { server.stop() }
        server.behaviour = [.always(.slow(bytesPerSecond: SegmentKillTests.pace))]
        let environment = try place.environment([], below: ["here"])
        let share = 45 + run * 7 % 40
        let child = try ChildProcess(
            [
                "sh", "-c", "cd \"$0\" && exec \"$@\"", place.path("here"), Workplace.ferry, "get",
                url,
            ], environment: environment, log: place.folder.path("log"))
        let fetched = UInt64(SegmentKillTests.size * share / 100)
        try #require(server.wait(for: .sent(fetched), seconds: 60))
        child.stop()
        // What is on its way to nobody any more comes to an end.
        try #require(server.wait(for: .alone, seconds: 60))
        #expect(server.commands.contains { $0.hasPrefix("REST ") }, "not divided")
        #expect(place.run(["get", "-c", url], environment) == 0, "\(place.complaint)")
        #expect(place.folder.read("files/here/big") == bytes)
        let again = Int(server.sentBytes) - SegmentKillTests.size
        let most = SegmentKillTests.size / 20 + (8 << 20)
        #expect(again <= most, "sent again: \(again)")
    }
}
