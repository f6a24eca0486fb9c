import Files
import Terminal
import Testing

@testable import UI

@Suite("The card of a site")
struct SiteCardTests {
    private func choice() -> SiteChoice {
        var choice = SiteChoice(
            name: "web", site: Site(scheme: .ftp, host: "web01", user: "deploy"),
            path: Path("/www"), origin: .sites, comment: "The public site")
        choice.card.software = "vsFTPd 3.0.5"
        choice.card.system = "UNIX Type: L8"
        choice.card.features = ["EPSV", "MDTM", "MLST", "REST", "SIZE", "TVFS", "UTF8"]
        choice.card.clockOffset = 5_400
        choice.card.tlsVersion = "TLS 1.3"
        choice.card.certificate = Certificate(
            subject: "CN=web01", issuer: "CN=Home CA", names: [], validFrom: 0,
            validUntil: 1_800_000_000, fingerprint: [UInt8](repeating: 0xAB, count: 32))
        choice.card.failure = ServerCard.Failure("web01 has not answered for 60 s.", at: 0)
        choice.refusals = ["rename", "sync"]
        choice.connectionLimit = 4
        choice.source = "/home/me/.config/ferry/sites.toml"
        choice.passwordCommand = "pass web"
        return choice
    }

    private func screen(_ width: Int, _ height: Int) -> FullScreen {
        var screen = FullScreen(width: width, height: height, screen: .sites)
        var other = SiteChoice(
            name: "zeta", site: Site(scheme: .sftp, host: "zeta"), path: nil, origin: .sites)
        other.card.hostKeys = ["ED25519 SHA256:0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"]
        _ = screen.model.update(.sites([choice(), other]))
        return screen
    }

    @Test("On a wide screen it stands beside the list and follows the cursor")
    func beside() {
        var screen = screen(100, 40)
        let text = screen.text
        for words in [
            "Site\n", "Protocol     ftp", "Password     from a command", "Comment      The public",
            "Server\n", "Software     vsFTPd 3.0.5", "System       UNIX Type: L8",
            "Features     EPSV, MDTM, MLST, REST,", "Clock        1:30 h ahead of UTC",
            "Connections  at most 4 for transfers", "Refuses      rename, sync",
            "TLS          TLS 1.3 at the last connection", "Certificate  CN=web01",
            "Issued by    CN=Home CA", "Valid until  2027-01-15", "SHA-256      AB:AB:",
            "Last error   Jan 01 1970: web01 has not", "Listed in    /home/me/.config/ferry",
        ] {
            #expect(text.contains(words), "\(words)")
        }
        screen.press("down down")
        #expect(screen.text.contains("Host key     ED25519"))
        #expect(!screen.text.contains("vsFTPd"))
    }

    @Test(
        "Right goes into it, and Left and Esc leave it, at every size",
        arguments: [(60, 16), (80, 24), (91, 24), (92, 20), (100, 30), (300, 100)])
    func opened(width: Int, height: Int) {
        var screen = screen(width, height)
        screen.press("right")
        for _ in 0..<40 { screen.press("down") }
        #expect(screen.text.contains("Listed in"), "\(screen.text)")
        for _ in 0..<40 { screen.press("up") }
        #expect(screen.text.contains("Protocol"))
        #expect(screen.lines.allSatisfy { CharacterWidth.of($0) <= width })
        screen.press("left down")
        #expect(screen.text.contains(" zeta "))
        screen.press("up right escape")
        #expect(screen.model.screen == .sites)
        screen.press("escape")
        #expect(screen.model.screen == .main)
    }

    @Test("What does not fit is counted, and the wheel and a press scroll")
    func cut() {
        var screen = screen(100, 20)
        #expect(screen.text.contains("more lines: Right, then Down"))
        screen.press("right")
        #expect(screen.text.contains("more lines: Down"))
        screen.press("left")
        #expect(!screen.text.contains("Listed in"))
        for _ in 0..<20 { screen.wheel(.wheelDown, 80, 10) }
        #expect(screen.text.contains("Listed in"))
        // A letter is for the box again.
        screen.type("z")
        #expect(screen.model.sites.field.text == "z")
        #expect(screen.model.sites.cardTop == nil)
        #expect(screen.text.contains("Host key"))
    }

    @Test("In the box Right and Left move the cursor")
    func box() {
        var screen = screen(100, 30)
        screen.type("web")
        screen.press("left left right")
        #expect(screen.model.sites.field.cursor == 2)
        #expect(screen.model.sites.cardTop == nil)
    }

    @Test("A hostile server's words stay inside the card")
    func hostile() {
        var choice = choice()
        choice.card.features = (0..<48).map { "FEATURE-\($0)-" + String(repeating: "x", count: 30) }
        var screen = FullScreen(width: 80, height: 24, screen: .sites)
        _ = screen.model.update(.sites([choice]))
        screen.press("right")
        #expect(screen.lines.allSatisfy { CharacterWidth.of($0) <= 80 })
        for _ in 0..<60 { screen.press("down") }
        #expect(screen.text.contains("Listed in"))
    }
}
