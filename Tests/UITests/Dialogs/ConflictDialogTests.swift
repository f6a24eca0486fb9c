import Files
import Jobs
import Terminal
import Testing

@testable import UI

@Suite("The question about a name that is taken")
struct ConflictDialogTests {
    private let conflict = Conflict(
        source: Entry.file("main.js", 216_884, CivilTime(year: 2026, month: 11, day: 20)),
        target: Entry.file("main.js", 202_751, CivilTime(year: 2026, month: 11, day: 18)),
        resumable: 0)

    /// The question of a job, open; and the request that compares both files.
    private func asked(
        _ conflict: Conflict? = nil, name: String = "main.js"
    ) -> (Stage, Job, RequestID?) {
        var stage = Stage.shown()
        let job = Job.carrying(name, id: 1, .needsAnswer(conflict ?? self.conflict))
        stage.change(job)
        let effects = stage.press("Q")
        guard case .compareSides(let request, job.source, job.target) = effects.first else {
            return (stage, job, nil)
        }
        return (stage, job, request)
    }

    /// Presses on a text.
    @discardableResult
    private func click(_ text: String, _ stage: inout Stage) -> [Effect] {
        for (y, line) in stage.lines.enumerated() {
            guard let range = line.firstRange(of: text) else { continue }
            return stage.click(line.distance(from: line.startIndex, to: range.lowerBound), y)
        }
        Issue.record("\(text) is not on the screen")
        return []
    }

    @Test("It shows exact sizes and times of both, and which is newer and larger")
    func sides() {
        let (stage, _, _) = asked()
        #expect(stage.screen.contains("new    216,884 bytes  2026-11-20 00:00:00  newer  larger"))
        #expect(stage.screen.contains("there  202,751 bytes  2026-11-18 00:00:00"))
    }

    @Test("Times are shown as exactly as both are known")
    func precision() {
        var coarse = conflict
        coarse.target.modified = Timestamp(seconds: 1_763_424_040, precision: .minute)
        let (stage, _, _) = asked(coarse)
        #expect(stage.screen.contains("2026-11-20 00:00  newer"))
        #expect(stage.screen.contains("2025-11-18 00:00"))
        #expect(!stage.screen.contains("00:00:00"))
    }

