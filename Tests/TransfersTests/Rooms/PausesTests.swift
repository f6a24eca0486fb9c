import Files
import Jobs
import Testing

@testable import Transfers

@Suite("Pauses before another try")
struct PausesTests {
    private struct Bench {
        let clock = ManualClock()
        let box = PostBox<Pauses>()
        let node = Nodes.node(1)
        let lanes: LanePool
        let pauses: Pauses
        let route: Route

        init() {
            let jobs = Nodes.tree(node)
            lanes = Nodes.lanes(clock)
            let notices = NoticeBoard(
                of: jobs, later: PostBox<NoticeBoard>().later(clock), onChange: { _ in })
            pauses = Pauses(of: jobs, lanes, notices, later: box.later(clock))
            route = lanes.route(for: node.job)
        }
    }

    @Test("A job counts down, and comes back to its route")
    func backOff() {
        let bench = Bench()
        bench.pauses.backOff(bench.node, 5)
        #expect(!bench.pauses.isEmpty && bench.node.job.wait == .retry(seconds: 5))
        bench.clock.pass(2)
        bench.pauses.countDown()
        #expect(bench.node.job.wait == .retry(seconds: 3))
        bench.clock.pass(3)
        bench.box.deliver(to: bench.pauses)
        #expect(bench.pauses.isEmpty && bench.node.job.wait == .turn)
        #expect(bench.route.waiting.first == bench.node.id)
    }

    @Test("One that was cut short does not come back a second time")
    func cutShort() {
        let bench = Bench()
        bench.pauses.backOff(bench.node, 5)
        bench.pauses.end(bench.node)
        #expect(bench.pauses.isEmpty && bench.node.pause == nil)
        bench.pauses.backOff(bench.node, 60)
        bench.clock.pass(5)
        bench.box.deliver(to: bench.pauses)
        #expect(bench.node.pause != nil && bench.route.waiting.isEmpty)
    }

    @Test("A route rests until it is woken, and one job shows it")
    func rest() {
        let bench = Bench()
        bench.pauses.rest(bench.route, showing: bench.node, 30, missing: 7)
        bench.pauses.showRest(of: bench.route)
        #expect(bench.route.isResting && bench.node.job.wait == .room(missing: 7))
        bench.pauses.wake(bench.route)
        #expect(!bench.route.isResting && bench.pauses.isEmpty && bench.node.job.wait == .turn)
    }
}
