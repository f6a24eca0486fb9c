import Files
import Jobs
import Terminal
import Testing

@testable import UI

/// A question that trusts, takes a secret or destroys, and a key that would answer it.
enum GraveQuestion: String, CaseIterable, Sendable {
    case untrusted, alarm, noEncryption, hostKey, password, login, deletion, conflict, quitting
    case cancelling

    private static let certificate = Certificate(
        subject: "CN=web01", issuer: "CN=web01", names: ["web01"], validFrom: 1_780_000_000,
        validUntil: 1_811_536_000, fingerprint: (0..<32).map { $0 * 7 &+ 5 })

    var key: String {
        switch self {
        case .untrusted, .noEncryption: "a"
        case .alarm: "A"
        case .password, .login: "enter"
        case .deletion, .quitting: "y"
        case .cancelling, .hostKey: "t"
        case .conflict: "o"
        }
    }

    /// Whether a hasty Esc has something to tell the world.
    var refusesAloud: Bool {
        switch self {
        case .untrusted, .alarm, .noEncryption, .hostKey, .password, .login: true
        case .deletion, .conflict, .quitting, .cancelling: false
        }
    }

    /// A screen over which it has just come up, unseen yet.
    func asked() -> Stage {
        var stage = Stage.shown()
        let one = RequestID(rawValue: 90)
        func trust(_ question: CertificateQuestion) -> Message {
            .trustNeeded(one, Stage.web, .certificate(question))
        }
        let certificate = GraveQuestion.certificate
        switch self {
        case .untrusted:
            stage.sendHastily(trust(.untrusted(certificate, reason: "Nobody vouches for it.")))
        case .alarm:
            stage.sendHastily(
                trust(.changed(certificate, known: [1, 2], reason: "It has changed.")))
        case .noEncryption:
            stage.sendHastily(trust(.clear(reason: "web01 offers no TLS.")))
        case .hostKey:
            let key = HostKey(host: "web01", port: 22, type: "RSA", fingerprint: "SHA256:abc")
            stage.sendHastily(.trustNeeded(one, Stage.web, .hostKey(.new(key))))
        case .password:
            stage.sendHastily(.passwordNeeded(one, Stage.web, detail: nil))
        case .login:
            let prompt = LoginPrompt(
                .password, site: "sftp://me@web01", line: "me@web01's password:")
            stage.sendHastily(.prompted(LoginPromptID(rawValue: 1), prompt))
        case .deletion:
            stage.press("G")
            stage.sendHastily(.terminal(.key(Key(.function(8)))))
        case .conflict:
            stage.change(
                .carrying(
                    "main.js", id: 1,
                    .needsAnswer(Conflict(source: .file("main.js"), target: .file("main.js")))))
            stage.sendHastily(.terminal(.key(Key("Q"))))
        case .quitting:
            stage.change(.carrying("main.js", id: 1))
            stage.sendHastily(.terminal(.key(Key("q"))))
        case .cancelling:
            stage.change(.carrying("main.js", id: 1, done: 500))
            stage.press("w")
            stage.sendHastily(.terminal(.key(Key("x"))))
        }
        return stage
    }
}

@Suite("Keys that were on their way when a question came up")
struct TypedAheadTests {
    private func strike(_ name: String, _ stage: inout Stage) {
        guard let key = Key(name: name) else {
            Issue.record("there is no key \(name)")
            return
        }
        stage.sendHastily(.terminal(.key(key)))
    }

    private func listen(_ stage: inout Stage, isQuiet: Bool = true) {
        stage.sendHastily(.listened(stage.instant, isQuiet: isQuiet))
    }

    @Test("they answer nothing, however long they come", arguments: GraveQuestion.allCases)
    func held(_ question: GraveQuestion) {
        var stage = question.asked()
        strike(question.key, &stage)
        #expect(stage.effects == [])
        stage.draw()
        for _ in 0..<30 {
            stage.wait(0.1)
            strike(question.key, &stage)
            #expect(stage.effects == [])
            listen(&stage, isQuiet: false)
        }
        #expect(stage.model.dialogs.count == 1)
        #expect(!stage.model.dialogs.takesKeys)
        stage.wait(0.49)
        listen(&stage)
        strike(question.key, &stage)
        #expect(stage.effects == [])
        // Half a second of rest after the last of them, and it is an answer.
        stage.wait(0.5)
        listen(&stage)
        strike(question.key, &stage)
        #expect(!stage.effects.isEmpty)
        #expect(stage.model.dialogs.isEmpty)
    }

