import Files
import Jobs
import Testing

@testable import Transfers

@Suite("The lanes of all routes")
struct LanePoolTests {
    private static let work = LaneWork.discard([], sweeping: [])

    /// Delivers what lanes say until `condition` holds.
    private func wait(
        _ pool: LanePool, _ box: PostBox<LanePool>, until condition: (LanePool) -> Bool
    ) {
        while !condition(pool), box.deliverNext(to: pool) {}
        #expect(condition(pool))
    }

    @Test("No more lanes than allowed are opened; idle ones are closed after a while")
    func count() {
        let (clock, box) = (ManualClock(), PostBox<LanePool>())
        let pool = Nodes.lanes(clock, box)
        let route = pool.route(for: Nodes.node(1).job)
        var given = 0
        pool.giveWork(where: { _ in true }) { _ in
            given += 1
            return given <= 5 ? LanePoolTests.work : nil
        } begin: { _, _ in
        }
        #expect(route.lanes.count == 2 && !pool.isIdle)
        wait(pool, box) { $0.isIdle }
        #expect(route.idleLane != nil)
        clock.pass(61)
        wait(pool, box) { _ in route.lanes.isEmpty }
        wait(pool, box) { $0.isClosed }
    }

    @Test("Of rclone's programs one works at a time: none sees at once what another has made")
    func remotes() {
        let (clock, box) = (ManualClock(), PostBox<LanePool>())
        let pool = Nodes.lanes(clock, box)
        var job = Nodes.node(1).job
        job.target?.site = Site(scheme: .rclone, host: "nas")
        let route = pool.route(for: job)
        var given = 0
        pool.giveWork(where: { _ in true }) { _ in
            given += 1
            return given <= 5 ? LanePoolTests.work : nil
        } begin: { _, _ in
        }
        #expect(route.lanes.count == 1)
        wait(pool, box) { $0.isIdle }
        pool.abandon()
    }

    @Test("A site that has too many connections gets fewer, and one more after a while")
    func crowd() {
        let (clock, box) = (ManualClock(), PostBox<LanePool>())
        let pool = Nodes.lanes(clock, box)
        let route = pool.route(for: Nodes.node(1).job)
        func give() -> Int {
            var given = 0
            pool.giveWork(where: { _ in true }) { _ in
                given += 1
                return given <= 2 ? LanePoolTests.work : nil
            } begin: { _, _ in
            }
            return route.lanes.count
        }
        #expect(give() == 2)
        #expect(pool.noteCrowd(on: route) == 1)
        wait(pool, box) { $0.isIdle }
        #expect(route.lanes.count == 1)
        clock.pass(RefusedConnections.patience)
        box.deliver(to: pool)
        #expect(give() == 2)
        wait(pool, box) { $0.isIdle }
        pool.abandon()
    }
}