    @Test("A letter answers for this file; Tab widens that to the batch, a pattern and the site")
    func scopes() throws {
        var (stage, job, request) = asked()
        let stop = Effect.stop(try #require(request))
        #expect(
            stage.press("o") == [stop, .control(.answer(job.id, .overwrite, .thisFile))])
        let scopes: [(String, AnswerScope, String)] = [
            ("tab", .batch, "the whole batch"),
            ("tab tab", .pattern("*.js"), "*.js in this batch"),
            ("tab tab tab", .site, "always, to "),
            ("tab tab tab tab", .thisFile, "this file only"),
        ]
        for (keys, scope, words) in scopes {
            stage.press("Q \(keys)")
            #expect(stage.screen.contains("for: < \(words)"), "\(keys)")
            #expect(
                stage.press("n").last == .control(.answer(job.id, .newerWins, scope)), "\(keys)")
        }
    }

    @Test("Esc answers nothing, and stops the comparison")
    func escape() throws {
        var (stage, _, request) = asked()
        #expect(stage.press("escape") == [.stop(try #require(request))])
        #expect(stage.model.dialogs.isEmpty)
    }

    @Test("Enter alone skips: it costs nobody a file")
    func enter() {
        var (stage, job, _) = asked()
        #expect(stage.press("enter").last == .control(.answer(job.id, .skip, .thisFile)))
    }

    @Test("Another name is typed in place, and has to be another one")
    func rename() {
        var (stage, job, _) = asked()
        stage.press("m")
        #expect(stage.screen.contains("Name for the new file"))
        stage.press("enter")
        #expect(stage.screen.contains("That is the name that is taken"))
        stage.type("2")
        let name = Path("/main2.js").components[0]
        #expect(stage.press("enter").last == .control(.rename(job.id, name)))
        #expect(stage.model.dialogs.isEmpty)
    }

    @Test("A name that leads elsewhere is refused, and Esc goes back to the answers")
    func badName() {
        var (stage, _, _) = asked()
        stage.press("m")
        stage.type("../x/")
        #expect(stage.press("enter") == [])
        #expect(stage.screen.contains("cannot be empty"))
        stage.press("escape")
        #expect(stage.screen.contains("o  Overwrite the target"))
    }

    @Test("The pattern can be changed to another one that fits this file")
    func pattern() {
        var (stage, job, _) = asked()
        stage.press("p")
        stage.type("*.css")
        stage.press("enter")
        #expect(stage.screen.contains("has to match the name of this file"))
        stage.press("ctrl-u")
        stage.type("main.*")
        stage.press("enter")
        #expect(stage.screen.contains("for: < main.* in this batch >"))
        #expect(
            stage.press("s").last == .control(.answer(job.id, .skip, .pattern("main.*"))))
    }

    @Test(
        "The pattern that is offered fits names with the same extension",
        arguments: [
            ("a.tar.gz", "*.gz"), ("Makefile", "Makefile"), (".profile", ".profile"),
            ("a b*", "a\\ b\\*"), ("end.", "end."), ("x.[1]", "*.\\[1]"),
        ])
    func offered(name: String, pattern: String) throws {
        let job = Job.carrying(name, id: 1, .needsAnswer(conflict))
        #expect(AnswerReach.pattern(for: job) == pattern)
        let names = try #require(NamePattern(pattern))
        #expect(names.matches(Array(name.utf8)[...]))
    }

    @Test("Resuming is offered only where there is something to go on from")
    func resume() {
        var whole = conflict
        swap(&whole.source, &whole.target)
        var (stage, _, _) = asked(whole)
        #expect(!stage.screen.contains("Resume"))
        #expect(stage.press("r") == [])
        let (other, _, _) = asked()
        #expect(other.screen.contains("Resume"))
    }

    @Test("What the contents have shown is said; of the first line that differs, both sides")
    func contents() throws {
        var (stage, _, request) = asked()
        let id = try #require(request)
        #expect(stage.screen.contains("Comparing their contents…"))
        stage.send(
            .sidesCompared(RequestID(rawValue: 9_999), .success(.same)))
        #expect(stage.screen.contains("Comparing their contents…"))
        stage.send(.sidesCompared(id, .success(.line(12, new: "let a = 1", there: nil))))
        #expect(stage.screen.contains("Line 12 is the first that differs:"))
        #expect(stage.screen.contains("new    let a = 1"))
        #expect(stage.screen.contains("there  (no such line)"))
    }

    @Test(
        "Each finding is one sentence",
        arguments: [
            (SideComparison.same, "Their contents are the same."),
            (.sameBeginning(65_536), "Their first 65,536 bytes are the same."),
            (.byte(1_234), "They differ from byte 1,234 on."),
        ])
    func findings(finding: SideComparison, sentence: String) throws {
        var (stage, _, request) = asked()
        stage.send(.sidesCompared(try #require(request), .success(finding)))
        #expect(stage.screen.contains(sentence))
    }

    @Test("That they could not be compared is said, and why")
    func failure() throws {
        var (stage, _, request) = asked()
        let error = FileSystemError(.denied, path: Path("/main.js"), detail: "/main.js is locked.")
        stage.send(.sidesCompared(try #require(request), .failure(error)))
        #expect(stage.screen.contains("could not be compared. /main.js is locked."))
    }

    @Test("The same size and time are probably the same file, as long as nobody has looked")
    func same() throws {
        var same = conflict
        same.target = same.source
        var (stage, _, request) = asked(same)
        #expect(stage.screen.contains("Same size and time: probably the same file."))
        stage.send(.sidesCompared(try #require(request), .success(.byte(3))))
        #expect(!stage.screen.contains("probably the same file"))
    }

    @Test("A directory in the way has no contents to compare")
    func directory() {
        var other = conflict
        other.target = Entry(name: other.target.name, kind: .directory)
        let (stage, _, request) = asked(other)
        #expect(request == nil)
        #expect(stage.screen.contains("a directory"))
    }

    @Test("The mouse answers, changes how far that reaches, and opens the pattern")
    func mouse() throws {
        var (stage, job, _) = asked()
        click("Tab  for:", &stage)
        #expect(stage.screen.contains("the whole batch"))
        click("p  Change the pattern", &stage)
        #expect(stage.screen.contains("Names that the answer holds for"))
        stage.press("escape")
        #expect(
            click("o  Overwrite", &stage).last
                == .control(.answer(job.id, .overwrite, .batch)))
    }

    @Test("Answers for sites are listed in the queue, and removed there")
    func siteAnswers() {
        var stage = Stage.shown()
        stage.press("w A")
        #expect(stage.statusLine.contains("No answer holds for a whole site."))
        let site = Site(scheme: .ftp, host: "web01", user: "deploy")
        var change = QueueChange()
        change.answers = [SiteAnswer(site, .to, .overwrite), SiteAnswer(site, .from, .skip)]
        stage.send(.queue(change))
        stage.press("A")
        #expect(stage.screen.contains("To deploy@web01: overwrite"))
        #expect(stage.screen.contains("From deploy@web01: skip"))
        #expect(stage.press("2") == [.control(.forgetAnswer(site, .from))])
    }
}
