import Files
import Jobs
import Terminal
import Testing

@testable import UI

@Suite("Jobs that are held by something above them")
struct HeldJobsTests {
    /// A paused tree, opened, with a file of it, and a file beside it.
    private func screen(isPaused: Bool = false) -> FullScreen {
        var screen = FullScreen(screen: .queue)
        let tree = job(1, "photos", .paused, kind: .directory)
        var below = job(2, "one.jpg")
        below.parent = JobID(rawValue: 1)
        below.wait = .directory
        var change = QueueChange()
        change.changed = [tree, below, job(3, "other.txt")]
        change.isPaused = isPaused
        _ = screen.model.update(.queue(change))
        screen.press("right")
        return screen
    }

    private func row(_ name: String, _ screen: FullScreen) -> String {
        screen.lines.first { $0.dropFirst(10).contains(name) } ?? ""
    }

    @Test("what is below a paused directory says so, and a file beside it waits for its turn")
    func belowPaused() {
        var screen = screen()
        #expect(row("one.jpg", screen).hasPrefix(" paused "))
        #expect(row("other.txt", screen).hasPrefix(" waiting "))
        screen.press("down")
        #expect(screen.text.contains("Its directory is paused."))
        #expect(screen.press("space") == [])
        #expect(
            screen.text.contains(
                "one.jpg is paused together with 'photos'; resume that "
                    + "directory."))
    }

    @Test(
        "what is below a directory has no place of its own, and K and J say so",
        arguments: ["K", "J"])
    func order(key: String) {
        var screen = screen()
        screen.press("down")
        #expect(screen.press(key) == [])
        #expect(
            screen.text.contains(
                "one.jpg cannot be moved alone; move 'photos' instead."))
    }

    @Test("with everything paused no row waits for its turn, in the queue and in the strip")
    func allPaused() {
        var screen = screen(isPaused: true)
        var tree = job(4, "music", .expanding, kind: .directory)
        tree.filesFound = 9
        var lost = job(5, "lost.bin")
        lost.wait = .retry(seconds: 7)
        screen.change([tree, lost])
        #expect(!screen.text.contains("waiting"))
        #expect(!screen.text.contains("filling"))
        for name in ["one.jpg", "other.txt", "music", "lost.bin"] {
            #expect(row(name, screen).hasPrefix(" paused "))
        }
        screen.press("end")
        #expect(screen.text.contains("Everything is paused; press P to resume."))
        screen.press("up")
        #expect(screen.text.contains("Everything is paused; press P to resume."))
        screen.press("up")
        #expect(screen.text.contains("Everything is paused; press P to resume."))
        #expect(screen.press("space") == [])
        #expect(screen.text.contains("Everything is paused; press P to resume."))
        #expect(screen.press("P") == [.control(.resumeAll)])
        _ = screen.model.show(.main)
        let strip = screen.lines.first { $0.contains("other.txt") } ?? ""
        #expect(strip.hasSuffix("paused"))
        #expect(!screen.text.contains("filling"))
    }
}
