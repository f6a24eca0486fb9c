import Files
import Settings
import Terminal
import Testing

@testable import UI

@Suite("Sites get names, other ones, and go")
struct SiteChangesTests {
    private let web = Site(scheme: .ftp, host: "web01.example.com", user: "deploy")

    private func screen(_ width: Int = 100, _ height: Int = 30) -> FullScreen {
        var screen = FullScreen(width: width, height: height, screen: .sites)
        var nas = Site(scheme: .sftp, host: "nas")
        nas.charset = "CP1252"
        _ = screen.model.update(
            .sites([
                SiteChoice(name: "work/nas", site: nas, path: Path("/srv"), origin: .sites),
                SiteChoice(
                    name: "gate", site: Site(scheme: .sftp, host: "gate"), path: nil, origin: .ssh),
                SiteChoice(name: "recent", site: web, path: Path("/a b"), origin: .recent),
            ]))
        _ = screen.model.update(
            .remotes([
                SiteChoice(
                    name: "box", site: Site(scheme: .rclone, host: "box"), path: nil,
                    origin: .rclone)
            ]))
        return screen
    }

    private func saved(_ effects: [Effect]) -> SiteChange? {
        for case .saveSite(let change) in effects { return change }
        return nil
    }

    @Test("F7 saves a visit under the host's first label, or under another name")
    func visit() throws {
        var screen = screen()
        screen.press("down down down f7")
        #expect(screen.text.contains("Save as a site"))
        #expect(screen.text.contains("> Name      web01 "))
        #expect(screen.text.contains("URL       ftp://deploy@web01.example.com "))
        #expect(screen.text.contains("Start in  /a b "))
        let change = try #require(saved(screen.press("enter")))
        #expect(change.replaced == nil)
        #expect(change.site == NamedSite(name: "web01", site: web, path: Path("/a b")))
        _ = screen.model.update(.siteRefused("The disk is full."))
        #expect(screen.text.contains("The disk is full."))
        _ = screen.press("escape f7")
        screen.type("work/web 1")
        #expect(saved(screen.press("enter"))?.site.name == "work/web 1")
    }

    @Test(
        "F7 saves what is typed",
        arguments: [
            ("sftp://me@box.example/~/docs", "box", "sftp://me@box.example/~/docs"),
            ("https://x.example/a/b?q=1", "x", "https://x.example/a/b?q=1"),
            ("127.0.0.1:2121", "127.0.0.1", "sftp://127.0.0.1:2121"),
            ("[::1]:21/pub", "--1", "ftp://[::1]/pub"), ("/srv", "here", "file:///srv"),
            ("me:s3cret@far.example", "far", "sftp://me@far.example"),
        ])
    func typed(text: String, name: String, url: String) throws {
        var screen = screen()
        screen.type(text)
        screen.press("f7")
        #expect(!screen.text.contains("s3cret") || text.hasPrefix("me:s3cret"))
        let site = try #require(saved(screen.press("enter"))).site
        #expect(site.name == name)
        #expect(site.url == url)
    }

    @Test("F7 saves an ssh host and one of rclone's remotes, and nothing known as a new site")
    func others() throws {
        var screen = screen()
        screen.press("down f7")
        #expect(saved(screen.press("enter"))?.site.url == "sftp://gate")
        _ = screen.model.update(.siteSaved("gate"))
        #expect(screen.model.dialogs.isEmpty)
        screen.press("down down f7")
        #expect(saved(screen.press("enter"))?.site.url == "rclone://box")
        var empty = FullScreen(screen: .sites)
        empty.press("f7")
        #expect(empty.press("enter").isEmpty)
        #expect(empty.text.contains("Type a name, such as web or work/web."))
        empty.type("n")
        #expect(empty.press("enter").isEmpty)
        #expect(empty.text.contains("Type a URL, such as sftp://user@host."))
        empty.type("ftp://h")
        empty.press("tab")
        empty.type("/pub")
        #expect(saved(empty.press("enter"))?.site.url == "ftp://h/pub")
    }

    @Test(
        "What the sites file would refuse is refused in one sentence",
        arguments: [
            ("work/nas", "", "", "The site 'work/nas' already exists; choose another name."),
            ("a//b", "", "", "'a//b' cannot be a name"),
            ("x", "ftp://me:s3cret@h", "", "A password cannot be saved in a URL"),
            ("x", "gopher://h", "", "The scheme 'gopher' is unknown"),
            ("x", "h", "", "'h' is not a URL; write scheme://host/path."),
            ("x", "ftp://h/a", "/b", "The URL already contains a path"),
            ("x", "ftp://h", "b", "Type a path that begins with a slash, such as /www."),
        ])
    func refused(name: String, url: String, start: String, sentence: String) {
        var screen = screen()
        screen.press("down f7 ctrl-u")
        screen.type(name)
        screen.press("tab")
        if !url.isEmpty { screen.press("ctrl-a ctrl-k") }
        screen.type(url)
        screen.press("tab")
        screen.type(start)
        #expect(screen.press("enter").isEmpty)
        #expect(screen.text.contains(sentence), "\(screen.text)")
        #expect(screen.press("escape").isEmpty && screen.model.dialogs.isEmpty)
    }

