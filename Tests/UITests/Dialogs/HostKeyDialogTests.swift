import Files
import Jobs
import Terminal
import Testing

@testable import UI

@Suite("Deciding about a host key")
struct HostKeyDialogTests {
    private let one = RequestID(rawValue: 90)
    private static let site = Site(scheme: .sftp, host: "web01", user: "deploy")
    private static let key = HostKey(
        host: "gate.example", port: 2_222, type: "ED25519",
        fingerprint: "SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDecnGTRSCqPMbw0KA",
        image: [
            "+--[ED25519 256]--+", "|      .o.        |", "|     .  o        |",
            "|    . .. .       |", "|     +  o .      |", "|    . o.S. .     |",
            "|     =.o+ o      |", "|    + *+.= .     |", "|   . B=*=.o      |",
            "|    .+@E*=.      |", "+----[SHA256]-----+",
        ])
    private static let new = TrustQuestion.hostKey(.new(key))
    private static let changed = TrustQuestion.hostKey(
        .changed(key, known: KnownHostsLine(file: "/home/me/.ssh/known_hosts", number: 12)))

    private func asked(
        _ question: TrustQuestion, _ width: Int = 100, _ height: Int = 30, isASCII: Bool = false
    ) -> Stage {
        var stage = Stage.shown(width, height, isASCII: isASCII, left: [], right: [])
        stage.send(.trustNeeded(one, Self.site, question))
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

    @Test("A new key is shown with its fingerprint whole, and its image where there is room")
    func new() {
        #expect(
            box(asked(Self.new)) == """
                ╭─ Unknown host key ───────────────────────────────────────────────────╮
                │ ssh does not know this key. Compare it with the one from the         │
                │ server's operator.                                                   │
                │                                                                      │
                │ Site   sftp://deploy@web01                                           │
                │ Host   gate.example                                                  │
                │ Port   2222                                                          │
                │ Type   ED25519                                                       │
                │ SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDecnGTRSCqPMbw0KA                   │
                │ +--[ED25519 256]--+                                                  │
                │ |      .o.        |                                                  │
                │ |     .  o        |                                                  │
                │ |    . .. .       |                                                  │
                │ |     +  o .      |                                                  │
                │ |    . o.S. .     |                                                  │
                │ |     =.o+ o      |                                                  │
                │ |    + *+.= .     |                                                  │
                │ |   . B=*=.o      |                                                  │
                │ |    .+@E*=.      |                                                  │
                │ +----[SHA256]-----+                                                  │
                │                                                                      │
                │ > n  Do not connect                                                  │
                │   t  Trust it; ssh adds it to known_hosts                            │
                ╰──────────────────────────────────────────────────────────────────────╯
                """)
        #expect(
            box(asked(Self.new, 60, 16)) == """
                ╭─ Unknown host key ─────────────────────────────────────╮
                │ ssh does not know this key. Compare it with the one    │
                │ from the server's operator.                            │
                │                                                        │
                │ Site   sftp://deploy@web01                             │
                │ Host   gate.example                                    │
                │ Port   2222                                            │
                │ Type   ED25519                                         │
                │ SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDecnGTRSCqPMbw0KA     │
                │                                                        │
                │ > n  Do not connect                                    │
                │   t  Trust it; ssh adds it to known_hosts              │
                ╰────────────────────────────────────────────────────────╯
                """)
        #expect(!box(asked(Self.new, 100, 29)).contains("[SHA256]"))
    }

    @Test("A changed key is an alarm with the file and the line of the known one")
    func changed() {
        #expect(
            box(asked(Self.changed)) == """
                ╭─ ALARM: the host key has changed ────────────────────────────────────╮
                │  Someone may be impersonating gate.example.                          │
                │ ssh knows another key and does not connect. If the operator changed  │
                │ it, remove the known one.                                            │
                │ Site   sftp://deploy@web01                                           │
                │ Host   gate.example                                                  │
                │ Port   2222                                                          │
                │ Type   ED25519                                                       │
                │ SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDecnGTRSCqPMbw0KA                   │
                │ Known  /home/me/.ssh/known_hosts line 12                             │
                │                                                                      │
                │ > n  Close                                                           │
                ╰──────────────────────────────────────────────────────────────────────╯
                """)
        #expect(
            box(asked(Self.changed, 60, 16, isASCII: true)) == """
                +- ALARM: the host key has changed ----------------------+
                |  Someone may be impersonating gate.example.            |
                | ssh knows another key and does not connect. If the     |
                | operator changed it, remove the known one.             |
                | Site   sftp://deploy@web01                             |
                | Host   gate.example                                    |
                | Port   2222                                            |
                | Type   ED25519                                         |
                | SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDecnGTRSCqPMbw0KA     |
                | Known  /home/me/.ssh/known_hosts line 12               |
                |                                                        |
                | > n  Close                                             |
                +--------------------------------------------------------+
                """)
    }

    @Test("A new key is trusted with t, or with the arrow and Enter; Enter alone does not connect")
    func answers() {
        for (keys, answer) in [
            ("t", TrustAnswer.always), ("down enter", .always), ("down down enter", .always),
            ("enter", .declined), ("n", .declined), ("escape", .declined),
            ("down up enter", .declined),
        ] {
            var stage = asked(Self.new)
            #expect(stage.press(keys) == [.trust(one, Self.site, Self.new, answer)], "\(keys)")
            #expect(stage.model.dialogs.isEmpty)
        }
        var stage = asked(Self.new)
        #expect(stage.press("o a O A T y") == [])
    }

    @Test("No key and no click trusts a changed one: it can only be closed")
    func closing() throws {
        var stage = asked(Self.changed)
        #expect(stage.press("t T a A o O y down up tab") == [])
        #expect(stage.press("enter") == [.trust(one, Self.site, Self.changed, .declined)])
        stage = asked(Self.changed)
        #expect(stage.press("escape") == [.trust(one, Self.site, Self.changed, .declined)])
        stage = asked(Self.changed)
        let y = try #require(stage.lines.firstIndex { $0.contains("n  Close") })
        #expect(stage.click(50, y + 1) == [])
        #expect(stage.click(50, y) == [.trust(one, Self.site, Self.changed, .declined)])
    }

    @Test("A click on the answer trusts a new one")
    func mouse() throws {
        var stage = asked(Self.new)
        let y = try #require(stage.lines.firstIndex { $0.contains("t  Trust it") })
        #expect(stage.click(50, y) == [.trust(one, Self.site, Self.new, .always)])
    }

    @Test("One question stands for all who wait for the same key, on whatever way to whatever site")
    func merging() {
        var stage = asked(Self.new)
        let other = RequestID(rawValue: 91)
        let behind = Site(scheme: .sftp, host: "db01")
        stage.send(.trustNeeded(other, behind, Self.new))
        #expect(stage.model.dialogs.count == 1)
        var key = Self.key
        key.fingerprint = "SHA256:other"
        stage.send(.trustNeeded(other, behind, .hostKey(.new(key))))
        #expect(stage.model.dialogs.count == 1)
        stage.press("t")
        #expect(stage.model.dialogs.count == 1)
        #expect(stage.screen.contains("SHA256:other"))
    }

    @Test("What is long or odd in a key stays inside the box on every screen")
    func long() {
        let long = String(repeating: "x", count: 400)
        let key = HostKey(
            host: long, port: 22, type: "\u{1B}[2J", fingerprint: "SHA256:" + long,
            image: (0..<100).map { "row \($0)" })
        #expect(key.image.count == HostKey.imageRows)
        let line = KnownHostsLine(file: "/home/\(long)", number: 9)
        for question in [HostKeyQuestion.new(key), .changed(key, known: line)] {
            for (width, height) in [(60, 16), (80, 24), (300, 100)] {
                let screen = asked(.hostKey(question), width, height).screen
                #expect(screen.contains("n  "), "\(width)x\(height)")
                #expect(!screen.contains("\u{1B}"))
                // Of a long path the end stays, and the line's number.
                if case .changed = question { #expect(screen.contains("xx line 9")) }
            }
        }
    }
}
