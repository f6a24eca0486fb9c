import Files
import Jobs
import Terminal
import Testing

@testable import UI

/// What all screens share, with two panes that are nowhere.
private func emptyWorkspace() -> Workspace {
    Workspace(
        size: Size(width: 80, height: 24), panes: Panes(left: .empty, right: .empty),
        keymap: .preset(),
        options: Workspace.Options())
}

@Suite("Screens")
struct ScreensTests {
    @Test("Each has a name of its own, and no two perform the same group of actions")
    func registry() {
        var workspace = emptyWorkspace()
        var screens = Screens()
        #expect(screens.current == .main)
        let all: [ScreenID] = [
            .main, .queue, .log, .viewer, .share, .sites, .help, .raw, .settings, .plan,
        ]
        for id in all {
            _ = screens.show(id, &workspace)
            #expect(screens.current == id)
        }
        var places: [ScreenID] = []
        for group in Action.Group.allCases {
            if let place = screens.place(of: group) { places.append(place.screen) }
        }
        #expect(places == [.main, .main, .main, .main, .queue, .log, .viewer, .raw, .sites])
        #expect(screens.place(of: .viewer)?.refusal == "No file is open in the viewer.")
    }

    @Test(
        "A screen that is shown is told so, keys are looked up in its context, and typing is over")
    func showing() {
        var workspace = emptyWorkspace()
        var screens = Screens()
        _ = screens.top.perform(.find, &workspace)
        workspace.pendingKeys = [Key("g")]
        #expect(screens.isTyping)
        let effects = screens.show(.sites, &workspace).steps.compactMap { step -> Effect? in
            if case .effect(let effect) = step { return effect }
            return nil
        }
        #expect(effects == [.loadSites, .loadRemotes])
        #expect(!screens.isTyping)
        #expect(workspace.pendingKeys.isEmpty)
        #expect(workspace.context == .sites)
        _ = screens.show(ScreenID("none"), &workspace)
        #expect(screens.current == .sites)
    }

    @Test("The help screen alone scrolls, searches, and leads back to where it was opened")
    func help() {
        var workspace = emptyWorkspace()
        var help = HelpScreen()
        _ = help.opened(from: .log, &workspace)
        _ = help.perform(.find, &workspace)
        for letter in "palette" { _ = help.intercept(Key(letter), &workspace) }
        _ = help.intercept(Key(.enter), &workspace)
        var frame = Frame(size: workspace.size)
        help.draw(workspace, into: &frame)
        #expect(frame.lines.contains { $0.contains("In the palette") })
        _ = help.perform(.cancel, &workspace)
        guard case .show(let origin) = help.perform(.cancel, &workspace)?.steps.first else {
            Issue.record("it leads nowhere")
            return
        }
        #expect(origin == .log)
        #expect(help.perform(.copy, &workspace) == nil)
    }
}

@Suite("Dialogs alone")
struct DialogStackTests {
    private func question(_ text: String, isGrave: Bool = false) -> ConfirmDialog {
        ConfirmDialog(
            title: text, lines: [], yes: "Yes", no: "No", isGrave: isGrave,
            outcome: [.copy(text)])
    }

    private func effects(_ outcome: Outcome) -> [Effect] {
        outcome.steps.compactMap { step in
            if case .effect(let effect) = step { return effect }
            return nil
        }
    }

    @Test("The one on top takes the keys, and what it leads to comes when it is closed")
    func top() {
        var workspace = emptyWorkspace()
        var dialogs = DialogStack()
        dialogs.present(question("below"))
        dialogs.present(question("above"))
        #expect(effects(dialogs.take(Key("y"), &workspace)) == [.copy("above")])
        #expect(dialogs.count == 1)
        #expect(dialogs.take(Key(.escape), &workspace).steps.isEmpty)
        #expect(dialogs.isEmpty)
    }

    @Test("What waits comes by its precedence, and what asks the same is asked once")
    func waiting() {
        var dialogs = DialogStack()
        let site = Site(scheme: .ftp, host: "web01")
        let ids = (1...3).map { RequestID(rawValue: $0) }
        for id in ids.prefix(2) {
            dialogs.ask(PasswordDialog(asker: .requests([id]), site: site))
        }
        dialogs.ask(
            TrustDialog(
                site: site, question: .certificate(.clear(reason: "No TLS.")), requests: [ids[2]]))
        #expect(dialogs.presentNext() == true)
        #expect((dialogs.last as? TrustDialog)?.requests == [ids[2]])
        #expect(dialogs.presentNext() == true)
        #expect((dialogs.last as? PasswordDialog)?.asker == .requests(Array(ids.prefix(2))))
        #expect(dialogs.presentNext() == false)
    }

    @Test("A grave one takes Yes only after the keyboard has rested since it was seen")
    func rest() {
        var dialogs = DialogStack()
        dialogs.present(question("harmless"))
        #expect(dialogs.takesKeys)
        dialogs.present(question("grave", isGrave: true))
        #expect(!dialogs.takesKeys)
        dialogs.noteQuiet(at: Instant(seconds: 9))
        #expect(!dialogs.takesKeys)
        dialogs.noteDrawn(at: Instant(seconds: 10))
        dialogs.noteTyping(at: Instant(seconds: 10.3))
        dialogs.noteQuiet(at: Instant(seconds: 10.6))
        #expect(!dialogs.takesKeys)
        #expect(dialogs.quietTimeEnds == Instant(seconds: 10.3) + DialogStack.quietTime)
        dialogs.noteQuiet(at: Instant(seconds: 10.8))
        #expect(dialogs.takesKeys)
    }

    @Test("A line that is refused stays to be corrected; one that is taken closes the dialog")
    func input() {
        var workspace = emptyWorkspace()
        var dialog = InputDialog(title: "Name", label: "Write one") { text, _ in
            if text.isEmpty { return .refused("Nothing is no name.") }
            return .accepted([.copy(text)])
        }
        guard case .goesOn = dialog.take(Key(.enter), &workspace) else {
            Issue.record("an empty line was taken")
            return
        }
        #expect(dialog.refusal == "Nothing is no name.")
        dialog.paste("a\nb")
        #expect(dialog.refusal == nil)
        guard case .closes(let outcome) = dialog.take(Key(.enter), &workspace) else {
            Issue.record("the line was not taken")
            return
        }
        #expect(effects(outcome) == [.copy("ab")])
    }
}
