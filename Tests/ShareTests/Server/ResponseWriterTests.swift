import Files
import Jobs
import NIOCore
import NIOHTTP1
import Support
import Testing

@testable import Share

@Suite struct ResponseWriterTests {
    private struct Counting: BlockSource {
        var left: Int
        var fails = false

        mutating func next() throws(Refusal) -> [UInt8]? {
            guard left > 0 else {
                if fails { throw Refusal(.serverError, "The disk broke.") }
                return nil
            }
            left -= 1
            return [UInt8](repeating: UInt8(left), count: 3)
        }
    }

    private let output = HeldOutput()
    private let work = HeldWork()
    private let visits = Visits()

    private func writer(
        _ body: Response.Body, files: ResponseWriter.Files = .kernel, download: Path? = nil
    ) -> ResponseWriter {
        let exchange = ServedExchange(
            HTTPRequestHead(version: .http1_1, method: .GET, uri: "/"), startedAt: 0)
        exchange.request = Request(method: .get, path: .root)
        return ResponseWriter(
            Response(.ok, body: body, download: download), to: exchange, files: files,
            visits, output, work)
    }

    /// What became of it, in words, as the test sees it.
    private final class Outcomes {
        var all: [String] = []
        var parts = 0

        func note(_ outcome: ResponseWriter.Outcome) {
            switch outcome {
            case .done: all.append("done")
            case .failed(let reason): all.append(reason)
            case .refused(let refusal): all.append("refused: \(refusal.sentence)")
            }
        }
    }

    private func start(_ writer: ResponseWriter) -> Outcomes {
        let outcomes = Outcomes()
        writer.start {
            outcomes.parts += 1
        } ended: {
            outcomes.note($0)
        }
        return outcomes
    }

    @Test("The next part is made when the one before was taken") func steps() {
        let writer = writer(.pieces([.bytes([1]), .bytes([2])]))
        let outcomes = start(writer)
        #expect(output.writes == [.bytes([1])])
        #expect(!output.isEnded && outcomes.parts == 1)
        output.take()
        #expect(output.writes == [.bytes([1]), .bytes([2])])
        #expect(output.isEnded && outcomes.parts == 2 && outcomes.all.isEmpty)
        output.take()
        #expect(outcomes.all == ["done"])
    }

    @Test("Without a body there is only an end") func empty() {
        let writer = writer(.none)
        let outcomes = start(writer)
        #expect(output.writes == [.nothing])
        #expect(output.isEnded)
        output.take()
        #expect(outcomes.all == ["done"])
    }

    @Test("A file of a plain connection leaves through the kernel, in growing steps") func kernel()
        throws
    {
        let (folder, file) = try made(1_000_000)
        let writer = writer(.pieces([.file(file, 10..<1_000_000)]), download: Path("/a"))
        let outcomes = start(writer)
        var ends: [Int] = []
        while outcomes.all.isEmpty {
            guard case .file(let range)? = output.writes.last else {
                Issue.record("no range of the file")
                return
            }
            ends.append(range.upperBound)
            #expect(output.check?() == true)
            output.take()
        }
        #expect(ends == [131_082, 393_226, 917_514, 1_000_000])
        #expect(outcomes.all == ["done"])
        #expect(visits.rows.map(\.state) == [.done])
        #expect(visits.rows.map(\.done) == [999_990])
        // The file is whole and open for whoever holds it.
        #expect(try file.read(at: 0, count: 5).count == 5)
        #expect(folder.exists("a"))
    }

    @Test("A file that becomes shorter meanwhile ends it, before a step and within one")
    func shorter() throws {
        for isBefore in [true, false] {
            let (folder, file) = try made(100_000)
            let writer = writer(.pieces([.file(file, 0..<100_000)]), download: Path("/a"))
            if isBefore { try folder.write("short", to: "a") }
            let outcomes = start(writer)
            if !isBefore {
                #expect(output.check?() == true)
                try folder.write("short", to: "a")
                #expect(output.check?() == false)
                #expect(output.check?() == false)
            }
            #expect(outcomes.all == ["The file shrank while it was being sent."])
            #expect(visits.rows.last?.state == .failed(outcomes.all.first ?? ""))
        }
    }

    @Test("A file of an encrypted connection is read by a thread") func secure() throws {
        let (folder, file) = try made(300_000)
        let writer = writer(.pieces([.file(file, 0..<300_000)]), files: .process)
        let outcomes = start(writer)
        var counts: [Int] = []
        while outcomes.all.isEmpty {
            #expect(work.count == 1)
            work.finish()
            guard case .bytes(let bytes)? = output.writes.last else {
                Issue.record("no bytes")
                return
            }
            counts.append(bytes.count)
            output.take()
        }
        #expect(counts == [262_144, 37_856])
        let second = self.writer(.pieces([.file(file, 0..<300_000)]), files: .process)
        let secondOutcomes = start(second)
        try folder.write("short", to: "a")
        work.finish()
        #expect(secondOutcomes.all == ["The file shrank while it was being sent."])
    }

