import Files
import Glibc
import Support
import Testing

@testable import SFTP

@Suite("Large files whose bytes the kernel moves between the stream and a file")
struct KernelMoveTests {
    private static let bytes = SFTPBench.noise(3 << 20 | 1)

    private let target: TemporaryFolder

    init() throws {
        target = try TemporaryFolder(isInMemory: true)
    }

    private var path: String { "\(target.path)/end" }

    private func bench(_ behaviour: ScriptedSFTPBehaviour = .init()) throws -> SFTPBench {
        let bench = try SFTPBench(behaviour, timeout: 10)
        try bench.folder.write(KernelMoveTests.bytes, to: "large")
        return bench
    }

    private func end(_ flags: CInt = O_RDWR | O_CREAT) throws -> FileEnd {
        try FileEnd(path, flags)
    }

    /// Each asks where it begins.
    private func connections(_ bench: SFTPBench) -> Int {
        bench.server.requests.count { $0.kind == .realpath && $0.pathText == "." }
    }

    private func open(_ bench: SFTPBench) throws -> any FileSource & KernelSource {
        try #require(
            try bench.files.open(Path("/large"), from: 0) as? any FileSource & KernelSource)
    }

    private func create(_ bench: SFTPBench) throws -> any FileSink & KernelSink {
        let creation = Creation(size: UInt64(KernelMoveTests.bytes.count))
        return try #require(
            try bench.files.create(Path("/new"), creation) as? any FileSink & KernelSink)
    }

    // MARK: Down

    @Test("Most of a download")
    func download() throws {
        let bench = try bench()
        let moved = try end().fill(from: open(bench))
        #expect(target.read("end") == KernelMoveTests.bytes)
        #expect(moved > 2 << 20)
        #expect(try bench.names() == ["large"])
        #expect(connections(bench) == 1)
    }

    private static let oddManners: [ScriptedSFTPBehaviour] = {
        var short = ScriptedSFTPBehaviour()
        short.largestRead = 20_011
        var reversed = ScriptedSFTPBehaviour()
        reversed.pace = .quiet(milliseconds: 5)
        reversed.order = .reversed
        var shuffled = reversed
        shuffled.order = .shuffled(seed: 7)
        var small = ScriptedSFTPBehaviour()
        small.limits.read = 4_099
        return [short, reversed, shuffled, small]
    }()

    @Test("Answers that are short, small or in another order", arguments: oddManners)
    func manners(behaviour: ScriptedSFTPBehaviour) throws {
        let bench = try bench(behaviour)
        _ = try end().fill(from: open(bench))
        #expect(target.read("end") == KernelMoveTests.bytes)
    }

    @Test("Two files at once over one connection")
    func two() throws {
        let bench = try bench()
        let (first, second) = (try open(bench), try open(bench))
        let other = try FileEnd("\(target.path)/other", O_RDWR | O_CREAT)
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 100_003, alignment: 16)
        defer { block.deallocate() }
        // The answers to what the other has asked for come in between.
        _ = try end().fill(from: first) { _ in
            let count = try second.read(into: block)
            try other.write(UnsafeRawBufferPointer(rebasing: block[..<count]))
        }
        _ = try other.fill(from: second)
        #expect(target.read("end") == KernelMoveTests.bytes)
        #expect(target.read("other") == KernelMoveTests.bytes)
    }

    @Test("Requests of others while it moves")
    func others() throws {
        let bench = try bench()
        _ = try end().fill(from: open(bench)) { _ in
            let entry = try bench.files.entry(at: Path("/large"))
            #expect(entry?.size == 3 << 20 | 1)
        }
        #expect(target.read("end") == KernelMoveTests.bytes)
    }

    private static let oddAnswers: [(ScriptedSFTPRule.Answer, FileSystemError.Kind)] = [
        (.packet(103, [0, 0x10, 0, 0] + SFTPBench.noise(1 << 20)), .protocolViolation),
        (.packet(103, [0, 0, 0, 0]), .truncated),
        (.packet(103, [0, 0, 1, 0, 7]), .protocolViolation),
        (.packet(103, [0xFF, 0xFF, 0xFF, 0xFF, 7]), .protocolViolation),
        (.bytes([0xFF, 0xFF, 0xFF, 0xFF, 103]), .protocolViolation),
        (.status(.failure), .other), (.status(.endOfFile), .truncated), (.end, .connection),
    ]

    @Test("Answers that are none", arguments: oddAnswers.indices)
    func lies(index: Int) throws {
        let (answer, kind) = KernelMoveTests.oddAnswers[index]
        var behaviour = ScriptedSFTPBehaviour()
        behaviour.rules = [
            ScriptedSFTPRule(.read, where: { $0.offset > 1 << 20 }, answer: answer)
        ]
        let bench = try bench(behaviour)
        let source = try open(bench)
        let failure = bench.failure { _ = try end().fill(from: source) }
        source.cancel()
        #expect(failure?.kind == kind, "\(failure?.message ?? "none")")
        // What came is where it belongs, and nothing else is there.
        let came = target.read("end") ?? []
        #expect(came.count > 1 << 19 && KernelMoveTests.bytes.starts(with: came))
    }

    @Test("A connection that is lost within a packet", arguments: [300_000, 1_000_000, 2_222_222])
    func loss(count: Int) throws {
        var behaviour = ScriptedSFTPBehaviour()
        behaviour.endsAfter = count
        let bench = try bench(behaviour)
        let source = try open(bench)
        #expect(bench.failure { _ = try end().fill(from: source) }?.kind == .connection)
        let came = target.read("end") ?? []
        #expect(came.count <= count && KernelMoveTests.bytes.starts(with: came))
    }

    @Test(
        "A file that takes no more does not cost the connection",
        arguments: [8_000, 32_768, 100_001, 261_120])
    func full(size: UInt64) throws {
        var behaviour = ScriptedSFTPBehaviour()
        behaviour.limits.read = size
        let bench = try bench(behaviour)
        try target.write("", to: "end")
        let source = try open(bench)
        let failure = bench.failure { _ = try end(O_RDONLY).fill(from: source) }
        #expect(failure?.message.contains("/end") ?? false)
        source.cancel()
        #expect(try bench.get("large") == KernelMoveTests.bytes)
        #expect(connections(bench) == 1)
    }

    @Test("A file to which the kernel moves nothing")
    func appending() throws {
        let bench = try bench()
        _ = try end(O_RDWR | O_CREAT | O_APPEND).fill(from: open(bench))
        #expect(target.read("end") == KernelMoveTests.bytes)
    }

    // MARK: Up

    @Test("All of an upload")
    func upload() throws {
        let bench = try bench()
        try target.write(KernelMoveTests.bytes, to: "end")
        #expect(try end().empty(into: create(bench)) == KernelMoveTests.bytes.count)
        #expect(
            bench.stored.contains {
                bench.folder.read($0) == KernelMoveTests.bytes && $0 != "large"
            })
    }

    @Test("A file that gets shorter while it goes out is said to have changed")
    func shorter() throws {
        let bench = try bench()
        try target.write(KernelMoveTests.bytes, to: "end")
        let (sink, path) = (try create(bench), path)
        let failure = bench.failure {
            _ = try end().empty(into: sink) { moved in
                if moved > 1 << 20 { #expect(truncate(path, off_t(moved + 1_000)) == 0) }
            }
        }
        #expect(failure?.kind == .changed)
        sink.cancel()
        #expect(try bench.get("large") == KernelMoveTests.bytes)
        #expect(connections(bench) == 1)
    }

    @Test("A connection that is lost while none of it is unanswered", arguments: [true, false])
    func lostAtRest(isMoved: Bool) throws {
        var behaviour = ScriptedSFTPBehaviour()
        behaviour.rules = [
            ScriptedSFTPRule(.lstat, where: { $0.pathText == "/gone" }, answer: .end)
        ]
        let bench = try bench(behaviour)
        try target.write(KernelMoveTests.bytes, to: "end")
        let (sink, file) = (try create(bench), try end())
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { block.deallocate() }
        func step() throws {
            if isMoved {
                _ = try sink.move(from: file, atMost: block.count)
            } else {
                try sink.write(UnsafeRawBufferPointer(block))
            }
        }
        try step()
        // Its answer comes behind those to what was written.
        _ = try bench.files.entry(at: Path("/large"))
        _ = bench.failure { _ = try bench.files.entry(at: Path("/gone")) }
        #expect(bench.failure { try step() }?.kind == .connection)
        sink.cancel()
    }

    /// A file that only read(2) gives.
    private final class Unmovable: FileDescriptorSource {
        private let file: FileEnd
        private let ends: (CInt, CInt)

        init(_ file: FileEnd) throws {
            self.file = file
            var ends: [CInt] = [-1, -1]
            try #require(pipe(&ends) == 0)
            self.ends = (ends[0], ends[1])
        }

        deinit {
            close(ends.0)
            close(ends.1)
        }

        var descriptor: CInt { ends.1 }
        var left: UInt64 { file.left }
        var changed: FileSystemError { file.changed }
        var size: UInt64? { file.size }
        func took(_ count: Int) {}
        func failure(_ code: CInt) -> FileSystemError { file.failure(code) }
        func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileSystemError) -> Int {
            try file.read(into: buffer)
        }
        func finish() throws(FileSystemError) {}
        func cancel() {}
    }

    @Test("A file from which the kernel moves nothing")
    func unmovable() throws {
        let bench = try bench()
        try target.write(KernelMoveTests.bytes, to: "end")
        let (sink, file) = (try create(bench), try Unmovable(end()))
        while try sink.move(from: file, atMost: 1 << 20) != nil {}
        try sink.finish()
        #expect(
            bench.folder.read(try #require(bench.stored.first { $0 != "large" }))
                == KernelMoveTests.bytes)
    }
}
