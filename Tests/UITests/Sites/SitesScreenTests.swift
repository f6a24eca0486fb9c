import Files
import Terminal
import Testing

@testable import UI

@Suite("The sites screen")
struct SitesScreenTests {
    private let pub = Site(scheme: .ftp, host: "ftp.example.org")

    private func screen(_ width: Int = 60, _ height: Int = 16) -> FullScreen {
        var screen = FullScreen(width: width, height: height, screen: .sites)
        _ = screen.model.update(
            .sites([
                SiteChoice(
                    name: "Web", site: webServer, path: Path("/www"), origin: .sites,
                    comment: "The public site; deploys run at noon, so keep off then."),
                SiteChoice(
                    name: "ftp://ftp.example.org/pub", site: pub, path: Path("/pub"),
                    origin: .recent),
            ]))
        return screen
    }

    @Test("The hosts of ssh's config are marked as such")
    func sshHosts() {
        var screen = screen()
        let site = Site(scheme: .sftp, host: "gate")
        _ = screen.model.update(
            .sites([SiteChoice(name: "gate", site: site, path: nil, origin: .ssh)]))
        let row = screen.text.split(separator: "\n").first { $0.contains("gate ") }
        #expect(row?.contains("sftp://gate") == true)
        #expect(row?.contains(" ssh") == true)
    }

