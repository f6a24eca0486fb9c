import Files
import Jobs
import Settings
import Support
import Terminal
import Testing

@testable import UI

@Suite("The settings screen")
struct SettingsScreenTests {
    private let folder: TemporaryFolder
    private let settings = [
        SiteSetting(
            SiteOption("deep", standard: false), .ftp, "Digs deep.", isGeneral: true,
            concerns: .ftp)
    ]

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("# Mine.\ntimeout = 9\nascii = true\n", to: "config.toml")
        try folder.write(
            "[[site]]\nname = \"work/web\"\nurl = \"ftp://deploy@web01/www\"\ndeep = true\n",
            to: "sites.toml")
    }

    private func report() throws -> SettingsReport {
        try SettingsReport.load(
            folder.path("config.toml"), isNamed: true, sites: folder.path("sites.toml"),
            pane: Site(scheme: .ftp, host: "web01", user: "deploy"), settings: settings)
    }

    /// The screen with what the files say, once it was read.
    private func opened(width: Int = 100, height: Int = 30) throws -> FullScreen {
        var screen = FullScreen(width: width, height: height)
        screen.model.workspace.options.siteSettings = settings
        screen.model.workspace.options.themes = ["dark", "light"]
        _ = screen.model.perform(.settings)
        _ = screen.model.update(.settings(.success(try report()), nil))
        return screen
    }

    /// Moves to a setting by looking for it.
    private func find(_ key: String, in screen: inout FullScreen) {
        screen.press("/")
        screen.type(key)
        screen.press("enter")
    }

    private func current(_ screen: FullScreen) -> String? {
        screen.model.screens[SettingsScreen.self]?.current?.info.key
    }

    @Test("It asks for the settings, of the focused pane's server too, and says what it waits for")
    func opening() {
        var screen = FullScreen()
        #expect(screen.model.perform(.settings) == [.loadSettings(nil)])
        #expect(screen.lines.contains { $0.contains("The settings are being read.") })
        let error = SettingsError(file: "/c.toml", line: 3, "It is wrong.")
        _ = screen.model.update(.settings(.failure(error), nil))
        #expect(screen.lines.contains { $0.contains("/c.toml, line 3: It is wrong.") })
        screen.press("f9")
        #expect(screen.lines[0].hasPrefix("  Settings  Go  Options"))
    }

    @Test("Each setting has its value; those that are not the default are marked")
    func list() throws {
        let screen = try opened(height: 60)
        #expect(screen.lines[0].contains("3 changed"))
        #expect(screen.lines.contains(" Site work/web: connection"))
        #expect(screen.lines.contains { $0.hasPrefix(" * deep ") && $0.hasSuffix(" true") })
        #expect(screen.lines.contains { $0.hasPrefix(" * timeout ") && $0.hasSuffix(" 9") })
        #expect(screen.lines.contains { $0.hasPrefix("   mouse ") && $0.hasSuffix(" true") })
        #expect(
            screen.lines.contains {
                $0.hasPrefix("   connections ") && $0.hasSuffix("(as many as are useful)")
            })
    }

    @Test("What is known of the chosen one stands below, down to the smallest terminal")
    func detail() throws {
        for size in [(60, 16), (80, 24), (100, 30)] {
            var screen = try opened(width: size.0, height: size.1)
            find("timeout", in: &screen)
            screen.press("end")
            #expect(current(screen) == "timeout")
            #expect(screen.lines.contains { $0.contains("Seconds without an answer") })
            #expect(screen.lines.contains { $0.contains("a whole number from 1 to 3600") })
            let end = screen.lines.joined().replacing(" ", with: "")
            #expect(end.contains("Setin\(folder.path("config.toml").prefix(5))"))
        }
    }

    @Test("Enter toggles, lets one be chosen, or asks for a line that is checked as it is typed")
    func editing() throws {
        var screen = try opened()
        find("mouse", in: &screen)
        #expect(
            screen.press("enter")
                == [.changeSetting(SettingChange(.config, "mouse", to: "false"))])
        screen.press("esc")
        find("done_notice", in: &screen)
        screen.press("enter down")
        #expect(
            screen.press("enter")
                == [.changeSetting(SettingChange(.config, "done_notice", to: "\"osc9\""))])
        screen.press("esc")
        find("theme", in: &screen)
        screen.press("enter")
        #expect(
            screen.press("l")
                == [.changeSetting(SettingChange(.config, "theme", to: "\"light\""))])
        screen.press("esc")
        find("timeout", in: &screen)
        screen.press("end enter")
        screen.type("99999")
        #expect(screen.lines.contains { $0.contains(" 99999 ") })
        #expect(
            screen.lines.contains { $0.contains("'timeout' must be a whole number from 1 to 3600") }
        )
        #expect(screen.press("enter").isEmpty)
        screen.press("ctrl-u")
        screen.type("60")
        #expect(!screen.lines.contains { $0.contains("must be a whole number") })
        #expect(
            screen.press("enter")
                == [.changeSetting(SettingChange(.config, "timeout", to: "60"))])
    }

    @Test("A site's settings are written for that site")
    func site() throws {
        var screen = try opened()
        find("digs work/web", in: &screen)
        #expect(current(screen) == "deep")
        #expect(
            screen.press("enter")
                == [.changeSetting(SettingChange(.site("work/web"), "deep", to: "false"))])
        screen.press("esc")
        find("charset", in: &screen)
        screen.press("enter")
        screen.type("nonsense")
        #expect(screen.lines.contains { $0.contains("is unknown") })
        screen.press("esc esc")
        find("the site's name; a slash", in: &screen)
        #expect(screen.press("d").isEmpty)
        #expect(screen.lines.contains { $0.contains("has no default") })
    }

    @Test("Sites that cannot be read are named, and all other settings are there")
    func brokenSites() throws {
        try folder.write("[[site]]\nname = \"x\"\n", to: "sites.toml")
        let screen = try opened()
        #expect(current(screen) == "theme")
        #expect(screen.lines.contains { $0.contains("sites.toml, line 1: The site needs a URL") })
    }

    @Test("d puts the default back; where that holds already, it says so")
    func defaults() throws {
        for key in ["d", "delete", "f8"] {
            var screen = try opened()
            find("plain ascii", in: &screen)
            #expect(
                screen.press(key)
                    == [.changeSetting(SettingChange(.config, "ascii", to: nil))], "\(key)")
            screen.press("esc")
            find("mouse", in: &screen)
            #expect(screen.press(key).isEmpty)
            #expect(screen.lines.contains { $0.contains("already has its default") })
        }
    }

    @Test("What can hold at once does, and the others say when")
    func live() throws {
        var screen = try opened()
        find("plain ascii", in: &screen)
        try folder.write(
            "ascii = false\ntheme = \"light\"\nlimit_rate = \"2M\"\n", to: "config.toml")
        let report = try report()
        func tell(_ key: String) -> [Effect] {
            screen.model.update(
                .settings(.success(report), SettingChange(.config, key, to: "x")))
        }
        #expect(tell("ascii") == [.use(report.config)])
        #expect(!screen.model.workspace.options.isASCII)
        #expect(tell("theme") == [.showTheme("light")])
        #expect(screen.model.workspace.options.theme == "light")
        #expect(tell("limit_rate") == [.use(report.config), .control(.limitAll(2 << 20))])
        for key in ["mouse", "limit_times", "done_notice", "editor", "connections"] {
            #expect(tell(key) == [.use(report.config)], "\(key)")
        }
        screen.press("esc")
        #expect(tell("on_done").isEmpty)
        #expect(screen.lines.contains { $0.contains("A change takes effect at the next start.") })
    }

    @Test("A pane is put in another order at once, and keeps what the user chose for it")
    func order() throws {
        var screen = Stage.shown()
        screen.press(".")
        let hidden = screen.model.workspace.panes.focused.arrangement.showsHidden
        try folder.write("sort = \"size\"\n", to: "config.toml")
        let effects = screen.model.update(
            .settings(.success(try report()), SettingChange(.config, "sort", to: "\"size\"")))
        #expect(effects.contains { if case .arrange = $0 { true } else { false } })
        #expect(screen.model.workspace.panes.focused.arrangement.key == .size)
        #expect(screen.model.workspace.panes.focused.arrangement.showsHidden == hidden)
    }

    @Test("The cursor is never on a heading, and the mouse chooses and opens")
    func moving() throws {
        var screen = try opened(width: 60, height: 16)
        for keys in ["home", "end", "pageup", "pagedown", "up", "down", "ctrl-u", "ctrl-d"] {
            for _ in 0..<30 {
                screen.press(keys)
                #expect(current(screen) != nil, "\(keys)")
            }
        }
        screen.press("home")
        #expect(screen.lines[1] == " Site work/web: connection")
        screen.click(5, 3)
        #expect(current(screen) == "url")
        screen.click(5, 1)
        #expect(current(screen) == "url")
        screen.wheel(.wheelDown)
        #expect(current(screen) != "url")
        screen.click(5, 4)
        screen.click(5, 4)
        #expect(!screen.model.dialogs.isEmpty)
    }

    @Test("Words that nothing holds say so, and Esc shows all again")
    func filtering() throws {
        var screen = try opened()
        find("nothing holds this", in: &screen)
        #expect(screen.lines.contains { $0.contains("No setting matches") })
        #expect(screen.press("enter").isEmpty)
        screen.press("esc")
        #expect(screen.model.screen == .settings && current(screen) != nil)
        screen.press("esc")
        #expect(screen.model.screen == .main)
    }
}
