import Files
import Terminal
import Testing

@testable import UI

@Suite("A host without a protocol")
struct TypedHostTests {
    private func screen(_ choices: [SiteChoice] = []) -> FullScreen {
        var screen = FullScreen(width: 100, height: 30, screen: .sites)
        _ = screen.model.update(.sites(choices))
        return screen
    }

    private func choice(
        _ name: String, _ url: String, _ origin: SiteChoice.Origin = .sites
    ) throws -> SiteChoice {
        let target = try SiteURL.parse(url).target
        return SiteChoice(name: name, site: target.site, path: target.path, origin: origin)
    }

    /// What the right pane was asked to list; `login` where that is where the login leads.
    private func opened(_ effects: [Effect]) -> String? {
        for case .list(_, .right, let site, let path, _) in effects {
            return site.text + (path?.text ?? " login")
        }
        return nil
    }

    @Test(
        "It asks for the protocol, and Enter connects with the one that the port suggests",
        arguments: [
            ("example.org", "sftp://example.org login"),
            ("nas", "sftp://nas login"),
            ("localhost", "sftp://localhost login"),
            ("me@nas", "sftp://me@nas login"),
            ("  me@nas ", "sftp://me@nas login"),
            ("nas:21", "ftp://nas login"),
            ("nas:22", "sftp://nas login"),
            ("nas:443", "https://nas login"),
            ("nas:990", "ftps://nas login"),
            ("nas:80", "http://nas login"),
            ("nas/srv/www", "sftp://nas/srv/www"),
            ("me@nas:2121/srv", "sftp://me@nas:2121/srv"),
            ("127.0.0.1", "sftp://127.0.0.1 login"),
            ("127.0.0.1:2222", "sftp://127.0.0.1:2222 login"),
            ("[::1]:2121", "sftp://[::1]:2121 login"),
            ("me@[::1]", "sftp://me@[::1] login"),
            ("::1", "sftp://[::1] login"),
            ("fe80::1/x", "sftp://[fe80::1]/x"),
        ])
    func asked(typed: String, place: String) {
        var screen = screen()
        screen.type(typed)
        #expect(opened(screen.press("enter")) == nil)
        #expect(screen.text.contains("Connect to "), "\(screen.text)")
        #expect(opened(screen.press("enter")) == place)
        #expect(screen.model.screen == .main)
    }

    @Test("The dialog shows the protocols with their ports, and a letter chooses one")
    func dialog() {
        var screen = screen()
        screen.type("nas")
        screen.press("enter")
        for line in [
            "s  SFTP, port 22", "f  FTP (TLS where offered), port 21",
            "w  WebDAV (https), port 443", "h  HTTPS, port 443",
            "i  FTPS (TLS from the start), port 990", "p  HTTP (not encrypted), port 80",
        ] {
            #expect(screen.text.contains(line), "\(screen.text)")
        }
        #expect(screen.text.contains("> s  SFTP"))
        #expect(opened(screen.press("w")) == "davs://nas login")
    }

    @Test("A port that was typed holds for every protocol", arguments: ["down", "tab"])
    func port(key: String) {
        var screen = screen()
        screen.type("127.0.0.1:2121")
        screen.press("enter \(key)")
        #expect(!screen.text.contains("port 21"))
        #expect(opened(screen.press("enter")) == "ftp://127.0.0.1:2121 login")
    }

    @Test("Esc goes back to what was typed")
    func back() {
        var screen = screen()
        screen.type("nas")
        screen.press("enter escape")
        #expect(screen.model.dialogs.isEmpty)
        #expect(screen.model.sites.field.text == "nas")
    }

    @Test("On the smallest terminal all protocols can be seen")
    func smallest() {
        var screen = screen()
        screen.resize(60, 16)
        screen.type("nas")
        screen.press("enter")
        #expect(screen.text.contains("> s  SFTP") && screen.text.contains("p  HTTP (not"))
    }

    @Test("What was used for a host last is the default, where no other port was typed")
    func usual() throws {
        let choices = [
            try choice("web", "https://example.org"),
            try choice("ftp://example.org/", "ftp://example.org/", .recent),
            try choice("x", "dav://example.org:8080/", .recent),
        ]
        for (typed, place) in [
            ("Example.org", "ftp://Example.org login"),
            ("example.org:8080", "dav://example.org:8080 login"),
            ("example.org:2000", "sftp://example.org:2000 login"),
            ("other.org", "sftp://other.org login"),
        ] {
            var screen = screen(choices)
            screen.type(typed)
            screen.press("enter")
            #expect(opened(screen.press("enter")) == place, "\(typed)")
        }
    }

    @Test("A saved site or an ssh host of that name goes first")
    func names() throws {
        let choices = [
            try choice("nas2", "ftp://other/pub"), try choice("nas", "ftp://me@nas.example/pub"),
            try choice("gate.example", "sftp://gate.example", .ssh),
            try choice("my.org/web", "ftp://web/"),
        ]
        for (typed, place) in [
            ("nas", "ftp://me@nas.example/pub"), ("gate.example", "sftp://gate.example login"),
            ("nas/srv", "ftp://me@nas.example/srv"),
            ("gate.example/srv", "sftp://gate.example/srv"),
            ("my.org/w", "ftp://web/"),
        ] {
            var screen = screen(choices)
            screen.type(typed)
            #expect(opened(screen.press("enter")) == place, "\(typed)")
        }
        // Another host than the one whose name begins so.
        var screen = screen(choices)
        screen.type("gate.exam")
        #expect(opened(screen.press("enter")) == nil)
        #expect(screen.text.contains("Connect to gate.exam"))
    }

    @Test("A password that is typed goes its own way, and is not shown")
    func password() {
        var screen = screen()
        screen.type("me:s3cret@nas:21")
        screen.press("enter")
        #expect(screen.text.contains("Connect to nas:21"))
        let site = Site(scheme: .ftp, host: "nas", user: "me")
        let effects = screen.press("enter")
        #expect(effects.first == .password(nil, site, .given(Secret("s3cret"))))
        #expect(screen.model.sites.field.text == "")
    }

    @Test("Words with blanks only filter the list")
    func words() throws {
        var screen = screen([try choice("the big nas", "ftp://nas/")])
        screen.type("big nas")
        #expect(opened(screen.press("enter")) == "ftp://nas/")
        screen = self.screen([try choice("web", "ftp://web/")])
        screen.type("big nas.example")
        #expect(screen.text.contains("No site matches."))
        #expect(screen.press("enter").isEmpty && screen.model.dialogs.isEmpty)
    }
}
