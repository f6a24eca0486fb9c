import Files
import Terminal
import Testing

@testable import UI

@Suite("Modes, owners and times")
struct AttributesDialogTests {
    /// The dialog's rows, without what stands beside it.
    private func box(_ stage: Stage) -> String {
        guard let box = stage.model.dialogs.last else { return stage.screen }
        let rect = stage.model.box(of: box).rect(in: stage.model.size)
        let frame = stage.model.view()
        return (rect.y..<rect.maxY).map { y in
            String((rect.x..<rect.maxX).map { x in frame[x, y].character })
        }.joined(separator: "\n")
    }

    private func change(_ effects: [Effect]) throws -> (RequestID, TabID, AttributeChange) {
        for case .changeAttributes(let request, let side, let change) in effects {
            return (request, side, change)
        }
        Issue.record("nothing is changed")
        throw FileSystemError(.other, detail: "Nothing is changed.")
    }

    private func list(_ errors: [FileSystemError]) -> FailureList {
        var list = FailureList(atMost: AttributeOutcome.toldFailures)
        for error in errors { list.append(error) }
        return list
    }

    private func refused(_ name: String) -> FileSystemError {
        FileSystemError(
            .denied, path: Path("/home/me/site/\(name)"), reply: "550 Not yours",
            detail: "The mode of /home/me/site/\(name) could not be set.")
    }

