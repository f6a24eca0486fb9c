import Files
import Settings
import Terminal
import Testing

@testable import UI

@Suite("The form of a site")
struct SiteFormTests {
    private func screen(_ width: Int = 100, _ height: Int = 40) -> FullScreen {
        var screen = FullScreen(width: width, height: height, screen: .sites)
        screen.model.options.siteSettings = QueueOptions.settings
        var site = Site(scheme: .ftp, host: "web01", user: "deploy")
        site.timeout = 7
        site[QueueOptions.slots] = 4
        var choice = SiteChoice(
            name: "work/web", site: site, path: Path("/www"), origin: .sites, comment: "mine")
        choice.passwordCommand = "pass show web"
        _ = screen.model.update(.sites([choice]))
        return screen
    }

    private func saved(_ effects: [Effect]) -> SiteChange? {
        for case .saveSite(let change) in effects { return change }
        return nil
    }

    @Test("It has a field for each key of the scheme, in groups, with what the site says")
    func fields() {
        var screen = screen()
        screen.press("f4")
        for words in [
            "Edit the site", "Connection", "Charset", "Proxy", "Timeout", " 7 ", "Comment",
            " mine ",
            "Login", "Password command", " pass show web ", "Transfers", "Slots", " 4 ", "FXP",
            "default",
        ] {
            #expect(screen.text.contains(words), "\(words)")
        }
        // SSH uses no proxy of Ferry's, and no FXP.
        screen.press("tab ctrl-a ctrl-k")
        screen.type("sftp://web01")
        #expect(!screen.text.contains("Proxy") && !screen.text.contains("FXP"))
        #expect(screen.text.contains("Password command"))
    }

    @Test("What is changed is saved with all that is not, and the dialog waits for the answer")
    func save() throws {
        var screen = screen()
        screen.press("f4 tab tab tab")
        screen.type("CP1252")
        #expect(screen.text.contains("The charset of names that are not valid UTF-8."))
        let change = try #require(saved(screen.press("enter")))
        #expect(change.replaced == "work/web")
        #expect(change.site.site.charset == "CP1252")
        #expect(change.site.site.timeout == 7)
        #expect(change.site.site[QueueOptions.slots] == 4)
        #expect(change.site.passwordCommand == "pass show web")
        #expect(change.site.comment == "mine")
        #expect(change.site.path == Path("/www"))
        #expect(screen.text.contains("Saving"))
        // A second Enter writes nothing a second time.
        #expect(screen.press("enter").isEmpty)
        _ = screen.model.update(.siteRefused("sites.toml: The disk is full."))
        #expect(screen.text.contains("sites.toml: The disk is full."))
        #expect(screen.text.contains(" CP1252 "))
        #expect(saved(screen.press("enter")) == change)
        _ = screen.model.update(.siteSaved("work/web"))
        #expect(screen.model.dialogs.isEmpty)
    }

    @Test("What cannot be is refused as it is typed, and not saved")
    func refused() {
        var screen = screen()
        screen.press("f4 tab tab tab")
        screen.type("nonsense")
        #expect(screen.text.contains("The charset 'nonsense' is unknown"))
        #expect(screen.press("enter").isEmpty)
        #expect(screen.text.contains("> Charset"))
        screen.press("ctrl-u")
        #expect(!screen.text.contains("is unknown"))
        #expect(saved(screen.press("enter")) != nil)
    }

    @Test("A choice is changed by Space, Left, Right and a press")
    func choices() throws {
        var screen = screen()
        screen.press("f4")
        for _ in 0..<30 where !screen.text.contains("> FXP") { screen.press("down") }
        #expect(screen.text.contains("> FXP"))
        screen.press("space")
        #expect(screen.text.contains(" true "))
        let row = try #require(screen.lines.firstIndex { $0.contains("> FXP") })
        screen.click(50, row)
        #expect(screen.text.contains(" false "))
        screen.press("left")
        #expect(saved(screen.press("enter"))?.site.site[QueueOptions.isStraight] == true)
    }

    @Test(
        "Every field is reached and seen at every size",
        arguments: [(60, 16), (80, 24), (100, 30), (300, 100)])
    func sizes(width: Int, height: Int) {
        var screen = screen(width, height)
        screen.press("f4")
        var seen: Set<String> = []
        for _ in 0..<14 {
            for line in screen.lines where line.contains("> ") {
                let label = line.components(after: "> ")
                if !label.isEmpty { seen.insert(label) }
            }
            #expect(screen.lines.allSatisfy { CharacterWidth.of($0) <= width })
            #expect(screen.text.contains("Save"))
            screen.press("tab")
        }
        for label in ["Name", "URL", "Start", "Charset", "Timeout", "Comment", "Password", "Slots"]
        {
            #expect(seen.contains(label), "\(label) of \(seen)")
        }
        // By the wheel and a press as well.
        screen.press("escape f4")
        for _ in 0..<5 { screen.wheel(.wheelDown, width / 2, height / 2) }
        #expect(!screen.text.contains("> Name"))
    }

    @Test("F5 copies a site with all that it says, under another name in its folder")
    func copy() throws {
        for key in ["f5", "f7"] {
            var screen = screen()
            screen.press(key)
            #expect(screen.text.contains("> Name      work/web-2 "))
            let change = try #require(saved(screen.press("enter")))
            #expect(change.replaced == nil)
            #expect(change.site.name == "work/web-2")
            #expect(change.site.passwordCommand == "pass show web")
            #expect(change.site.comment == "mine")
            #expect(change.site.site.timeout == 7)
        }
    }
}

extension String {
    /// The word behind a mark; empty where it is not there.
    fileprivate func components(after mark: String) -> String {
        guard let range = firstRange(of: mark) else { return "" }
        return String(self[range.upperBound...].prefix { $0 != " " })
    }
}
