import Files
import Support
import Testing

@testable import SFTP

@Suite("SFTP servers that break the protocol")
struct BrokenAnswerTests {
    private static let kinds = ScriptedSFTPRequest.Kind.allCases.filter { $0 != .initialise }

    /// A field of so many bytes.
    private static func field(_ count: Int) -> [UInt8] {
        var writer = ScriptedSFTPWriter()
        writer.put(string: [UInt8](repeating: 0x41, count: count))
        return writer.bytes
    }

    private func bench(_ rules: ScriptedSFTPRule..., timeout: Int = 10) throws -> SFTPBench {
        var behaviour = ScriptedSFTPBehaviour()
        behaviour.rules = rules
        let bench = try SFTPBench(behaviour, timeout: timeout)
        try bench.folder.write("the old one", to: "file")
        try bench.folder.write("hello", to: "other")
        return bench
    }

    /// Does all that can be done there; each is done, or fails in a sentence. The number of those
    /// that failed.
    @discardableResult
    private func visit(_ bench: SFTPBench) -> Int {
        let (files, time) = (bench.files, Timestamp(seconds: 981_173_106))
        let steps: [() throws -> Void] = [
            { _ = try bench.names() },
            { _ = try files.entry(at: Path("/other")) },
            { _ = try files.details(of: [Path("/other"), Path("/none")]) },
            { _ = try bench.get("other") },
            { try bench.put([1, 2, 3], at: "file", Creation(size: 3, modified: time)) },
            { try bench.put([1, 2, 3], at: "fresh", Creation(size: 3, replaces: false)) },
            { try files.makeDirectory(Path("/folder"), root: nil) },
            { try files.makeLink(Path("/link"), to: Array("other".utf8), root: nil) },
            { _ = try files.entry(at: Path("/link")) },
            { try files.setModified([(Path("/other"), time)])[0].get() },
            { try files.setMode(0o640, of: Path("/other")) },
            { try files.rename(Path("/other"), to: Path("/renamed")) },
            { try files.removeFiles([Path("/renamed")])[0].get() },
            { try files.removeDirectories([Path("/folder")])[0].get() },
            { _ = try files.space(at: .root) },
        ]
        return steps.count { bench.failure(#_sourceLocation, $0) != nil }
    }

    private func isWhole(_ bench: SFTPBench) -> Bool {
        [Array("the old one".utf8), [1, 2, 3]].contains(bench.folder.read("file"))
    }

    @Test("Nothing fails where nothing is broken")
    func usual() throws {
        #expect(visit(try bench()) == 0)
    }

    @Test("An answer of another kind to each request", arguments: kinds)
    func otherKinds(kind: ScriptedSFTPRequest.Kind) throws {
        let answers: [ScriptedSFTPRule.Answer] = [
            .status(.endOfFile), .status(.failure), .status(.unsupported), .status(.noSuchFile),
            .packet(102, BrokenAnswerTests.field(4)), .packet(103, BrokenAnswerTests.field(4)),
            .packet(104, [0, 0, 0, 0]), .packet(105, [0, 0, 0, 0]), .packet(201, []),
            .packet(201, [UInt8](repeating: 0xFF, count: 200)), .packet(105, []),
            .packet(104, [0, 0, 0, 9]), .packet(103, []), .packet(102, []), .packet(101, []),
        ]
        for answer in answers {
            let bench = try bench(ScriptedSFTPRule(kind, answer: answer))
            visit(bench)
            #expect(isWhole(bench), "\(kind): \(answer)")
        }
        // A lie cannot be told from the truth, but it may neither trap nor hang.
        visit(try bench(ScriptedSFTPRule(kind, answer: .status(.ok))))
    }

    @Test("Answers with an unknown number, twice, of an unknown type, or none", arguments: kinds)
    func strangers(kind: ScriptedSFTPRequest.Kind) throws {
        let answers: [ScriptedSFTPRule.Answer] = [
            .withID(0xFFFF_FFFF), .twice, .packet(42, []), .packet(2, [0, 0, 0, 3]),
            .packet(200, []), .end, .doneThenEnd, .bytes([0, 0, 0, 0]), .bytes([0, 0, 0, 1, 101]),
            .bytes([0xFF, 0xFF, 0xFF, 0xFF, 101]), .bytes([0x01, 0x10, 0, 0, 101]),
        ]
        for answer in answers {
            for times in [1, .max] {
                let bench = try bench(ScriptedSFTPRule(kind, times: times, answer: answer))
                visit(bench)
                #expect(isWhole(bench), "\(kind): \(answer)")
            }
        }
    }

    @Test("An unknown number, and one that was answered already, end the connection")
    func unasked() throws {
        let unknown = try bench(ScriptedSFTPRule(.lstat, times: 1, answer: .withID(77_777)))
        let error = unknown.failure { _ = try unknown.files.entry(at: Path("/file")) }
        #expect(error?.kind == .protocolViolation)
        #expect(error?.message.contains("box broke the SFTP protocol") == true)
        #expect(try unknown.names() == ["file", "other"])
        // The second answer comes when nothing is asked any more: a new connection is made.
        let twice = try bench(ScriptedSFTPRule(.lstat, times: 1, answer: .twice))
        #expect(try twice.files.entry(at: Path("/file"))?.size == 11)
        #expect(try twice.names() == ["file", "other"])
        #expect(twice.said("broke the SFTP protocol") == 1)
    }

    @Test("No answer, for as long as the site waits")
    func silence() throws {
        for answer: ScriptedSFTPRule.Answer in [.silence, .bytes([0, 1, 0, 0, 103, 0, 0])] {
            let bench = try bench(ScriptedSFTPRule(.read, answer: answer), timeout: 1)
            let error = bench.failure { _ = try bench.get("file") }
            #expect(error?.kind == .timeout)
            #expect(error?.isTransient == true)
        }
    }

    @Test("More than was asked for, and nothing at all")
    func lengths() throws {
        let long = try bench(
            ScriptedSFTPRule(.read) { .packet(103, BrokenAnswerTests.field($0.length + 1)) })
        #expect(long.failure { _ = try long.get("file") }?.kind == .protocolViolation)
        let empty = try bench(ScriptedSFTPRule(.read, answer: .packet(103, [0, 0, 0, 0])))
        let error = empty.failure { _ = try empty.get("file") }
        #expect(error?.kind == .truncated)
        #expect(error?.message.contains("0 of its 11 bytes") == true)
    }

    @Test("A handle that is longer than any, or empty; the longest is taken")
    func handles() throws {
        for count in [0, 257, 300] {
            let bench = try bench(
                ScriptedSFTPRule(.open, answer: .packet(102, BrokenAnswerTests.field(count))))
            #expect(
                bench.failure { _ = try bench.get("file") }?.kind == .protocolViolation)
        }
        var behaviour = ScriptedSFTPBehaviour()
        behaviour.handleLength = 256
        let bench = try SFTPBench(behaviour)
        try bench.put([1, 2, 3], at: "file")
        #expect(try bench.get("file") == [1, 2, 3])
    }

    @Test("What a server says of a refusal is shown, but for what may not be, and not without end")
    func messages() throws {
        let long = String(repeating: "no ", count: 350_000)
        for (text, shown) in [
            ("\u{1B}]0;title\u{7} disk on fire\r\nsecond", "disk on fire"), (long, "no no"),
            ("\u{202E}reversed", "reversed"),
        ] {
            let bench = try bench(ScriptedSFTPRule(.opendir, answer: .status(.failure, text)))
            let error = bench.failure { _ = try bench.names() }
            #expect(error?.message.contains(shown) == true)
            for line in bench.log {
                #expect(line == VisibleText.make(line) && line.count < 2_000)
            }
        }
        var nothing = ScriptedSFTPWriter()
        nothing.put(4 as UInt32)
        var bytes = nothing
        bytes.put(string: [0xFF, 0xFE, 0x00, 0x80])
        for fields in [nothing.bytes, bytes.bytes] {
            let bench = try bench(ScriptedSFTPRule(.opendir, answer: .packet(101, fields)))
            #expect(bench.failure { _ = try bench.names() }?.kind == .other)
        }
    }
}
