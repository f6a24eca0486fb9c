import Files
import Jobs
import Terminal
import Testing

@testable import UI

@Suite("Deciding about a server")
struct TrustDialogTests {
    private let one = RequestID(rawValue: 90)
    private static let certificate = Certificate(
        subject: "CN=web01, O=Example", issuer: "CN=web01, O=Example",
        names: ["web01", "web01.example", "192.0.2.7"], validFrom: 1_780_000_000,
        validUntil: 1_811_536_000, fingerprint: (0..<32).map { $0 * 7 &+ 5 })
    private static let reason = "Nobody that this machine trusts vouches for it."
    private static let untrusted = TrustQuestion.certificate(
        .untrusted(certificate, reason: reason))
    private static let changed = TrustQuestion.certificate(
        .changed(certificate, known: (0..<32).map { 255 - $0 }, reason: reason))
    private static let clear = TrustQuestion.certificate(
        .clear(reason: "web01 offers no TLS (502 Command not implemented)."))

    private func asked(
        _ question: TrustQuestion, _ width: Int = 100, _ height: Int = 30, isASCII: Bool = false
    ) -> Stage {
        var stage = Stage.shown(width, height, isASCII: isASCII)
        stage.send(.trustNeeded(one, Stage.web, question))
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

    @Test("An untrusted certificate is shown whole; Enter and Esc do not connect")
    func untrusted() {
        var stage = asked(Self.untrusted)
        #expect(
            stage.press("enter") == [.trust(one, Stage.web, Self.untrusted, .declined)])
        #expect(stage.model.dialogs.isEmpty)
        stage = asked(Self.untrusted)
        #expect(stage.press("escape") == [.trust(one, Stage.web, Self.untrusted, .declined)])
    }

