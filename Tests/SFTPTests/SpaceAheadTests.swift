import Files
import Support
import Testing

@testable import SFTP

@Suite("Room that is asked for ahead")
struct SpaceAheadTests {
    private static let question = "statvfs@openssh.com"
    private let name = Path("/file")

    @Test(
        "It comes in the round trip of what is asked next, and is asked once",
        arguments: [false, true])
    func together(isConnected: Bool) throws {
        var behaviour = ScriptedSFTPBehaviour()
        behaviour.pace = .quiet(milliseconds: 20)
        let bench = try SFTPBench(behaviour)
        if isConnected { _ = try bench.files.home() }
        bench.files.askSpace(at: .root)
        #expect(try bench.files.entry(at: name) == nil)
        let rounds = bench.server.rounds
        let ahead = try #require(try bench.files.space(at: .root))
        #expect(bench.server.rounds == rounds)
        #expect(bench.count(SpaceAheadTests.question) == 1)
        #expect(ahead.free > 0 && ahead.total >= ahead.free)
        // What was said once may not be true any more.
        let again = try #require(try bench.files.space(at: .root))
        #expect(again.total == ahead.total)
        #expect(bench.count(SpaceAheadTests.question) == 2)
    }

    @Test("Of another directory, or once it was forgotten, it is asked anew")
    func notTaken() throws {
        let bench = try SFTPBench()
        try bench.folder.makeFolder("other")
        _ = try bench.files.home()
        bench.files.askSpace(at: .root)
        #expect(try bench.files.space(at: Path("/other")) != nil)
        #expect(bench.count(SpaceAheadTests.question) == 2)
        bench.files.askSpace(at: nil)
        #expect(try bench.files.space(at: .root) != nil)
        #expect(bench.count(SpaceAheadTests.question) == 3)
    }

    @Test("A server that does not tell is not asked")
    func untold() throws {
        let bench = try SFTPBench(.bare)
        bench.files.askSpace(at: .root)
        #expect(try bench.files.space(at: .root) == nil)
        #expect(bench.count(SpaceAheadTests.question) == 0)
    }

    @Test("A refusal is what whoever wanted to know hears")
    func refused() throws {
        let bench = try SFTPBench(
            ScriptedSFTPBehaviour().with(
                ScriptedSFTPRule(extension: SpaceAheadTests.question, answer: .status(.failure))))
        bench.files.askSpace(at: .root)
        #expect(try bench.files.entry(at: name) == nil)
        #expect(throws: FileSystemError.self) { try bench.files.space(at: .root) }
    }
}
