import Files
import Jobs
import Terminal
import Testing
import UI

/// Holds what a key costs against work that it must not do: moments of their own say nothing on a
/// machine that has other things to do.
@Suite("Keys with very many names", .serialized)
struct ManyNamesTests {
    private static let count = 20_000

    private static func stage() -> Stage {
        Stage.shown(left: (0..<count).map { .file("a file with number \($0)", 10) })
    }

    @Test("a new order is taken in much sooner than it is made, and the cursor keeps its name")
    func order() throws {
        var stage = Self.stage()
        stage.press("j j")
        let name = stage.current
        let effects = stage.press(", r")
        guard case .arrange(let request, _, let arranged, let arrangement) = effects.first else {
            Issue.record("nothing is ordered")
            return
        }
        let clock = ContinuousClock()
        var order = EntryOrder()
        let making = clock.measure { order = arrangement.entryOrder(of: arranged.directory) }
        let taking = Stage.shortest(of: stage) { $0.send(.arranged(request, order)) }
        #expect(taking * 20 < making)
        stage.send(.arranged(request, order))
        #expect(stage.current == name)
        #expect(stage.pane.cursor == Self.count - 1)
    }

    @Test("a step while all are marked by moving costs nothing like the way to the end")
    func visual() {
        var stage = Self.stage()
        stage.press("j v")
        let jump = Stage.shortest(of: stage) { $0.press("G") }
        stage.press("G")
        #expect(stage.pane.marked.count == Self.count)
        #expect(stage.pane.markedBytes == UInt64(Self.count) * 10)
        let step = Stage.shortest(of: stage) { $0.press("k") }
        #expect(step * 10 < jump)
        stage.press("k")
        #expect(stage.pane.marked.count == Self.count - 1)
        stage.press("g g escape")
        #expect(stage.pane.marked.isEmpty)
        #expect(stage.pane.markedBytes == 0)
    }

    @Test("F5 and F8 on all of them make no values of them")
    func batch() throws {
        var stage = Self.stage()
        stage.press("ctrl-a")
        let copying = Stage.shortest(of: stage) { $0.press("f5 enter") }
        let deleting = Stage.shortest(of: stage) { $0.press("f8 y") }
        stage.press("f5 enter")
        guard case .enqueue(let batch) = try #require(stage.effects.first) else {
            Issue.record("something else came")
            return
        }
        var requests: [JobRequest] = []
        let making = ContinuousClock().measure { requests = batch.requests }
        #expect(requests.count == Self.count)
        #expect(requests.last?.entry.name.text == "a file with number \(Self.count - 1)")
        #expect(copying * 4 < making)
        #expect(deleting * 4 < making)
        #expect(stage.statusLine.contains("20,000 items queued to copy."))
    }

    @Test("a name that is not there is looked for in less time than an order takes")
    func find() {
        let stage = Self.stage()
        let ordering = ContinuousClock().measure {
            _ = Arrangement().order(of: stage.pane.directory)
        }
        let finding = Stage.shortest(of: stage) { stage in
            stage.press("/")
            stage.type("q")
        }
        #expect(finding < ordering)
    }

    @Test("marks stay on their names when many have gone, come, or stand elsewhere")
    func kept() {
        let names = (0..<500).map { "name \($0)" }
        var now = names.enumerated().filter { $0.offset % 7 != 3 }.map(\.element)
        now.insert(contentsOf: (0..<40).map { "new \($0)" }, at: 100)
        now.swapAt(10, 300)
        now.append(now.removeFirst())
        for order in [now, now.reversed(), Array(now.dropFirst(200)), ["new"], []] {
            var stage = Stage.shown(left: names.map { .file($0, 1) })
            stage.press("+")
            stage.type("*[02468]")
            stage.press("enter")
            let marked = Set(stage.marked)
            stage.press("ctrl-r")
            stage.answer(order.map { .file($0, 1) })
            #expect(Set(stage.marked) == marked.intersection(order))
            #expect(stage.pane.markedBytes == UInt64(stage.marked.count))
        }
    }

    @Test("a find far away in another order goes to the next one, either way")
    func far() {
        var entries = (0..<30_000).map { Entry.file("n\($0)", UInt64($0)) }
        entries[5] = .file("Needle here, and more of a name", 29_000)
        entries[29_000] = .file("one more needle", 5)
        var stage = Stage.shown(left: entries)
        stage.press(", s")
        stage.arrange()
        stage.press("g g /")
        stage.type("needle")
        stage.press("enter")
        #expect(stage.current == "Needle here, and more of a name")
        stage.press("n")
        #expect(stage.current == "one more needle")
        stage.press("n")
        #expect(stage.current == "Needle here, and more of a name")
        stage.press("N")
        #expect(stage.current == "one more needle")
        stage.press("N")
        #expect(stage.current == "Needle here, and more of a name")
    }

    @Test("a find goes round, either way, from where the cursor is")
    func round() {
        var stage = Stage.shown()
        stage.press("G /")
        stage.type("CSS")
        #expect(stage.current == "css")
        stage.press("enter /")
        stage.type("s")
        stage.press("enter")
        #expect(stage.current == "css")
        stage.press("n")
        #expect(stage.current == "drafts")
        stage.press("N N N")
        #expect(stage.current == "release-notes.md")
    }
}
