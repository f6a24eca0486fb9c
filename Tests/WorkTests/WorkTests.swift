import Dispatch
import Glibc
import Support
import Synchronization
import Testing

@testable import Work

@Suite("Throttle")
struct ThrottleTests {
    @Test("Without a limit nothing waits")
    func unlimited() {
        let throttle = Throttle()
        #expect(!throttle.isLimited)
        #expect(throttle.delay(for: 1 << 30) == 0)
    }

    @Test("Bytes beyond what the bucket holds wait as long as the limit says")
    func limited() {
        let throttle = Throttle(bytesPerSecond: 1_000)
        #expect(throttle.isLimited)
        let delay = throttle.delay(for: 10_000)
        #expect(delay > 9 && delay <= 10)
    }

    @Test("A limit can be set, changed and lifted")
    func changing() {
        let throttle = Throttle()
        throttle.setLimit(500)
        #expect(throttle.delay(for: 1_000) > 1)
        throttle.setLimit(nil)
        #expect(throttle.delay(for: 1_000_000) == 0)
        throttle.setLimit(0)
        #expect(!throttle.isLimited)
    }
}

@Suite("Cancellation")
struct CancellationTests {
    @Test("Cancelling runs every action once, and late ones at once")
    func actions() {
        let cancellation = Cancellation()
        let count = Atomic<Int>(0)
        cancellation.onCancel { count.wrappingAdd(1, ordering: .relaxed) }
        #expect(!cancellation.isCancelled)
        cancellation.cancel()
        cancellation.cancel()
        #expect(cancellation.isCancelled)
        #expect(count.load(ordering: .relaxed) == 1)
        cancellation.onCancel { count.wrappingAdd(1, ordering: .relaxed) }
        #expect(count.load(ordering: .relaxed) == 2)
    }
}

@Suite("Worker")
struct WorkerTests {
    /// A value that tells when it goes.
    private final class Value {
        var steps: [Int] = []
        private let gone: @Sendable () -> Void

        init(gone: @escaping @Sendable () -> Void) {
            self.gone = gone
        }

        deinit {
            gone()
        }
    }

    @Test("Work is done in order, one at a time, and the value goes after the last")
    func order() {
        let gone = Signal()
        let steps = Mutex<[Int]>([])
        let worker = Worker(label: "test") { Value { gone.send() } }
        for step in 0..<100 { worker.perform { $0.steps.append(step) } }
        worker.retire { value in steps.withLock { $0 = value.steps } }
        worker.perform { _ in steps.withLock { $0 = [] } }
        gone.wait()
        #expect(steps.withLock { $0 } == Array(0..<100))
    }

    @Test("The value is made for the first work that there is") func lazy() {
        let made = Mutex(0)
        let worker = Worker(label: "test") { made.withLock { $0 += 1 } }
        #expect(made.withLock { $0 } == 0)
        let done = Signal()
        worker.perform { _ in }
        worker.perform { _ in done.send() }
        done.wait()
        #expect(made.withLock { $0 } == 1)
    }

    @Test(
        "One that is held does nothing before it is begun, and then all that was asked for in order"
    )
    func held() {
        let steps = Mutex<[Int]>([])
        let done = Signal()
        let worker = Worker(label: "test", isHeld: true) { steps.withLock { $0.append(0) } }
        for step in 1...3 { worker.perform { _ in steps.withLock { $0.append(step) } } }
        worker.perform { _ in done.send() }
        // Whatever else waits for a processor has had its turn.
        let other = Worker(label: "other") {}
        let passed = Signal()
        other.perform { _ in passed.send() }
        passed.wait()
        #expect(steps.withLock { $0.isEmpty })
        worker.begin()
        worker.begin()
        done.wait()
        #expect(steps.withLock { $0 } == [0, 1, 2, 3])
    }

    @Test("One that is held ends without a trap, begun or not") func neverBegun() {
        let ended = Signal()
        let worker = Worker(label: "test", isHeld: true) { 7 }
        worker.retire { value in if value == 7 { ended.send() } }
        ended.wait()
        _ = Worker(label: "test", isHeld: true) { 7 }
    }
}

@Suite("Mailbox")
struct MailboxTests {
    @Test("Messages arrive in order, and the descriptor is readable while some wait")
    func order() throws {
        let mailbox = try #require(Mailbox<Int>())
        func isReadable(within milliseconds: CInt) -> Bool {
            var poll = pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)
            return Glibc.poll(&poll, 1, milliseconds) == 1
        }
        #expect(!isReadable(within: 0))
        let queue = DispatchQueue(label: "sender")
        queue.async { for number in 0..<10_000 { mailbox.post(number) } }
        var received: [Int] = []
        while received.count < 10_000 {
            #expect(isReadable(within: 10_000))
            received += mailbox.drain()
        }
        #expect(received == Array(0..<10_000))
        _ = mailbox.drain()
        #expect(!isReadable(within: 0))
    }
}
