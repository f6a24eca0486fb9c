import Files
import Jobs
import Testing

@testable import UI

@Suite("What becomes of links, asked by F5 and F6")
struct LinkDialogTests {
    private func queued(_ stage: Stage) -> [JobRequest] {
        for case .enqueue(let batch) in stage.effects { return batch.requests }
        return []
    }

    @Test("files alone have none to ask about")
    func filesOnly() {
        var stage = Stage.shown()
        stage.press("G f5")
        #expect(!stage.screen.contains("Links"))
        // Target, policy, permissions, start, cancel.
        stage.press("tab tab tab tab enter")
        #expect(stage.model.dialogs.isEmpty)
        #expect(stage.effects == [])
    }

    @Test("a directory may hold some; what is chosen goes with the job, and is remembered")
    func chosen() {
        var stage = Stage.shown()
        stage.press("j f5")
        #expect(stage.screen.contains("Links inside:        < skipped and reported >"))
        stage.press("tab tab right")
        #expect(stage.screen.contains("Links inside:        < followed >"))
        stage.press("enter")
        #expect(stage.effects.first == .keepLinks(.follow))
        #expect(queued(stage).map(\.links) == [.follow])
        // The next time it is as it was chosen, and need not be kept again.
        stage.press("j f6")
        #expect(stage.screen.contains("< followed >"))
        stage.press("enter")
        #expect(stage.effects.count == 1)
        #expect(queued(stage).map(\.links) == [.follow])
        stage.press("j f5 tab tab space enter")
        #expect(stage.effects.first == .keepLinks(.keep))
        #expect(queued(stage).map(\.links) == [.keep])
    }

    @Test("a dialog that is given up changes nothing")
    func givenUp() {
        var stage = Stage.shown()
        stage.press("j f5 tab tab right escape")
        #expect(stage.effects == [])
        stage.press("f5")
        #expect(stage.screen.contains("< skipped and reported >"))
    }

    @Test("where it goes says what can be done")
    func words() {
        var stage = Stage.shown()
        stage.press("tab j f5")
        #expect(stage.screen.contains("Links inside:        < kept as links >"))
        stage.press("escape G f5")
        #expect(stage.screen.contains("Copy 'uploads'"))
        #expect(stage.screen.contains("Links inside:        < kept as links >"))
        stage.press("escape tab j f5")
        stage.type("/tmp/")
        #expect(stage.screen.contains("Links inside:        < skipped and reported >"))
        stage.press("escape f5 backspace")
        stage.type("there")
        #expect(stage.screen.contains("Links:               < kept as links >"))
    }

    @Test("a press of the mouse steps the choice that it hits")
    func mouse() throws {
        var stage = Stage.shown()
        stage.press("j f5")
        func row(_ text: String) throws -> Int {
            try #require(
                stage.screen.split(separator: "\n", omittingEmptySubsequences: false)
                    .firstIndex { $0.contains(text) })
        }
        stage.click(40, try row("Links inside"))
        #expect(stage.screen.contains("< followed >"))
        #expect(stage.screen.contains("< ask >"))
        stage.click(40, try row("If a name exists"))
        #expect(stage.screen.contains("< overwrite >"))
        #expect(stage.screen.contains("< followed >"))
    }

    @Test("it fits the smallest screen")
    func small() {
        var stage = Stage.shown(60, 16)
        stage.press("j f5")
        #expect(stage.screen.contains("Links inside:        < skipped and reported >"))
        #expect(stage.screen.contains("Cancel"))
    }

    @Test("what was left out is told when all is done, and on its row")
    func told() {
        var stage = Stage.shown()
        var job = Job.carrying("assets", id: 1)
        job.kind = .directory
        stage.change(job)
        job.state = .done
        job.leftOut.add(
            2, "Skipped in /d, because they are not regular files: a, b.")
        stage.change(job)
        #expect(
            stage.statusLine
                == " All transfers have finished; skipped: 2 names. — w: queue")
        stage.press("w")
        #expect(stage.screen.contains("! left"))
        // Once is enough: what ends later has left nothing out.
        stage.change(Job.carrying("other", id: 2))
        stage.change(Job.carrying("other", id: 2, .done))
        #expect(stage.statusLine.hasPrefix(" All transfers have finished."))
        // Of an earlier process's jobs it was told then.
        var older = Job.carrying("older", id: 3, .done)
        older.leftOut = LeftOut(count: 3)
        stage.change(older)
        #expect(!stage.statusLine.contains("left out"))
    }

    @Test("a link by itself that leads nowhere is told as well, however soon it ends")
    func single() {
        var stage = Stage.shown()
        var job = Job.carrying("uploads", id: 1, .skipped)
        job.kind = .link
        job.leftOut.add(1, "/d/x was left out: it is a link that leads nowhere.")
        stage.change(job)
        #expect(stage.statusLine.hasPrefix(" All transfers have finished; skipped: 1 name."))
    }
}