    @Test("What is under the cursor is shown as it is, with fields for what can be set")
    func single() {
        var stage = Stage.shown()
        stage.press("j j j j j A")
        #expect(
            box(stage) == """
                ╭─ Permissions, owner, time ───────────────────────────────────────────╮
                │ main.js                                                              │
                │   Mode      rw-r--r-- (644)                                          │
                │   Owner     me:me                                                    │
                │   Time      2026-11-20 23:51:00                                      │
                │                                                                      │
                │ > New mode                                                           │
                │   New time                                                           │
                │ Such as 640 or u+rwX,go-w; leave empty to keep it.                   │
                │                         [>Set<]  [ Cancel ]                          │
                ╰──────────────────────────────────────────────────────────────────────╯
                """)
        stage.type("u+x")
        #expect(box(stage).contains("│ becomes rwxr--r-- (744)   "))
        stage.press("tab")
        #expect(box(stage).contains("Such as 2026-11-20 23:51:00, local time; leave empty"))
        stage.type("2026-01-02 03:04")
        #expect(box(stage).contains("│ becomes 2026-01-02 03:04:00   "))
    }

    @Test("Of several it says in what they differ; directories may pass the mode on")
    func several() {
        var stage = Stage.shown()
        stage.press("j space j j j space A down down space")
        #expect(
            box(stage) == """
                ╭─ Permissions, owner, time ───────────────────────────────────────────╮
                │ 1 file and 1 directory                                               │
                │   Mode      various                                                  │
                │   Owner     various                                                  │
                │   Time      various                                                  │
                │                                                                      │
                │   New mode                                                           │
                │   New time                                                           │
                │ > [x] also change everything below                                   │
                │ Links and their targets are not changed.                             │
                │                         [>Set<]  [ Cancel ]                          │
                ╰──────────────────────────────────────────────────────────────────────╯
                """)
    }

    @Test("Of a link it says what gets the mode, and foretells nothing")
    func link() {
        var stage = Stage.shown()
        stage.press("tab G A")
        stage.type("640")
        #expect(box(stage).contains("│ For a link, the mode of its target changes.   "))
    }

    @Test("Enter asks for what is written, and leaves what is not; the marks go")
    func mode() throws {
        var stage = Stage.shown()
        stage.press("j j j j space space A")
        stage.type("640")
        let (_, side, change) = try change(stage.press("enter"))
        #expect(side == .left)
        #expect(change.location == Location(site: .local, path: Path("/home/me/site")))
        #expect(change.entries.map(\.name.text) == ["favicon.ico", "main.js"])
        #expect(change.mode == ModeChange("640", mask: 0))
        #expect(change.time == nil && !change.goesBelow)
        #expect(stage.model.dialogs.isEmpty)
        #expect(stage.marked == [])
        #expect(stage.statusLine == " Setting the permissions of 2 items. — Esc: stop")
    }

    @Test("A time is one of this machine's clock")
    func time() throws {
        var stage = Stage.shown()
        stage.model.options.localOffset = { _ in 7_200 }
        stage.press("j j j j j A")
        #expect(box(stage).contains("Time      2026-11-21 01:51:00"))
        stage.press("tab")
        stage.type("2026-11-20 23:51:00")
        let (_, _, change) = try change(stage.press("enter"))
        #expect(change.mode == nil)
        let expected = CivilTime(year: 2026, month: 11, day: 20, hour: 21, minute: 51)
        #expect(change.time == expected.secondsSinceEpoch.map { Timestamp(seconds: $0) })
    }

    @Test("Directories pass on the mode only where one is written")
    func below() throws {
        var stage = Stage.shown()
        stage.press("j A tab tab")
        stage.press("space enter")
        #expect(box(stage).contains("Type the new permissions for everything below."))
        stage.type("go-w")
        let (request, _, change) = try change(stage.press("enter"))
        #expect(change.goesBelow)
        #expect(
            stage.statusLine.contains("Setting the permissions of 'assets' and everything below."))
        #expect(stage.press("escape") == [.stop(request)])
        #expect(stage.statusLine.contains("Stopping"))
        #expect(stage.press("escape") == [])
        let end = FileSystemError(.cancelled, detail: "Stopped.")
        stage.send(.attributesChanged(request, AttributeOutcome(list([]), end: end)))
        #expect(stage.statusLine == " Stopped.")
        #expect(stage.model.left.pending != nil)
        stage.answer(Entry.site)
        #expect(stage.press("escape") == [])
    }

    @Test(
        "What is no mode or no time is told, and nothing is done",
        arguments: [
            ("649", "", "'649' is not a mode; type it as 640 or u+rwX,go-w."),
            ("u+q", "", "'u+q' is not a mode; type it as 640 or u+rwX,go-w."),
            ("", "tomorrow", "'tomorrow' is not a time; type it as 2026-11-20 23:51:00."),
            ("", "2026-02-30", "'2026-02-30' is not a time; type it as 2026-11-20 23:51:00."),
        ])
    func refusals(mode: String, time: String, sentence: String) {
        var stage = Stage.shown()
        stage.press("j j j j j A")
        stage.type(mode)
        stage.press("tab")
        stage.type(time)
        #expect(stage.press("enter") == [])
        #expect(box(stage).contains(sentence))
        #expect(stage.press("escape") == [])
        #expect(stage.model.dialogs.isEmpty)
    }

    @Test("Esc, Cancel and Enter on empty fields change nothing; on the parent there is nothing")
    func nothing() {
        var stage = Stage.shown()
        #expect(stage.press("A") == [])
        #expect(stage.statusLine.contains("Move the cursor to a name first"))
        for keys in ["A escape", "A enter", "A up enter"] {
            #expect(stage.press("j " + keys) == [])
            #expect(stage.model.dialogs.isEmpty)
        }
    }

    @Test("What a server cannot set is not offered, which is said")
    func limits() {
        var stage = Stage()
        stage.setsModes = false
        for effect in stage.start() {
            guard case .list(let request, let side, _, _, _) = effect else { continue }
            stage.answer(request, side, side == .left ? Entry.site : Entry.web)
        }
        stage.press("tab j A")
        #expect(!stage.screen.contains("New mode"))
        #expect(!stage.screen.contains("all below"))
        #expect(stage.screen.contains("> New time"))
        #expect(stage.screen.contains("Permissions cannot be set over ftp:// and are kept."))
        stage.press("escape")
        stage.setsTimes = false
        stage.press("ctrl-r")
        stage.answer(Entry.web)
        stage.press("A")
        #expect(!stage.screen.contains("New"))
        #expect(
            stage.screen.contains("Permissions and times cannot be set over ftp:// and are kept."))
        #expect(stage.screen.contains("[>Close<]"))
        #expect(stage.press("enter") == [])
        #expect(stage.model.dialogs.isEmpty)
    }

    @Test("Once it is done, the panes that show it are read anew, and it is said")
    func done() throws {
        var stage = Stage.shown()
        stage.press("j j j j j A")
        stage.type("640")
        stage.press("tab")
        stage.type("2026-11-20")
        let (request, _, _) = try change(stage.press("enter"))
        stage.send(.attributesChanged(request, AttributeOutcome(list([]), end: nil)))
        guard case .list(_, .left, .local, Path("/home/me/site"), _) = stage.effects.first else {
            Issue.record("the pane is not read again")
            return
        }
        #expect(stage.effects.count == 1)
        #expect(stage.statusLine == " Set the permissions and time of 'main.js'.")
        // An answer that nobody waits for any more says nothing.
        stage.send(.attributesChanged(request, AttributeOutcome(list([]), end: nil)))
        #expect(stage.effects == [])
    }

    @Test("A failure is told in its own words; what broke the connection, too")
    func failure() throws {
        var stage = Stage.shown()
        for outcome in [
            AttributeOutcome(list([refused("main.js")]), end: nil),
            AttributeOutcome(list([]), end: refused("main.js")),
        ] {
            stage.press("A")
            if stage.model.dialogs.isEmpty { stage.press("j A") }
            stage.type("640")
            let (request, _, _) = try change(stage.press("enter"))
            stage.send(.attributesChanged(request, outcome))
            #expect(
                stage.statusLine.contains(
                    "The mode of /home/me/site/main.js could not be set. (550 Not yours)"))
            #expect(stage.model.dialogs.isEmpty)
            stage.answer(Entry.site)
        }
    }

    @Test("Several failures are told one below the other, and can be scrolled")
    func failures() throws {
        var stage = Stage.shown(60, 16)
        stage.press("ctrl-a A")
        stage.type("640")
        let (request, _, _) = try change(stage.press("enter"))
        let failures = (1...300).map { refused("file-\($0)") }
        stage.send(.attributesChanged(request, AttributeOutcome(list(failures), end: nil)))
        #expect(stage.lines.count == 16)
        #expect(stage.screen.contains("300 failures:"))
        #expect(stage.screen.contains("/home/me/site/file-1 could not be"))
        #expect(!stage.screen.contains("file-200"))
        stage.press("end")
        #expect(stage.screen.contains("/home/me/site/file-200"))
        #expect(stage.screen.contains("and 100 more"))
        stage.press("home")
        #expect(stage.screen.contains("/home/me/site/file-1 could not be"))
        #expect(stage.press("enter") == [])
        #expect(stage.model.dialogs.isEmpty)
        #expect(stage.statusLine.contains("300 failures"))
    }

    @Test("On the smallest terminal all of it is there")
    func smallest() {
        var stage = Stage.shown(60, 16)
        stage.press("j A")
        for text in [
            "Permissions, owner, time", "Owner", "New mode", "New time", "everything below",
            "[>Set<]",
        ] {
            #expect(stage.screen.contains(text), "\(text)")
        }
    }

    @Test("The mouse ticks the box and presses the buttons")
    func mouse() throws {
        var stage = Stage.shown()
        stage.press("j A")
        let row = try #require(stage.lines.firstIndex { $0.contains("[ ] also change") })
        stage.click(20, row)
        #expect(stage.screen.contains("[x] also change everything below"))
        let buttons = try #require(stage.lines.firstIndex { $0.contains("[ Cancel ]") })
        let cancel = try #require(stage.lines[buttons].firstRange(of: "Cancel"))
        stage.click(
            stage.lines[buttons].distance(
                from: stage.lines[buttons].startIndex, to: cancel.lowerBound), buttons)
        #expect(stage.model.dialogs.isEmpty)
    }
}
