import Files
import Jobs
import Terminal
import Testing

@testable import UI

@Suite("Jobs that need a login")
struct QueuedLoginTests {
    private let refused = FileSystemError(
        .login, reply: "530 No", detail: "web01 did not accept the login.")

    private func stage(hasKeyring: Bool = false) -> Stage {
        var stage = Stage.shown()
        stage.model.options.hasKeyring = hasKeyring
        stage.change(.carrying("a", id: 1, .needsLogin(refused)), .carrying("b", id: 2, .waiting))
        return stage
    }

    private func given(_ text: String) -> Effect {
        .password(nil, Stage.web, .given(Secret(text)))
    }

    @Test("it needs you: the status bar says what for, and Q asks")
    func asks() {
        var stage = stage()
        #expect(
            stage.statusLine
                == " 'a' needs the password for ftp://deploy@web01. — Q: give it")
        #expect(stage.lines[0].hasSuffix("!1"))
        stage.press("Q")
        #expect(stage.screen.contains("Password for ftp://deploy@web01:"))
        #expect(stage.screen.contains("web01 did not accept the login."))
        #expect(stage.screen.contains("Enter: log in and resume the transfers   Esc: not now"))
        stage.type("pw")
        #expect(stage.press("enter") == [given("pw"), .control(.loginGiven(Stage.web))])
    }

    @Test("Enter on its row asks, and so does r", arguments: ["enter", "r"])
    func row(key: String) {
        var stage = stage()
        stage.press("w \(key)")
        #expect(stage.screen.contains("Password for ftp://deploy@web01:"))
        #expect(stage.press("escape") == [])
        #expect(stage.screen.contains("? LOGIN"))
        #expect(stage.screen.contains("Press Enter to enter the password."))
    }

    @Test("a password that a pane asked for lets the jobs go on as well")
    func byPane() {
        var stage = stage()
        let one = RequestID(rawValue: 90)
        stage.send(.passwordNeeded(one, Stage.web, detail: nil))
        stage.type("pw")
        #expect(
            stage.press("enter") == [
                .password(one, Stage.web, .given(Secret("pw"))),
                .control(.loginGiven(Stage.web)),
            ])
        // Another account's does not.
        let other = Site(scheme: .ftp, host: "web01", user: "somebody")
        stage.send(.passwordNeeded(one, other, detail: nil))
        #expect(stage.press("enter").count == 1)
    }

    @Test("the question closes once no job of the site needs it")
    func answeredElsewhere() {
        var stage = stage()
        stage.change(.carrying("b", id: 2, .needsLogin(refused)))
        stage.press("Q")
        stage.change(.carrying("a", id: 1, .waiting))
        #expect(stage.model.dialogs.count == 1)
        stage.change(.carrying("b", id: 2, .waiting))
        #expect(stage.model.dialogs.isEmpty)
    }

    @Test("only who has a keyring is offered one")
    func noKeyring() {
        var stage = stage()
        stage.press("Q")
        #expect(!stage.screen.contains("keyring"))
        stage.type("pw")
        stage.press("tab enter")
        stage.change(.carrying("a", id: 1, .done))
        #expect(stage.effects == [])
    }

    @Test("a password is kept once a server has taken it, for a job or for a pane")
    func kept() throws {
        var stage = stage(hasKeyring: true)
        stage.press("Q")
        #expect(stage.screen.contains("Tab  save it in the keyring if it works: < no >"))
        stage.type("pw")
        stage.press("tab")
        #expect(stage.screen.contains("if it works: < yes >"))
        stage.press("enter")
        stage.change(.carrying("a", id: 1, .waiting))
        #expect(stage.effects == [])
        stage.change(.carrying("a", id: 1, .running))
        #expect(stage.effects == [])
        stage.change(.carrying("a", id: 1, .running, done: 10))
        #expect(stage.effects == [.keepPassword(Secret("pw"), Stage.web)])
        stage.change(.carrying("a", id: 1, .running, done: 20))
        #expect(stage.effects == [])

        stage.press("tab ctrl-r")
        let request = try #require(stage.pane.pending?.request)
        stage.send(.passwordNeeded(request, Stage.web, detail: nil))
        stage.type("mistyped")
        stage.press("tab enter")
        stage.send(.passwordNeeded(request, Stage.web, detail: "530 No"))
        #expect(stage.screen.contains("if it works: < yes >"))
        stage.type("new")
        stage.press("enter")
        stage.answer(Entry.web)
        #expect(stage.effects == [.keepPassword(Secret("new"), Stage.web)])
    }

    @Test("one that was refused is never kept")
    func refusedSecret() {
        var stage = stage(hasKeyring: true)
        stage.press("Q")
        stage.type("wrong")
        stage.press("tab enter")
        stage.change(.carrying("a", id: 1, .waiting))
        stage.change(.carrying("a", id: 1, .needsLogin(refused)))
        stage.press("Q")
        stage.type("right")
        stage.press("enter")
        stage.change(.carrying("a", id: 1, .done))
        #expect(stage.effects == [])
        #expect(stage.model.unproven.isEmpty)
    }
}
