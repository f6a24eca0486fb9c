import Files
import Jobs
import Terminal
import Testing

@testable import UI

@Suite("Cancelling what has written something")
struct GivingUpTests {
    private func screen(_ job: Job) -> FullScreen {
        var screen = FullScreen(screen: .queue)
        screen.change([job])
        return screen
    }

    private let id = JobID(rawValue: 1)

    @Test(
        "x asks what becomes of it; Enter, g and Esc change nothing",
        arguments: [Job.State.running, .waiting, .paused, .committing])
    func asks(_ state: Job.State) {
        var screen = screen(job(1, "main.js", state, size: 216_884, done: 134_000))
        #expect(screen.press("x") == [])
        #expect(screen.text.contains("Cancel main.js?"))
        #expect(screen.text.contains("131K of 212K are there."))
        #expect(screen.text.contains("> g  Go on"))
        for key in ["enter", "g", "escape"] {
            #expect(screen.press(key) == [])
            #expect(screen.model.dialogs.isEmpty)
            screen.press("x")
        }
        #expect(screen.press("k") == [.control(.cancel(id, keepsParts: true))])
        screen.press("x")
        #expect(screen.press("t") == [.control(.cancel(id, keepsParts: false))])
    }

    @Test("of a directory it is what is unfinished; what is done stays")
    func directory() {
        var tree = job(1, "photos", .expanding, kind: .directory)
        (tree.filesFound, tree.filesDone) = (340, 12)
        var screen = screen(tree)
        screen.press("x")
        #expect(screen.text.contains("12 of the 340 files found so far are done; they"))
        #expect(screen.text.contains("k  Keep what is unfinished: r goes on later"))
        #expect(screen.press("t") == [.control(.cancel(id, keepsParts: false))])
        (tree.filesDone, tree.done) = (0, 5)
        screen.change([tree])
        screen.press("x")
        #expect(screen.text.contains("None of the 340 files found so far is done yet."))
    }

    @Test("what has nothing goes at once, what failed may be left as it is")
    func others() {
        var nothing = screen(job(1, "new"))
        #expect(nothing.press("x") == [.control(.cancel(id, keepsParts: false))])
        let error = FileSystemError(.full, detail: "web01 is full.")
        var failed = screen(job(1, "main.js", .failed(error), done: 100))
        failed.press("x")
        #expect(failed.text.contains("> g  Leave it as it is"))
        #expect(failed.press("k") == [.control(.cancel(id, keepsParts: true))])
    }

    @Test("a cancelled one stays a row: r goes on with it, x throws it away")
    func cancelled() {
        var screen = screen(job(1, "main.js", .running, done: 500))
        screen.change([job(1, "main.js", .cancelled, done: 500)])
        #expect(
            screen.text.contains(
                "Cancelled: main.js. What it wrote is kept. — r in the queue goes on"))
        #expect(screen.text.contains("cancelled ↑ main.js"))
        #expect(
            screen.text.contains(
                "Cancelled; what it wrote is kept. r goes on with it, x throws it away."))
        #expect(screen.press("D") == [])
        #expect(screen.text.contains("No job is done yet."))
        #expect(screen.press("r") == [.control(.retry(id))])
        screen.press("x")
        #expect(!screen.text.contains("k  Keep"))
        #expect(screen.press("t") == [.control(.cancel(id, keepsParts: false))])
    }

    @Test("a deletion has nothing to keep")
    func deletion() {
        var tree = job(1, "old", .expanding, kind: .directory)
        (tree.operation, tree.filesFound, tree.filesDone) = (.delete, 340, 12)
        var screen = screen(tree)
        screen.press("x")
        #expect(screen.text.contains("12 of the 340 files found so far are gone"))
        #expect(screen.press("y") == [.control(.cancel(id, keepsParts: false))])
    }

    @Test("the question closes once its job is done or gone", arguments: [true, false])
    func stale(isDone: Bool) {
        var screen = screen(job(1, "main.js", .running, done: 500))
        screen.press("x")
        screen.change([job(2, "other", .done)])
        #expect(screen.model.dialogs.count == 1)
        if isDone {
            screen.change([job(1, "main.js", .done)])
        } else {
            screen.change([], removed: [id])
        }
        #expect(screen.model.dialogs.isEmpty)
    }
}