    @Test("F4 changes the name and the URL of a saved site, and keeps how it is spoken to")
    func edit() throws {
        var screen = screen()
        screen.press("f4")
        #expect(screen.text.contains("Edit the site"))
        #expect(screen.text.contains("> Name      work/nas "))
        screen.type("2")
        screen.press("tab tab")
        screen.type("/x")
        let change = try #require(saved(screen.press("enter")))
        #expect(change.replaced == "work/nas")
        #expect(change.site.name == "work/nas2" && change.site.url == "sftp://nas/srv/x")
        #expect(change.site.site.charset == "CP1252")
    }

    @Test("A path from the login directory is none of a protocol that has no such paths")
    func otherProtocol() throws {
        var screen = screen()
        screen.type("sftp://h/~/docs")
        screen.press("f7 tab ctrl-a ctrl-k")
        screen.type("ftp://h")
        #expect(screen.press("enter").isEmpty)
        #expect(screen.text.contains("Type a path that begins with a slash"))
    }

    @Test("From a server's pane the cursor starts on that server, so that F7 saves it")
    func present() throws {
        var screen = FullScreen()
        screen.model.focus = .right
        screen.press("f2")
        let choices = [
            SiteChoice(name: "a", site: Site(scheme: .ftp, host: "a"), path: nil, origin: .sites),
            SiteChoice(name: "visit", site: webServer, path: Path("/www"), origin: .recent),
        ]
        _ = screen.model.update(.sites(choices))
        #expect(screen.model.sites.sites.current?.name == "visit")
        #expect(saved(screen.press("f7 enter"))?.site.url == "ftp://deploy@web01/www")
        // The list that comes anew leaves the cursor where the user has put it.
        screen.press("escape up")
        _ = screen.model.update(.sites(choices))
        #expect(screen.model.sites.sites.current?.name == "a")
    }

    @Test("From the box the first step down leads to the first site that matches")
    func firstStep() throws {
        var screen = FullScreen(screen: .sites)
        _ = screen.model.update(
            .sites(
                ["app-v1.2", "web-v1.2"].map {
                    SiteChoice(
                        name: $0, site: Site(scheme: .ftp, host: $0), path: nil, origin: .sites)
                }))
        screen.type("v1.2")
        screen.press("down f8")
        #expect(screen.text.contains("Remove 'app-v1.2' from your sites?"))
        screen.press("escape down f8")
        #expect(screen.text.contains("Remove 'web-v1.2' from your sites?"))
    }

    @Test("F8 asks before a saved site goes, and Delete as well", arguments: ["f8", "delete"])
    func remove(key: String) {
        var screen = screen()
        #expect(screen.press(key).isEmpty)
        #expect(screen.text.contains("Remove 'work/nas' from your sites?"))
        #expect(screen.text.contains("│ sftp://nas/srv "))
        #expect(screen.press("enter").isEmpty)
        screen.press(key)
        #expect(screen.press("y") == [.removeSite("work/nas")])
    }

    @Test("F8 forgets a visit")
    func forget() {
        var screen = screen()
        #expect(screen.press("down down down f8") == [.forgetSite(web)])
    }

    @Test("What other programs list is refused with where it comes from, and so is no choice")
    func foreign() {
        var screen = screen()
        screen.press("down f8")
        #expect(screen.text.contains("'gate' comes from your ssh configuration; remove it there."))
        screen.press("f4")
        #expect(screen.text.contains("'gate' comes from your ssh configuration; edit it there"))
        screen.press("down f8")
        #expect(screen.text.contains("'box' comes from rclone; remove it with 'rclone config'."))
        screen.press("f4")
        #expect(screen.text.contains("'box' comes from rclone; edit it with 'rclone config'"))
        screen.press("down f4")
        #expect(screen.text.contains("This place has no name yet; save it as a site first."))
        screen.type("ftp://x")
        #expect(screen.press("f8").isEmpty)
        #expect(screen.text.contains("Choose a site in the list to remove it."))
        #expect(screen.model.dialogs.isEmpty)
    }

    @Test("In the box Delete is the box's")
    func deleteInBox() {
        var screen = screen()
        screen.type("nas")
        screen.press("home delete")
        #expect(screen.model.sites.field.text == "as")
        #expect(screen.model.dialogs.isEmpty)
    }

    @Test("After the answer the cursor is on the saved site")
    func cursor() {
        var screen = screen()
        screen.type("ftp://web01.example.com")
        _ = screen.model.update(
            .sites([
                SiteChoice(
                    name: "a", site: Site(scheme: .ftp, host: "a"), path: nil, origin: .sites),
                SiteChoice(name: "web", site: web, path: nil, origin: .sites),
            ]))
        _ = screen.model.update(.siteSaved("web"))
        #expect(screen.model.sites.sites.current?.name == "web")
        #expect(screen.model.sites.field.text == "")
        #expect(screen.text.contains("The site 'web' is saved."))
        let opened = screen.press("enter")
        let isOpened = opened.contains { effect in
            if case .list(_, .right, web, nil, _) = effect { return true }
            return false
        }
        #expect(isOpened)
    }

    @Test("The keys are in the last line, can be pressed there, and the dialog fits")
    func smallest() {
        var screen = screen(60, 16)
        #expect(screen.lines[15] == " Enter connect  F7 save as  F4 edit  F8 remove  Esc back")
        screen.click(17, 15)
        #expect(screen.text.contains("Save as a site"))
        #expect(screen.text.contains("[ Save ]  [ Cancel ]"))
    }
}
