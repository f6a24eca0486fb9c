import NIOCore
import NIOHTTP1
import Synchronization
import Testing

@testable import Share

@Suite struct IncomingBodyTests {
    /// What a sink was told.
    private final class Record: Sendable {
        let calls = Mutex<[String]>([])
        var now: [String] { calls.withLock { $0 } }
    }

    private struct Sink: BodySink {
        let record: Record
        var fails = false

        func write(_ bytes: [UInt8]) throws(Refusal) {
            record.calls.withLock { $0.append("write \(bytes.count)") }
            if fails { throw Refusal(.insufficientStorage, "No room.") }
        }

        func finish() throws(Refusal) -> Response {
            record.calls.withLock { $0.append("finish") }
            if fails { throw Refusal(.conflict, "Not that.") }
            return Response(.created)
        }

        func abandon() {
            record.calls.withLock { $0.append("abandon") }
        }
    }

    private let record = Record()
    private let work = HeldWork()

    private func body(
        limit: UInt64 = .max, fails: Bool = false, _ limits: Limits = Limits()
    ) -> IncomingBody {
        IncomingBody(
            BodyReceiver(limit: limit, Sink(record: record, fails: fails)), limits, work,
            startedAt: 0)
    }

    private func parts(_ counts: Int..., isWhole: Bool = false) -> ReceivedParts {
        var parts = ReceivedParts()
        for count in counts { parts.append(.body(ByteBuffer(repeating: 7, count: count))) }
        if isWhole { parts.append(.end(nil)) }
        return parts
    }

    @Test("Blocks go into the sink one at a time, and its answer is the visitor's") func whole()
        throws
    {
        let body = body()
        var parts = parts(10, ReceivedParts.blockSize, isWhole: true)
        var written = 0
        var status: Status?
        for step in 1...3 {
            try body.take(from: &parts, at: 0) { progress in
                switch progress {
                case .wrote(.success): written += 1
                case .finished(.success(let response)): status = response.status
                case .wrote(.failure), .finished(.failure): Issue.record("refused")
                }
            }
            #expect(body.isBusy)
            // What comes meanwhile waits.
            try body.take(from: &parts, at: 0) { _ in Issue.record("taken while busy") }
            #expect(work.count == 1)
            work.finish()
            #expect(written == min(step, 2))
            #expect(!body.isBusy)
        }
        #expect(status == .created)
        #expect(record.now == ["write 10", "write \(ReceivedParts.blockSize)", "finish"])
        body.abandon()
        work.finish()
        #expect(record.now.count == 3)
    }

    @Test("Nothing is done where nothing came, or only pieces without a byte") func nothing()
        throws
    {
        let body = body()
        var parts = parts(0, 0)
        try body.take(from: &parts, at: 0) { _ in Issue.record("nothing was there to take") }
        #expect(parts.isEmpty && work.count == 0 && !body.isBusy)
    }

    @Test("More than the sink takes is refused, said ahead or not") func tooMuch() {
        let body = body(limit: 100)
        #expect(throws: Never.self) { try body.check(length: 100) }
        #expect(throws: Refusal.self) { try body.check(length: 101) }
        var parts = parts(101)
        do throws(Refusal) {
            try body.take(from: &parts, at: 0) { _ in }
            Issue.record("taken")
        } catch {
            #expect(error.status == .contentTooLarge)
        }
        #expect(record.now.isEmpty)
    }

    @Test("A body that trickles in is refused, though each byte is in time") func slow() throws {
        var limits = Limits()
        limits.bodyTime = 10
        limits.bodyRate = 5
        let body = body(limits)
        for (count, now) in [(1, 10.0), (54, 11.0)] {
            var parts = parts(count)
            try body.take(from: &parts, at: now) { _ in }
            work.finish()
        }
        var late = parts(4)
        do throws(Refusal) {
            try body.take(from: &late, at: 12) { _ in }
            Issue.record("taken")
        } catch {
            #expect(error.status == .requestTimeout)
        }
    }

    @Test("What is no body, or behind which no HTTP comes, is refused") func faults() {
        var second = ReceivedParts()
        second.append(.head(HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")))
        var broken = ReceivedParts()
        broken.fail(Refusal(.uriTooLong, "No HTTP."))
        for (parts, status) in [(second, Status.badRequest), (broken, .uriTooLong)] {
            var parts = parts
            do throws(Refusal) {
                try body().take(from: &parts, at: 0) { _ in }
                Issue.record("taken")
            } catch {
                #expect(error.status == status)
            }
        }
    }

    @Test("A visitor that leaves while a block is written leaves nothing behind") func left() throws
    {
        let body = body()
        var parts = parts(10)
        try body.take(from: &parts, at: 0) { _ in Issue.record("nobody waits for it") }
        body.abandon()
        #expect(record.now.isEmpty)
        work.finish()
        #expect(record.now == ["write 10", "abandon"])
        #expect(!body.isBusy)
    }

    @Test("What the sink refuses is told; it is abandoned once, by whom it concerns")
    func refused() throws {
        let body = body(fails: true)
        var refusal: Refusal?
        var first = parts(10)
        try body.take(from: &first, at: 0) { progress in
            if case .wrote(.failure(let failure)) = progress { refusal = failure }
        }
        work.finish()
        #expect(refusal?.status == .insufficientStorage)
        body.abandon()
        body.abandon()
        work.finish()
        #expect(record.now == ["write 10", "abandon"])
    }

    @Test("An end that the sink refuses is abandoned at once") func refusedEnd() throws {
        let body = body(fails: true)
        var refusal: Refusal?
        var end = parts(isWhole: true)
        try body.take(from: &end, at: 0) { progress in
            if case .finished(.failure(let failure)) = progress { refusal = failure }
        }
        work.finish()
        body.abandon()
        work.finish()
        #expect(refusal?.status == .conflict)
        #expect(record.now == ["finish", "abandon"])
    }

    @Test("An end that succeeds for a visitor who left is kept, and told nobody") func keptEnd()
        throws
    {
        let body = body()
        var end = parts(isWhole: true)
        try body.take(from: &end, at: 0) { _ in Issue.record("nobody waits for it") }
        body.abandon()
        work.finish()
        #expect(record.now == ["finish"])
    }
}
