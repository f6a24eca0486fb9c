import Files
import Testing

@testable import FTP

@Suite("Replies answer commands in the order of sending")
struct ReplyQueueTests {
    private func reply(_ code: Int) -> Reply { Reply(code: code, lines: [Array("\(code) x".utf8)]) }

    @Test("What a login's replies took is measured, and not what the greeting took")
    func slowest() {
        var queue = ReplyQueue()
        var now = 0.0
        func answer(after seconds: Double) {
            let ticket = queue.sent(at: now)
            now += seconds
            #expect(queue.take(reply(220), at: now) == seconds)
            #expect(queue.reply(to: ticket) { _ in }?.code == 220)
        }
        #expect(queue.slowest == 0)
        answer(after: 8)
        #expect(queue.slowest == 8)
        answer(after: 2)
        #expect(queue.slowest == 2)
        answer(after: 3)
        #expect(queue.slowest == 3)
        answer(after: 1)
        #expect(queue.slowest == 3)
    }

    @Test("Replies to commands under way together are no measure")
    func together() {
        var queue = ReplyQueue()
        _ = queue.sent(at: 0)
        _ = queue.sent(at: 0)
        _ = queue.take(reply(200), at: 9)
        #expect(queue.slowest == 0)
    }

    @Test("A held command's turn comes once those before it are answered, and no reply before")
    func held() throws {
        var queue = ReplyQueue()
        let first = queue.hold(try Command("RNFR", "a"))
        let second = queue.hold(try Command("RNTO", "b"))
        #expect(queue.holdsCommands)
        #expect(queue.release(at: 0)?.verb == "RNFR")
        #expect(queue.release(at: 0) == nil)
        _ = queue.take(reply(350), at: 1)
        _ = queue.take(reply(250), at: 1)
        var remarks = 0
        #expect(queue.reply(to: first) { _ in remarks += 1 }?.code == 350)
        #expect(queue.reply(to: second) { _ in remarks += 1 } == nil)
        #expect(remarks == 1)
        #expect(queue.release(at: 2)?.verb == "RNTO")
        _ = queue.take(reply(250), at: 3)
        #expect(queue.reply(to: second) { _ in }?.code == 250)
        #expect(queue.isEmpty)
    }

    @Test("A reply that may still come answers nothing asked later, and only before the next one's")
    func late() {
        var queue = ReplyQueue()
        _ = queue.sent(at: 0)
        queue.forget(late: 257)
        let first = queue.sent(at: 1)
        for code in [257, 211] { _ = queue.take(reply(code), at: 2) }
        #expect(queue.reply(to: first) { _ in }?.code == 211)
        let second = queue.sent(at: 3)
        _ = queue.take(reply(257), at: 4)
        #expect(queue.reply(to: second) { _ in }?.code == 257)
    }
}