    @Test(
        "A file for a visitor of this machine is left to the kernel at first, and then read where that is quicker"
    )
    func near() throws {
        var trial = SpeedTrial()
        while trial.isKernels { trial.note(1 << 20, 1) }
        let (_, file) = try made(300_000)
        for files in [.quicker(SpeedTrial()), .quicker(trial)] as [ResponseWriter.Files] {
            let writer = writer(.pieces([.file(file, 0..<300_000)]), files: files)
            let outcomes = start(writer)
            work.finish()
            switch (files.isKernels, output.writes.last) {
            case (false, .bytes(let bytes)): #expect(bytes.count == 131_072)
            case (true, .file(let range)): #expect(range == 0..<131_072)
            default: Issue.record("another way")
            }
            output.take()
            work.finish()
            while outcomes.all.isEmpty { output.take() }
            #expect(outcomes.all == ["done"])
        }
    }

    @Test(
        "No byte is lost or sent twice where the way changes, and a file that shrinks then is noticed"
    )
    func changedWay() throws {
        let size = 40 << 20
        let folder = try TemporaryFolder()
        var content = [UInt8](repeating: 0, count: size)
        let marks = stride(from: 0, to: size, by: 1 << 16)
        for (number, mark) in marks.enumerated() { content[mark] = UInt8(1 + number % 251) }
        try folder.write(content, to: "a")
        let file = try SharedFolder(Path(folder.path)).open(Path("/a"))
        for isShrinking in [false, true] {
            let writer = writer(
                .pieces([.file(file, 0..<UInt64(size))]), files: .quicker(SpeedTrial()))
            let outcomes = start(writer)
            var (sent, ways) = (0, ["kernel"])
            while outcomes.all.isEmpty {
                work.finish()
                guard outcomes.all.isEmpty else { break }
                switch output.writes.last {
                case .file(let range)?:
                    #expect(range.lowerBound == sent)
                    sent = range.upperBound
                    if ways.last != "kernel" { ways.append("kernel") }
                case .bytes(let bytes)?:
                    for mark in marks where (sent..<sent + bytes.count).contains(mark) {
                        #expect(bytes[mark - sent] == content[mark])
                    }
                    sent += bytes.count
                    if ways.last != "process" { ways.append("process") }
                default: Issue.record("nothing was written")
                }
                if isShrinking, ways.count > 1 { try folder.write("short", to: "a") }
                output.take()
            }
            if isShrinking {
                #expect(outcomes.all == ["The file shrank while it was being sent."])
            } else {
                #expect(sent == size)
                #expect(outcomes.all == ["done"])
                #expect(ways.prefix(2) == ["kernel", "process"])
            }
        }
    }

    @Test("Blocks are pulled one by one, and the end has a write of its own") func blocks() {
        let writer = writer(.blocks(Blocks(Counting(left: 2)), length: nil))
        let outcomes = start(writer)
        for _ in 0..<3 {
            work.finish()
            output.take()
        }
        #expect(output.writes == [.bytes([1, 1, 1]), .bytes([0, 0, 0]), .nothing])
        #expect(output.isEnded)
        #expect(outcomes.all == ["done"])
    }

    @Test("Blocks that break off, or are not what was promised, end it") func broken() {
        for (source, length, reason) in [
            (Counting(left: 1, fails: true), nil, "refused: The disk broke."),
            (Counting(left: 1), 4, "It shrank while it was being sent."),
            (Counting(left: 1), 2, "It grew while it was being sent."),
        ] as [(Counting, UInt64?, String)] {
            let writer = writer(.blocks(Blocks(source), length: length))
            let outcomes = start(writer)
            while outcomes.all.isEmpty, work.count > 0 {
                work.finish()
                output.take()
            }
            #expect(outcomes.all == [reason])
        }
    }

    @Test("A visitor that leaves ends it") func lost() {
        let writer = writer(.bytes([1]), download: Path("/a"))
        let outcomes = start(writer)
        output.lose()
        #expect(outcomes.all == ["The visitor cancelled it."])
        #expect(visits.rows.map(\.state) == [.failed("The visitor cancelled it.")])
    }

    @Test("Once cancelled, it says nothing more and writes nothing more") func cancelled() {
        let writer = writer(.blocks(Blocks(Counting(left: 2)), length: nil), download: Path("/a"))
        let outcomes = start(writer)
        writer.cancel("The share was stopped.")
        work.finish()
        output.take()
        #expect(output.writes.isEmpty)
        #expect(outcomes.all.isEmpty)
        #expect(visits.rows.map(\.state) == [.failed("The share was stopped.")])
    }

    private func made(_ count: Int) throws -> (TemporaryFolder, Share.OpenFile) {
        let folder = try TemporaryFolder(isInMemory: true)
        try folder.write([UInt8](repeating: 7, count: count), to: "a")
        return (folder, try SharedFolder(Path(folder.path)).open(Path("/a")))
    }
}