    @Test("On the smallest screen nothing that matters is missing")
    func small() {
        #expect(
            box(asked(Self.untrusted, 60, 16)) == """
                ╭─ Untrusted certificate ────────────────────────────────╮
                │ Nobody that this machine trusts vouches for it.        │
                │                                                        │
                │ Host   ftp://deploy@web01                              │
                │ For    CN=web01, O=Example                             │
                │ By     itself (self-signed)                            │
                │ Names  web01, web01.example, 192.0.2.7                 │
                │ Valid  2026-05-28 to 2027-05-28                        │
                │ SHA256 05:0C:13:1A:21:28:2F:36:3D:44:4B:52:59:60:67:6E │
                │        75:7C:83:8A:91:98:9F:A6:AD:B4:BB:C2:C9:D0:D7:DE │
                │                                                        │
                │ > n  Do not connect                                    │
                │   o  Trust it this time                                │
                │   a  Always trust it for this site                     │
                ╰────────────────────────────────────────────────────────╯
                """)
        #expect(
            box(asked(Self.changed, 60, 16, isASCII: true)) == """
                +- ALARM: the certificate has changed -------------------+
                |  Someone may be impersonating web01.                   |
                | Nobody that this machine trusts vouches for it.        |
                | Host   ftp://deploy@web01                              |
                | For    CN=web01, O=Example                             |
                | By     itself (self-signed)                            |
                | Names  web01, web01.example, 192.0.2.7                 |
                | Valid  2026-05-28 to 2027-05-28                        |
                | known  FF:FE:FD:FC:FB:FA:F9:F8:F7:F6:F5:F4:F3:F2:F1:F0 |
                |        EF:EE:ED:EC:EB:EA:E9:E8:E7:E6:E5:E4:E3:E2:E1:E0 |
                | new    05:0C:13:1A:21:28:2F:36:3D:44:4B:52:59:60:67:6E |
                |        75:7C:83:8A:91:98:9F:A6:AD:B4:BB:C2:C9:D0:D7:DE |
                | > n  Do not connect                                    |
                |   O  Trust the new one this time anyway                |
                |   A  Always trust the new one for this site            |
                +--------------------------------------------------------+
                """)
        #expect(
            box(asked(Self.clear, 60, 16)) == """
                ╭─ No encryption ────────────────────────────────────────╮
                │ web01 offers no TLS (502 Command not implemented).     │
                │ Others on the network could read and change passwords  │
                │ and files.                                             │
                │                                                        │
                │ Host   ftp://deploy@web01                              │
                │                                                        │
                │ > n  Do not connect                                    │
                │   o  Connect without encryption this time              │
                │   a  Always for this site, until it offers TLS         │
                ╰────────────────────────────────────────────────────────╯
                """)
    }

    @Test("It is trusted once with o, always with a, or with the arrows and Enter")
    func trusted() {
        for (keys, answer) in [
            ("o", TrustAnswer.once), ("a", .always), ("n", .declined), ("down enter", .once),
            ("down down down enter", .always), ("down up enter", .declined),
        ] {
            var stage = asked(Self.untrusted)
            #expect(
                stage.press(keys) == [.trust(one, Stage.web, Self.untrusted, answer)], "\(keys)")
        }
    }

    @Test("Another certificate than the known one is an alarm, which no small key accepts")
    func changed() {
        var stage = asked(Self.changed)
        #expect(stage.press("o a down down tab") == [])
        #expect(stage.press("enter") == [.trust(one, Stage.web, Self.changed, .declined)])
        stage = asked(Self.changed)
        #expect(stage.press("A") == [.trust(one, Stage.web, Self.changed, .always)])
        stage = asked(Self.changed)
        #expect(stage.press("O") == [.trust(one, Stage.web, Self.changed, .once)])
    }

    @Test("The alarm's headline has a role of its own")
    func alarmRole() {
        let frame = asked(Self.changed).model.view()
        let roles = (0..<frame.size.height).flatMap { y in
            (0..<frame.size.width).map { frame[$0, y].role }
        }
        #expect(roles.contains(.statusError))
    }

    @Test("Without TLS it is asked whether to speak in clear")
    func clear() {
        var stage = asked(Self.clear)
        #expect(stage.press("a") == [.trust(one, Stage.web, Self.clear, .always)])
    }

    @Test("A long certificate of a stranger stays inside the box on every screen")
    func long() {
        var certificate = Self.certificate
        certificate.subject = String(repeating: "CN=very.long.name.example, ", count: 40)
        certificate.names = (0..<100).map { "name\($0).example" }
        for question in [
            CertificateQuestion.untrusted(
                certificate, reason: String(repeating: "Why not. ", count: 90)),
            .changed(certificate, known: [1, 2], reason: ""),
            .clear(reason: String(repeating: "x", count: 3_000)),
        ] {
            for (width, height) in [(60, 16), (80, 24), (300, 100)] {
                let screen = asked(.certificate(question), width, height).screen
                #expect(screen.contains("Do not connect"), "\(width)x\(height)")
                #expect(screen.contains("a  ") || screen.contains("A  "), "\(width)x\(height)")
            }
        }
    }

    @Test("Transfers that failed for want of it go on with the answer, all of them")
    func jobs() {
        var stage = Stage.shown()
        let error = FileSystemError(
            .security, detail: "web01 is not trusted.", question: Self.untrusted)
        stage.change(
            .carrying("a", id: 1, .failed(error)), .carrying("b", id: 2, .failed(error)))
        #expect(stage.model.dialogs.count == 1)
        #expect(
            stage.press("o") == [
                .trust(nil, Stage.web, Self.untrusted, .once),
                .control(.retry(JobID(rawValue: 1))), .control(.retry(JobID(rawValue: 2))),
            ])
    }

    @Test("What was declined is not asked again by transfers until one is retried")
    func declined() {
        var stage = Stage.shown()
        let error = FileSystemError(
            .security, detail: "web01 is not trusted.", question: Self.untrusted)
        stage.change(.carrying("a", id: 1, .failed(error)))
        #expect(stage.press("escape") == [])
        stage.change(.carrying("b", id: 2, .failed(error)))
        #expect(stage.model.dialogs.isEmpty)
        stage.press("w")
        #expect(stage.press("r").count == 1)
        stage.change(.carrying("a", id: 1, .running))
        stage.change(.carrying("a", id: 1, .failed(error)))
        #expect(stage.model.dialogs.count == 1)
    }

    @Test("It waits until nothing else is typed, and comes before a password")
    func later() {
        var stage = Stage.shown()
        stage.press("f7")
        stage.send(.passwordNeeded(RequestID(rawValue: 91), Stage.web, detail: nil))
        stage.send(.trustNeeded(one, Stage.web, Self.untrusted))
        stage.type("oa")
        #expect(stage.model.dialogs.count == 1)
        stage.press("escape")
        #expect(stage.screen.contains("Untrusted certificate"))
        stage.press("o")
        #expect(stage.screen.contains("Password for"))
    }

    @Test("A click on an answer gives it")
    func mouse() throws {
        var stage = asked(Self.untrusted)
        let y = try #require(stage.lines.firstIndex { $0.contains("o  Trust it this time") })
        #expect(stage.click(50, y) == [.trust(one, Stage.web, Self.untrusted, .once)])
    }
}
