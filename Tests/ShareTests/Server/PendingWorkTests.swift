import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import Share

@Suite struct PendingWorkTests {
    @Test("Work is done off the loop, reported on it, and the last report empties it")
    func reports() throws {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let emptied = loop.makePromise(of: [String].self)
        loop.execute {
            var reports: [String] = []
            let work = PendingWork(loop, NIOThreadPool.singleton) { emptied.succeed(reports) }
            work.run {
                loop.inEventLoop
            } then: { wasOnLoop in
                reports.append("one: \(wasOnLoop), \(loop.inEventLoop)")
                // What is added while the last one reports keeps it from being empty.
                work.run(on: NIOThreadPool.singleton) {
                    2
                } then: { _ in
                    reports.append("two")
                }
            }
            if work.isEmpty { emptied.succeed(["empty at once"]) }
        }
        #expect(try emptied.futureResult.wait() == ["one: false, true", "two"])
    }
}
