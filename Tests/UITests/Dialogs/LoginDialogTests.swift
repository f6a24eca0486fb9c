import Files
import Terminal
import Testing

@testable import UI

@Suite("What a login asks")
struct LoginDialogTests {
    private let one = LoginPromptID(rawValue: 1)
    private let two = LoginPromptID(rawValue: 2)
    private static let password = LoginPrompt(
        .password, site: "sftp://deploy@web01", line: "deploy@web01's password:")
    private static let code = LoginPrompt(
        .challenge, site: "sftp://deploy@web01", line: "(deploy@gate.example) Verification code:",
        instruction: ["Welcome to the gate.", "Codes are sent by post."], wasRefused: true)
    private static let confirmation = LoginPrompt(
        .confirmation, site: "sftp://web01", line: "Allow use of key /home/me/.ssh/id?")
    private static let touch = LoginPrompt(
        .touch, site: "sftp://web01",
        line: "Confirm user presence for key ED25519-SK SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDecnGTRSCq"
    )

    private func asked(
        _ prompt: LoginPrompt, _ width: Int = 100, _ height: Int = 30, isASCII: Bool = false
    ) -> Stage {
        var stage = Stage.shown(width, height, isASCII: isASCII, left: [], right: [])
        stage.send(.prompted(one, prompt))
        return stage
    }

    /// The dialog's own rows and columns.
    private func box(_ stage: Stage) -> String {
        let box = stage.model.dialogs.last.map { stage.model.box(of: $0) }
        guard let rect = box?.rect(in: stage.model.size) else { return "" }
        return stage.model.view().lines[rect.y..<rect.maxY].map { line in
            String(line.dropFirst(rect.x).prefix(rect.width))
        }.joined(separator: "\n")
    }

    private func given(_ text: String, to id: LoginPromptID? = nil) -> Effect {
        .answerLogin(id ?? one, .secret(Secret(text)))
    }