    @Test("rclone's remotes stand behind ssh's hosts and before visited places, whenever they come")
    func remotes() {
        var screen = screen()
        let nas = Site(scheme: .rclone, host: "My nas")
        _ = screen.model.update(
            .remotes([SiteChoice(name: "My nas", site: nas, path: nil, origin: .rclone)]))
        #expect(
            screen.lines[4...6] == [
                " Web                 ftp://deploy@web01/www",
                " My nas              rclone://My%20nas               rclone",
                " ftp://ftp.example.org/pub                           recent",
            ])
        screen.press("down")
        #expect(
            screen.lines[10...12] == [
                " Protocol  rclone             Remote    My nas",
                " Path      login directory    Charset   UTF-8", "",
            ])
        let effects = screen.press("enter")
        let lists = effects.filter { effect in
            if case .list(_, .right, nas, nil, _) = effect { return true }
            return false
        }
        #expect(lists.count == 1)
    }

    @Test("host:path is taken for a saved site or a host of ssh's, from the login directory")
    func reference() {
        let gate = Site(scheme: .sftp, host: "gate")
        for (typed, below, path) in [
            ("gate:", nil, nil), ("gate:www/a b", "www/a b", nil), ("gate:/srv", nil, "/srv"),
            ("gate:~you/x", "~you/x", nil), ("sftp://gate/~you/x", "~you/x", nil),
            ("sftp://gate/%7Eyou", nil, "/~you"),
        ] as [(String, String?, String?)] {
            var screen = screen()
            _ = screen.model.update(
                .sites([SiteChoice(name: "gate", site: gate, path: nil, origin: .ssh)]))
            screen.type(typed)
            let effects = screen.press("enter")
            let isAsked = effects.contains { effect in
                switch effect {
                case .list(_, .right, gate, let listed, _):
                    return below == nil && listed == path.map { Path($0) }
                case .listBelowHome(_, .right, gate, let listed, _):
                    return Array(listed.bytes) == below.map { Array($0.utf8) }
                default: return false
                }
            }
            #expect(isAsked, "\(typed)")
        }
        var screen = screen()
        screen.type("nobody:x")
        #expect(screen.press("enter").isEmpty)
        #expect(screen.lines[2] == "      'nobody' is not a known site, and 'x' is not a port.")
    }

    @Test(
        "Of an SSH site is shown what its options say, and neither a user nor TLS that it has not")
    func sshFacts() {
        var screen = screen()
        var choice = SiteChoice(
            name: "gate", site: Site(scheme: .sftp, host: "gate", port: 2_200), path: nil,
            origin: .sites)
        choice.optionFacts = [SiteFact("ssh", "assh"), SiteFact("Server", "/usr/lib/sftp-server")]
        _ = screen.model.update(.sites([choice]))
        #expect(
            screen.lines[10...12] == [
                " Protocol  sftp               Host      gate:2200",
                " Path      login directory    Charset   UTF-8",
                " ssh       assh               Server    /usr/lib/sftp-ser~",
            ])
    }

    @Test("It asks for the known sites when it opens, and shows them with what is known of one")
    func literal() {
        var main = FullScreen()
        #expect(main.press("f2") == [.loadSites, .loadRemotes])
        #expect(
            screen().text == """
                 Sites
                 Site  host, user@host or URL
                      Enter opens it in the right pane; Right shows more
                ─ 2 of 2 known ─────────────────────────────────────────────
                 Web                 ftp://deploy@web01/www
                 ftp://ftp.example.org/pub                           recent



                ─ Web ──────────────────────────────────────────────────────
                 Protocol  ftp                Host      web01
                 User      deploy             Path      /www
                 TLS       asked for          Charset   UTF-8
                 The public site; deploys run at noon, so keep off then.

                 Enter connect  F7 save as  F4 edit  F8 remove  Esc back
                """)
    }

    @Test("Before any site is known it says how to begin, at every size")
    func nothingKnown() {
        let small = FullScreen(width: 60, height: 16, screen: .sites)
        #expect(small.lines.count == 16)
        #expect(small.lines[2] == "      Enter connects in the right pane")
        #expect(
            small.lines[4...8] == [
                " Connect   Type host, user@host, sftp://host/path or an ssh",
                "           alias, and press Enter.",
                " Try it    Try the demo server, with sample files.",
                " Import    Import sites from other programs.", "",
            ])
        let large = FullScreen(width: 100, height: 30, screen: .sites)
        #expect(
            large.lines[2]
                == "      Type a host, user@host or URL; Enter connects in the right pane")
        #expect(
            large.lines[4...7] == [
                " Connect   Type host, user@host, sftp://host/path or an ssh alias, and press Enter.",
                "", " Try it    Try the demo server, with sample files.",
                " Import    Import sites from other programs.",
            ])
        var other = FullScreen(width: 300, height: 100, screen: .sites)
        other.type("abc def")
        #expect(other.lines[2] == "      No site matches.")
    }

    @Test("A URL that is typed is connected to in the pane that shows no local files")
    func url() throws {
        var screen = screen()
        screen.type("ftp://ftp.example.org/pub")
        let effects = screen.press("enter")
        #expect(screen.model.screen == .main)
        #expect(screen.model.focus == .right)
        let lists = effects.filter { effect in
            if case .list(_, .right, pub, Path("/pub"), _) = effect { return true }
            return false
        }
        #expect(lists.count == 1)
    }

    @Test("The focused pane is used where it shows a server or nothing, and named before")
    func whichPane() {
        var screen = screen()
        #expect(screen.lines[2].contains("in the right pane"))
        screen.model.focus = .right
        #expect(screen.lines[2].contains("in the right pane"))
        screen.model.right = Pane(site: .local, path: .root)
        #expect(screen.lines[2].contains("in the left pane"))
        screen.model.right.isEmpty = true
        #expect(screen.lines[2].contains("in the right pane"))
    }

    @Test("A password in the URL goes its own way, first, and is shown no more")
    func password() throws {
        var screen = screen()
        screen.type("ftp://me:s3cret@ftp.example.org/")
        let effects = screen.press("enter")
        let site = Site(scheme: .ftp, host: "ftp.example.org", user: "me")
        #expect(effects.first == .password(nil, site, .given(Secret("s3cret"))))
        #expect(effects.count > 1)
        screen.press("f2")
        #expect(!screen.text.contains("s3cret"))
    }

    @Test(
        "Bad URLs are refused in one sentence below the box",
        arguments: [
            ("ftp://a:99999/", "The port '99999' is not a number from 1 to 65535."),
            ("gopher://a/", "The scheme 'gopher' is unknown"),
            ("nothing like it", "No site matches; a host or URL cannot contain spaces."),
            ("a!b", "'a!b' is not a host name"),
            ("host:99999", "The port '99999' is not a number from 1 to 65535."),
            ("ftp://", "'' is not a host name"),
        ])
    func refusals(url: String, sentence: String) {
        var screen = screen(100, 30)
        screen.type(url)
        #expect(screen.press("enter").isEmpty)
        #expect(screen.lines[2].hasPrefix("      " + sentence))
        #expect(screen.model.screen == .sites)
        screen.type("x")
        #expect(!screen.lines[2].contains(sentence))
    }

    @Test("Typing filters by name, address and comment; Esc empties the box, then leaves")
    func filter() {
        var screen = screen()
        screen.type("noon")
        #expect(screen.lines[3].hasPrefix("─ 1 of 2 known"))
        #expect(screen.lines[4].hasPrefix(" Web"))
        screen.press("escape")
        #expect(screen.lines[3].hasPrefix("─ 2 of 2 known"))
        #expect(screen.model.screen == .sites)
        screen.press("escape")
        #expect(screen.model.screen == .main)
    }

    @Test("Enter opens the one under the cursor, a double click the one clicked")
    func choose() {
        var screen = screen()
        screen.press("down")
        #expect(screen.role(of: "ftp://ftp.example") == .paneCursor)
        let opened = screen.press("enter")
        #expect(opened.contains { if case .list(_, _, pub, _, _) = $0 { true } else { false } })
        screen = self.screen()
        #expect(screen.click(3, 4).isEmpty)
        let clicked = screen.click(3, 4)
        #expect(
            clicked.contains { if case .list(_, _, webServer, _, _) = $0 { true } else { false } })
    }

    @Test("Tab takes the chosen one's URL into the box, and a paste goes there as well")
    func edit() {
        var screen = screen()
        screen.press("tab")
        #expect(screen.model.sites.field.text == "ftp://deploy@web01/www")
        _ = screen.model.update(.terminal(.paste("/sub\n\u{1b}[31m")))
        #expect(screen.model.sites.field.text == "ftp://deploy@web01/www/sub[31m")
    }

    @Test("Names of sites cannot harm the screen, and thousands stay quick")
    func manySites() {
        var screen = FullScreen(width: 60, height: 16, screen: .sites)
        _ = screen.model.update(
            .sites(
                (0..<5_000).map {
                    SiteChoice(
                        name: "evil\u{1b}[2J\($0)", site: pub, path: nil, origin: .sites,
                        comment: "\u{7}bell")
                }))
        #expect(screen.lines[4].hasPrefix(" evil\\x1b[2J0"))
        screen.press("pagedown pagedown")
        #expect(screen.model.sites.scroll.cursor > 4)
    }
}