    @Test("Esc is an answer at any time", arguments: GraveQuestion.allCases)
    func escape(_ question: GraveQuestion) {
        var stage = question.asked()
        strike("escape", &stage)
        #expect(stage.model.dialogs.isEmpty)
        // What is done for the question alone may be given up.
        let answers = stage.effects.filter { if case .stop = $0 { false } else { true } }
        #expect(answers.isEmpty != question.refusesAloud)
    }

    @Test("what nobody has seen takes no key, however much time goes by")
    func unseen() {
        var stage = GraveQuestion.untrusted.asked()
        for _ in 0..<10 {
            stage.wait(10)
            listen(&stage)
        }
        strike("o", &stage)
        #expect(stage.effects == [])
        #expect(stage.model.dialogs.count == 1)
    }

    @Test("time alone is no rest: what is being typed may not have been read yet")
    func unread() {
        var stage = GraveQuestion.untrusted.asked()
        stage.draw()
        stage.wait(5)
        strike("o", &stage)
        #expect(stage.effects == [])
        stage.wait(5)
        listen(&stage, isQuiet: false)
        stage.wait(0.4)
        listen(&stage)
        strike("o", &stage)
        #expect(stage.effects == [])
    }

    @Test("what destroys nothing needs no rest once it was seen", arguments: ["enter", "s", "k"])
    func harmless(_ name: String) {
        var stage = GraveQuestion.conflict.asked()
        strike(name, &stage)
        #expect(stage.effects == [])
        stage.draw()
        strike(name, &stage)
        #expect(!stage.effects.isEmpty)
        #expect(stage.model.dialogs.isEmpty)
    }

    @Test("Enter waits where the focus was moved to what destroys")
    func moved() {
        var stage = GraveQuestion.conflict.asked()
        stage.draw()
        for name in ["down", "enter"] { strike(name, &stage) }
        #expect(stage.effects == [])
        #expect(stage.model.dialogs.count == 1)
        stage = GraveQuestion.deletion.asked()
        stage.draw()
        for name in ["tab", "enter", "y"] {
            strike(name, &stage)
            #expect(stage.model.dialogs.count == 1)
        }
        for name in ["tab", "enter"] { strike(name, &stage) }
        #expect(stage.model.dialogs.isEmpty)
    }

    @Test("a key that is ignored says so", arguments: GraveQuestion.allCases)
    func told(_ question: GraveQuestion) {
        var stage = question.asked()
        stage.draw()
        strike(question.key, &stage)
        #expect(stage.model.status.text.contains("too soon"))
    }

