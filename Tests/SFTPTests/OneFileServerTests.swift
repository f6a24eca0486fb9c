import Files
import Support
import Testing

@testable import SFTP

@Suite("SFTP servers that count their open files")
struct OneFileServerTests {
    @Test("One open file at a time, and none looked at while it is open")
    func sterling() throws {
        let bench = try SFTPBench(.sterling)
        for number in 0..<5 {
            let bytes = SFTPBench.noise(number * 50_000)
            try bench.put(bytes, at: "\(number)")
            #expect(bench.folder.read("\(number)") == bytes)
            #expect(try bench.get("\(number)") == bytes)
        }
        #expect(bench.server.openHandles <= 1)
        #expect(try bench.names() == (0..<5).map(String.init))
    }

    @Test("More files than may be open are begun, and the limit is learnt from the refusal")
    func learnt() throws {
        var behaviour = ScriptedSFTPBehaviour.bare
        behaviour.limits.handles = 3
        let bench = try SFTPBench(behaviour)
        let names = (0..<20).map { "file \($0)" }
        for name in names { try bench.folder.write(name, to: name) }
        bench.files.prepare(names.map { Upcoming(path: Path("/\($0)"), direction: .read) })
        for name in names { #expect(try bench.get(name) == Array(name.utf8)) }
        #expect(bench.server.mostOpenHandles <= 3)
        #expect(bench.files.openFileLimit <= 3)
    }

    @Test("A file that cannot be opened at all does not count against the others")
    func refused() throws {
        let bench = try SFTPBench(
            ScriptedSFTPBehaviour.bare.with(
                ScriptedSFTPRule(.open, path: "/bad", answer: .status(.failure))))
        let before = bench.files.openFileLimit
        let names = ["a", "bad", "b", "c"]
        for name in names { try bench.folder.write(name, to: name) }
        bench.files.prepare(names.map { Upcoming(path: Path("/\($0)"), direction: .read) })
        for name in names where name != "bad" {
            #expect(try bench.get(name) == Array(name.utf8))
        }
        #expect(bench.failure { _ = try bench.get("bad") }?.kind == .other)
        #expect(bench.files.openFileLimit == before)
    }

    @Test("No more handles are open than the server says it has")
    func said() throws {
        var behaviour = ScriptedSFTPBehaviour()
        behaviour.limits.handles = 10
        let bench = try SFTPBench(behaviour)
        let names = (0..<50).map { "file \($0)" }
        for name in names { try bench.folder.write(name, to: name) }
        bench.files.prepare(names.map { Upcoming(path: Path("/\($0)"), direction: .read) })
        for name in names { #expect(try bench.get(name) == Array(name.utf8)) }
        #expect(bench.server.mostOpenHandles <= 10)
    }
}
