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
        #expect(screen.text.contains("Already transferred: 131K of 212K."))
        #expect(screen.text.contains("> g  Continue"))
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
        #expect(screen.text.contains("Files that are done are kept: 12 of 340 so far."))
        #expect(screen.text.contains("k  Keep partial files; press r to resume"))
        #expect(screen.press("t") == [.control(.cancel(id, keepsParts: false))])
        (tree.filesDone, tree.done) = (0, 5)
        screen.change([tree])
        screen.press("x")
        #expect(screen.text.contains("No file is done yet, of 340 found so far."))
    }

    @Test("of an archive that is being made nothing can be kept") func packing() {
        var archive = job(1, "site.zip", .running, size: 216_884, done: 134_000)
        archive.operation = .pack
        var screen = screen(archive)
        #expect(screen.text.contains("packing"))
        screen.press("x")
        #expect(screen.text.contains("Cancel site.zip?"))
        #expect(screen.text.contains("Already packed: 131K of 212K."))
        #expect(!screen.text.contains("Keep the partial file"))
        #expect(screen.press("t") == [.control(.cancel(id, keepsParts: false))])
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
                "main.js was cancelled; its partial file was kept. — press r in the queue to "
                    + "resume"))
        #expect(screen.text.contains("cancelled ↑ main.js"))
        #expect(
            screen.text.contains(
                "Cancelled; the partial file was kept. Press r to resume, or x to delete it."))
        #expect(screen.press("D") == [])
        #expect(screen.text.contains("No job has finished yet."))
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
        #expect(screen.text.contains("Already deleted: 12 of 340 files found so far."))
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