    @Test("a paste and presses of the mouse answer nothing either")
    func pasteAndMouse() {
        var stage = GraveQuestion.password.asked()
        stage.draw()
        stage.sendHastily(.terminal(.paste("not for you")))
        stage.wait(0.5)
        listen(&stage)
        strike("enter", &stage)
        #expect(
            stage.effects == [
                .password(RequestID(rawValue: 90), Stage.web, .given(Secret("")))
            ])
        stage = GraveQuestion.conflict.asked()
        stage.draw()
        for y in 0..<30 { for x in stride(from: 20, to: 80, by: 3) { hastyClick(x, y, &stage) } }
        #expect(stage.model.dialogs.count == 1)
        stage = GraveQuestion.quitting.asked()
        stage.draw()
        for y in 0..<30 { for x in stride(from: 20, to: 80, by: 3) { hastyClick(x, y, &stage) } }
        #expect(stage.model.dialogs.count == 1)
    }

    private func hastyClick(_ x: Int, _ y: Int, _ stage: inout Stage) {
        stage.sendHastily(
            .terminal(.mouse(.left, Point(x: x, y: y), isPress: true, modifiers: [])))
        #expect(stage.effects == [])
    }

    @Test("letters that come early are not in the password")
    func password() {
        var stage = GraveQuestion.password.asked()
        for letter in ["d", "e", "p"] { strike(letter, &stage) }
        stage.draw()
        stage.wait(0.5)
        listen(&stage)
        stage.type("pw")
        #expect(
            stage.press("enter") == [
                .password(RequestID(rawValue: 90), Stage.web, .given(Secret("pw")))
            ])
    }

    @Test("the next question waits anew")
    func next() {
        var stage = GraveQuestion.untrusted.asked()
        stage.sendHastily(.passwordNeeded(RequestID(rawValue: 91), Stage.web, detail: nil))
        stage.draw()
        stage.wait(0.5)
        listen(&stage)
        strike("o", &stage)
        #expect(stage.effects.count == 1)
        strike("enter", &stage)
        #expect(stage.effects == [])
        stage.draw()
        strike("enter", &stage)
        #expect(stage.effects == [])
        #expect(stage.model.dialogs.count == 1)
    }

    @Test("a question that was out of sight waits anew", arguments: ["small", "stopped"])
    func hidden(_ how: String) {
        var stage = GraveQuestion.untrusted.asked()
        stage.draw()
        stage.wait(0.5)
        listen(&stage)
        #expect(stage.model.dialogs.takesKeys)
        if how == "small" {
            stage.sendHastily(.terminal(.resize(Size(width: 30, height: 5))))
            stage.draw()
            stage.wait(1)
            listen(&stage)
            strike("o", &stage)
            #expect(stage.effects == [])
            stage.sendHastily(.terminal(.resize(Size(width: 100, height: 30))))
        } else {
            stage.sendHastily(.resumed)
        }
        strike("o", &stage)
        #expect(stage.effects == [])
        stage.draw()
        stage.wait(0.5)
        listen(&stage)
        strike("o", &stage)
        #expect(stage.effects.count == 1)
    }

    @Test("other dialogs take keys at once: what was typed after F5 or F7 is meant for them")
    func others() {
        var stage = Stage.shown()
        for name in ["f7", "n", "e", "w", "enter"] { strike(name, &stage) }
        #expect(stage.effects.count == 1)
        for name in ["G", "f5", "enter"] { strike(name, &stage) }
        #expect(stage.effects.count == 1)
        // Nothing runs that could be broken off.
        for name in ["ctrl-c", "y"] { strike(name, &stage) }
        #expect(stage.effects == [.quit])
    }

    /// A prompt for a password that has been seen, with two letters in it.
    private func prompted() -> Stage {
        var stage = Stage.shown()
        let prompt = LoginPrompt(
            .password, site: "sftp://me@web01", line: "me@web01's password:")
        stage.send(.prompted(LoginPromptID(rawValue: 1), prompt))
        stage.type("pw")
        return stage
    }

    @Test("the rest of a password whose question has gone is for nobody", arguments: [false, true])
    func withdrawn(hasOther: Bool) {
        var stage = prompted()
        if hasOther {
            let touch = LoginPrompt(.touch, site: "sftp://me@web01", line: "Touch it")
            stage.sendHastily(.prompted(LoginPromptID(rawValue: 2), touch))
        }
        stage.sendHastily(.promptWithdrawn(LoginPromptID(rawValue: 1)))
        #expect(stage.model.dialogs.count == (hasOther ? 1 : 0))
        stage.draw()
        for name in ["d", "q", "f7", "enter", "r"] {
            stage.wait(0.1)
            strike(name, &stage)
            #expect(stage.effects == [])
            listen(&stage, isQuiet: false)
        }
        stage.sendHastily(.terminal(.paste("rest\n")))
        #expect(stage.effects == [])
        #expect(stage.model.dialogs.count == (hasOther ? 1 : 0))
        #expect(stage.model.screen == .main)
        guard !hasOther else { return }
        // Half a second of rest, and keys are commands again.
        stage.wait(0.5)
        listen(&stage)
        strike("f7", &stage)
        #expect(stage.model.dialogs.count == 1)
    }

    @Test("after an answer, keys are commands at once")
    func answered() {
        var stage = prompted()
        strike("enter", &stage)
        #expect(!stage.effects.isEmpty)
        strike("f7", &stage)
        #expect(stage.model.dialogs.count == 1)
    }

    @Test("nothing in it is marked as chosen while it takes no key")
    func look() {
        var stage = GraveQuestion.deletion.asked()
        #expect(stage.screen.contains("[ Yes (y) ]  [ No (n) ]"))
        stage.draw()
        stage.wait(0.5)
        listen(&stage)
        #expect(stage.screen.contains("[ Yes (y) ]  [>No (n)<]"))
        stage = GraveQuestion.untrusted.asked()
        #expect(!stage.screen.contains("> n  Do not connect"))
        stage.draw()
        stage.wait(0.5)
        listen(&stage)
        #expect(stage.screen.contains("> n  Do not connect"))
        stage = GraveQuestion.password.asked()
        #expect(stage.model.view().cursor == nil)
        stage.draw()
        stage.wait(0.5)
        listen(&stage)
        #expect(stage.model.view().cursor != nil)
    }
}
