import Files
import Jobs
import Testing

@testable import Transfers

@Suite("Who writes to which name")
struct TargetReservationsTests {
    @Test("One of two waits until the other is done, and then meets what that has written")
    func waits() throws {
        let lanes = Nodes.lanes(ManualClock())
        let (first, second) = (Nodes.node(1, "/a"), Nodes.node(2, "/A"))
        let targets = TargetReservations(of: Nodes.tree(first, second), lanes)
        let places = try #require(targets.reserve(first))
        #expect(targets.reserve(second) == nil)
        #expect(second.namesInDoubt == [first.job.target?.path])
        let route = lanes.route(for: second.job)
        #expect(route.waiting.isEmpty)
        targets.release(places, of: first, isDone: true)
        #expect(route.waiting.first == second.id)
        #expect(targets.reserve(second) != nil)
    }

    @Test("Two directories that fill one place are no longer sure what it holds")
    func contested() {
        let lanes = Nodes.lanes(ManualClock())
        let one = Nodes.node(1, "/d", kind: .directory)
        let other = Nodes.node(2, "/D", kind: .directory)
        let targets = TargetReservations(of: Nodes.tree(one, other), lanes)
        targets.beginFilling(one)
        #expect(one.subtree?.isContested == false)
        targets.beginFilling(other)
        #expect(one.subtree?.isContested == true && other.subtree?.isContested == true)
    }
}
