import Files
import Jobs
import Synchronization
import Testing

@testable import Transfers

@Suite("The news of the queue")
struct NoticeBoardTests {
    private final class Listener: Sendable {
        private let changes = Mutex<[QueueChange]>([])

        func hear(_ change: QueueChange) { changes.withLock { $0.append(change) } }
        var heard: [QueueChange] { changes.withLock(\.self) }
    }

    @Test("The first news comes at once, the next a tenth of a second later, together")
    func pace() {
        let clock = ManualClock()
        let (box, listener) = (PostBox<NoticeBoard>(), Listener())
        let nodes = (1...3).map { Nodes.node($0) }
        let board = NoticeBoard(
            of: Nodes.tree(nodes[0], nodes[1], nodes[2]), later: box.later(clock),
            onChange: listener.hear)
        board.noteChange(of: nodes[0].id)
        board.give()
        #expect(listener.heard.map { $0.changed.map(\.id.rawValue) } == [[1]])
        board.noteChange(of: nodes[2].id)
        board.give()
        board.noteChange(of: nodes[1].id)
        board.give()
        #expect(listener.heard.count == 1)
        clock.pass(0.11)
        #expect(box.deliver(to: board) == 1)
        board.give()
        #expect(listener.heard.last?.changed.map(\.id.rawValue) == [2, 3])
        board.give()
        #expect(listener.heard.count == 2)
    }

    @Test("A job that was never shown is not taken back")
    func removed() {
        let clock = ManualClock()
        let (box, listener) = (PostBox<NoticeBoard>(), Listener())
        let (shown, unshown) = (Nodes.node(1), Nodes.node(2))
        let board = NoticeBoard(
            of: Nodes.tree(shown, unshown), later: box.later(clock), onChange: listener.hear)
        board.noteChange(of: shown.id)
        board.give()
        clock.pass(1)
        board.forget(shown.id)
        board.forget(unshown.id)
        board.give()
        #expect(listener.heard.last?.removed == [shown.id])
    }
}