    @Test("A password is asked for with the site and ssh's own line, and hidden")
    func password() {
        var stage = asked(Self.password, 60, 16)
        stage.type("geheim")
        #expect(
            box(stage) == """
                ╭─ Password ─────────────────────────────────────────────╮
                │ Site   sftp://deploy@web01                             │
                │                                                        │
                │ deploy@web01's password:                               │
                │ ******                                                 │
                │                                                        │
                │ Tab  show typed text: < no >                           │
                │ Enter: answer   Esc: cancel the login                  │
                ╰────────────────────────────────────────────────────────╯
                """)
        stage.press("tab")
        #expect(stage.screen.contains("│ geheim  "))
        #expect(stage.screen.contains("show typed text: < yes >"))
        stage.press("tab")
        #expect(!stage.screen.contains("geheim"))
        #expect(stage.press("enter") == [given("geheim")])
        #expect(stage.model.dialogs.isEmpty)
        #expect(stage.model.workspace.logins.prompts.isEmpty)
    }

    @Test("Another host than the site's is named, with the server's own words marked as such")
    func challenge() {
        #expect(
            box(asked(Self.code)) == """
                ╭─ Question from the server ───────────────────────────────────────────╮
                │ The last answer was rejected.                                        │
                │ Site   sftp://deploy@web01                                           │
                │ Asks   deploy@gate.example (not the site's own name)                 │
                │                                                                      │
                │ | Welcome to the gate.                                               │
                │ | Codes are sent by post.                                            │
                │                                                                      │
                │ (deploy@gate.example) Verification code:                             │
                │                                                                      │
                │                                                                      │
                │ Tab  show typed text: < no >                                         │
                │ Enter: answer   Esc: cancel the login                                │
                ╰──────────────────────────────────────────────────────────────────────╯
                """)
    }

    @Test("A long instruction is cut where the box ends, and nothing else is")
    func bounded() {
        var prompt = Self.code
        prompt.instruction = (1...20).map { "Line \($0) of what the server has to say." }
        #expect(
            box(asked(prompt, 60, 16, isASCII: true)) == """
                +- Question from the server -----------------------------+
                | The last answer was rejected.                          |
                | Site   sftp://deploy@web01                             |
                | Asks   deploy@gate.example (not the site's own name)   |
                | | Line 1 of what the server has to say.                |
                | | Line 2 of what the server has to say.                |
                | | Line 3 of what the server has to say.                |
                | | Line 4 of what the server has to say.                |
                | | Line 5 of what the server has to say.                |
                | | Line 6 of what the server has to say.                |
                | (and more that does not fit)                           |
                | (deploy@gate.example) Verification code:               |
                |                                                        |
                | Tab  show typed text: < no >                           |
                | Enter: answer   Esc: cancel the login                  |
                +--------------------------------------------------------+
                """)
    }

    @Test("A confirmation has no under the cursor; y grants it")
    func confirmation() {
        #expect(
            box(asked(Self.confirmation)) == """
                ╭─ Yes or no ──────────────────────────────────────────────────────────╮
                │ Site   sftp://web01                                                  │
                │                                                                      │
                │ Allow use of key /home/me/.ssh/id?                                   │
                │                                                                      │
                │ > n  No                                                              │
                │   y  Yes                                                             │
                │                                                                      │
                │ Esc: cancel the login                                                │
                ╰──────────────────────────────────────────────────────────────────────╯
                """)
        for (keys, answer) in [
            ("enter", LoginAnswer.refused), ("n", .refused), ("y", .confirmed),
            ("down enter", .confirmed), ("tab enter", .confirmed), ("down up enter", .refused),
            ("escape", .declined), ("ctrl-c", .declined),
        ] {
            var stage = asked(Self.confirmation)
            #expect(stage.press(keys) == [.answerLogin(one, answer)], "\(keys)")
            #expect(stage.model.dialogs.isEmpty)
        }
    }

    @Test("A click on yes grants a confirmation")
    func mouse() throws {
        var stage = asked(Self.confirmation)
        let y = try #require(stage.lines.firstIndex { $0.contains("y  Yes") })
        #expect(stage.click(50, y) == [.answerLogin(one, .confirmed)])
    }

    @Test("A touch is a notice that takes no answer and goes when it is done")
    func touch() {
        var stage = asked(Self.touch, 60, 16)
        #expect(
            box(stage) == """
                ╭─ Touch the token ──────────────────────────────────────╮
                │ Site   sftp://web01                                    │
                │                                                        │
                │ Confirm user presence for key ED25519-SK               │
                │ SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDecnGTRSCq            │
                │                                                        │
                │ Touch the token now; you do not need to type anything. │
                │ Esc: cancel the login                                  │
                ╰────────────────────────────────────────────────────────╯
                """)
        #expect(stage.press("enter y tab down a") == [])
        stage.send(.promptWithdrawn(one))
        #expect(stage.model.dialogs.isEmpty)
        stage = asked(Self.touch)
        #expect(stage.press("escape") == [.answerLogin(one, .declined)])
    }

    @Test("An empty answer is one; Esc declines")
    func emptyAndDeclined() {
        var stage = asked(Self.password)
        #expect(stage.press("enter") == [given("")])
        stage = asked(Self.password)
        stage.type("half")
        #expect(stage.press("escape") == [.answerLogin(one, .declined)])
    }

    @Test("Of a paste the first line is taken, and it answers nothing by itself")
    func paste() {
        var stage = asked(Self.password)
        stage.send(.terminal(.paste("first\nsecond\n")))
        #expect(stage.effects == [])
        #expect(stage.press("enter") == [given("first")])
    }

    @Test("More than ssh takes is refused before it is sent")
    func long() {
        var stage = asked(Self.password)
        stage.send(.terminal(.paste(String(repeating: "é", count: 512))))
        #expect(stage.press("enter") == [])
        #expect(stage.screen.contains("An answer can have at most 1023 bytes."))
        stage.press("backspace")
        #expect(!stage.screen.contains("bytes at most"))
        #expect(stage.press("enter") == [given(String(repeating: "é", count: 511))])
    }

    @Test("Several wait for each other, and each answer goes where it belongs")
    func several() {
        var stage = asked(Self.password)
        stage.send(.prompted(two, Self.code))
        #expect(stage.model.dialogs.count == 1)
        stage.type("pw")
        #expect(stage.press("enter") == [given("pw")])
        #expect(stage.screen.contains("Verification code:"))
        stage.type("123")
        #expect(stage.press("enter") == [given("123", to: two)])
        #expect(stage.model.dialogs.isEmpty)
    }

    @Test("One that is withdrawn goes wherever it stands; what was typed into another stays")
    func withdrawn() {
        var stage = asked(Self.password)
        stage.send(.prompted(two, Self.code))
        stage.type("pw")
        stage.send(.promptWithdrawn(two))
        #expect(stage.screen.contains("│ **  "))
        #expect(stage.press("enter") == [given("pw")])
        #expect(stage.model.dialogs.isEmpty)

        stage = asked(Self.password)
        stage.send(.prompted(two, Self.code))
        stage.type("pw")
        stage.send(.promptWithdrawn(one))
        #expect(stage.model.dialogs.count == 1)
        // The other has nothing of it.
        #expect(stage.press("enter") == [given("", to: two)])
        // One that was never there is nothing to speak of.
        stage.send(.promptWithdrawn(one))
        #expect(stage.model.dialogs.isEmpty)
    }

    @Test("Keys typed for one that was withdrawn do not answer the next")
    func hastyAfterWithdrawal() {
        var stage = asked(Self.password)
        stage.send(.prompted(two, Self.confirmation))
        stage.sendHastily(.promptWithdrawn(one))
        for key in ["y", "enter"] {
            guard let key = Key(name: key) else { continue }
            stage.sendHastily(.terminal(.key(key)))
            #expect(stage.effects == [])
        }
        #expect(stage.model.dialogs.count == 1)
    }

    @Test("It waits until nothing else is typed, and comes after a question about a host key")
    func later() {
        var stage = Stage.shown()
        stage.press("f7")
        stage.send(.prompted(one, Self.password))
        let key = HostKey(host: "web01", port: 22, type: "RSA", fingerprint: "SHA256:abc")
        stage.send(
            .trustNeeded(RequestID(rawValue: 90), Stage.web, .hostKey(.new(key))))
        #expect(stage.model.dialogs.count == 1)
        stage.press("escape")
        #expect(stage.screen.contains("Unknown host key"))
        stage.press("escape")
        #expect(stage.screen.contains("deploy@web01's password:"))
    }

    @Test("Whatever is long or odd stays inside the box on every screen")
    func odd() {
        let long = String(repeating: "x", count: 4_000)
        for kind in [
            LoginPrompt.Kind.password, .passphrase, .pin, .challenge, .confirmation, .touch,
        ] {
            let prompt = LoginPrompt(
                kind, site: "sftp://" + long, line: "(\(long)@\(long)) \u{1B}[2J" + long,
                instruction: Array(repeating: long, count: 20), wasRefused: true)
            for (width, height) in [(60, 16), (80, 24), (300, 100)] {
                let screen = asked(prompt, width, height).screen
                #expect(screen.contains("Esc: cancel the login"), "\(kind) \(width)x\(height)")
                #expect(screen.contains("The last answer was rejected."))
                #expect(!screen.contains("\u{1B}"))
            }
        }
    }

    @Test("Who asks is read from ssh's own line")
    func askers() throws {
        for (line, account) in [
            ("me@web01's password: ", "me@web01"), ("(me@web01) Code:", "me@web01"),
            ("(a@b@web01) x", "a@b@web01"),
        ] {
            #expect(LoginAsker(line: line)?.account == account)
        }
        for line in [
            "Enter passphrase for key '/home/me/.ssh/id':", "", "(", "(me@web01", "() x",
            "Enter me@web01's password", "(a b@c) d",
        ] {
            #expect(LoginAsker(line: line) == nil, "\(line)")
        }
        let asker = try #require(LoginAsker(line: "(me@web01) Code:"))
        for site in [
            "sftp://web01", "sftp://me@WEB01:2222", "sftp://other@web01/path", "web01",
            "sftp://a@b@web01",
        ] {
            #expect(!asker.differs(from: site), "\(site)")
        }
        for site in ["sftp://web011", "sftp://web01@gate", "", "sftp://[::1]:22"] {
            #expect(asker.differs(from: site), "\(site)")
        }
        let six = try #require(LoginAsker(line: "me@::1's password:"))
        #expect(!six.differs(from: "sftp://me@[::1]:2222"))
    }
}
