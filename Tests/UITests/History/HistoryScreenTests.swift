import Files
import Jobs
import Terminal
import Testing

@testable import UI

@Suite("The history's screen")
struct HistoryScreenTests {
    private func finished(_ id: Int64, _ name: String, leftOut: Int = 0) throws -> FinishedJob {
        var job = job(id, name, .done, size: 2_048, done: 2_048)
        job.leftOut = LeftOut(count: leftOut)
        return try #require(FinishedJob(job, ended: 1_763_600_000 + id))
    }

    private func request(_ effects: [Effect]) throws -> (id: RequestID, words: [String]) {
        for case .loadHistory(let id, let words) in effects { return (id, words) }
        throw Missing()
    }

    private struct Missing: Error {}

    @Test("H in the queue opens it on the newest, and Esc leads back")
    func opening() throws {
        var screen = FullScreen(width: 100, height: 20, screen: .queue)
        let asked = try request(screen.press("H"))
        #expect(asked.words.isEmpty)
        #expect(screen.text.contains("Ferry is reading the history."))
        let jobs = try (1...40).map { try finished($0, "file\($0)") }
        _ = screen.model.update(.history(asked.id, .found(jobs)))
        #expect(screen.text.contains("40 transfers, 80K"))
        #expect(screen.text.contains("file40") && !screen.text.contains("file2 "))
        #expect(screen.text.contains("/home/me/site/file40 → ftp://deploy@web01/www/file40"))
        screen.press("home")
        #expect(screen.text.contains("/home/me/site/file1 →"))
        #expect(screen.press("esc").isEmpty)
        #expect(screen.model.screens.current == .queue)
    }

    @Test("A search asks anew, and an answer to an earlier one is dropped")
    func searching() throws {
        var screen = FullScreen(width: 100, height: 20, screen: .queue)
        let first = try request(screen.press("H"))
        screen.press("/")
        screen.type("www JS")
        let second = try request(screen.press("enter"))
        #expect(second.words == ["www", "JS"])
        _ = screen.model.update(.history(first.id, .found([try finished(1, "old")])))
        #expect(screen.text.contains("Ferry is reading the history."))
        _ = screen.model.update(.history(second.id, .found([])))
        #expect(screen.text.contains("No finished transfer matches."))
        let third = try request(screen.press("/ enter"))
        _ = screen.model.update(
            .history(third.id, .unread("The history could not be read (disk).")))
        #expect(screen.text.contains("The history could not be read (disk)."))
    }

    @Test("What was left out is told, and names are shown without harm, on a small screen too")
    func showing() throws {
        var screen = FullScreen(width: 60, height: 16, screen: .queue)
        let asked = try request(screen.press("H"))
        let jobs = [try finished(1, "a\u{1B}[31mb", leftOut: 3)]
        _ = screen.model.update(.history(asked.id, .found(jobs)))
        #expect(screen.text.contains("! left"))
        #expect(screen.text.contains("3 names skipped"))
        #expect(!screen.text.contains("\u{1B}"))
    }
}
