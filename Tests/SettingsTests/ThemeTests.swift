import Support
import Terminal
import Testing

@testable import Settings

@Suite("Themes are read from files")
struct ThemeTests {
    private func load(_ text: String, others: [String: String] = [:]) throws -> Theme {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "mine.toml")
        for (name, text) in others { try folder.write(text, to: "\(name).toml") }
        return try ThemeLibrary(directories: [folder.path]).load("mine")
    }

    /// The message of the error, without the directory.
    private func failure(_ text: String, others: [String: String] = [:]) -> String {
        do {
            _ = try load(text, others: others)
            return "none"
        } catch let error as SettingsError {
            let file = error.file.split(separator: "/").last ?? ""
            return "\(file):\(error.line ?? 0): \(error.message)"
        } catch {
            return "\(error)"
        }
    }

    @Test("A theme that says nothing of a QR code draws it black on white all the same")
    func qrCode() throws {
        let black = Colour.rgb(0, 0, 0, fallback: 0)
        let white = Colour.rgb(255, 255, 255, fallback: 15)
        let theme = try load("[roles]\ntext = \"white on blue\"")
        #expect(theme.style(of: .qr) == Style(foreground: black, background: white))
        #expect(theme.style(of: .qrDark) == Style(foreground: white, background: black))
        let own = try load("[roles]\nqr = \"blue on yellow\"")
        #expect(own.style(of: .qr).background == .indexed(3))
    }

    @Test("Roles are texts or tables, colours have names or numbers")
    func forms() throws {
        let theme = try load(
            """
            [palette]
            ink = "#102030"
            sea = ["#0080FF", "bright-blue"]
            five = 5
            [roles]
            text = "ink on bright-white"
            "pane.cursor" = { fg = "sea", bg = 17, bold = true }
            pane.marked = "underline five"
            "log" = "on #fff"
            [roles.menu]
            fg = "default"
            cursor = "reverse"
            """)
        #expect(theme.name == "mine")
        let ink = Colour.rgb(0x10, 0x20, 0x30, fallback: nil)
        #expect(theme.style(of: .text) == Style(foreground: ink, background: .indexed(15)))
        #expect(
            theme.style(of: .paneCursor)
                == Style(
                    foreground: .rgb(0, 0x80, 0xFF, fallback: 12), background: .indexed(17),
                    attributes: .bold))
        #expect(
            theme.style(of: .paneMarked)
                == Style(
                    foreground: .indexed(5), background: .indexed(15), attributes: .underline))
        #expect(
            theme.style(of: .log)
                == Style(foreground: ink, background: .rgb(255, 255, 255, fallback: nil)))
        #expect(theme.style(of: .menu).foreground == .standard)
        #expect(theme.style(of: .menuCursor).attributes == .reverse)
    }

    @Test("What a role leaves out comes from the role before its last dot")
    func fallback() throws {
        let theme = try load(
            """
            [roles]
            text = "white on black"
            pane = { bg = "blue" }
            "pane.cursor" = { fg = "red", bold = true }
            "pane.cursor.marked" = { fg = "yellow" }
            "pane.cursor.inactive" = { bold = false }
            """)
        #expect(
            theme.style(of: .paneFile) == Style(foreground: .indexed(7), background: .indexed(4)))
        #expect(
            theme.style(of: .paneCursorMarked)
                == Style(foreground: .indexed(3), background: .indexed(4), attributes: .bold))
        #expect(
            theme.style(of: .paneCursorInactive)
                == Style(foreground: .indexed(1), background: .indexed(4)))
    }

    @Test("A theme inherits roles, and its palette changes the inherited ones")
    func inheritance() throws {
        let theme = try load(
            "inherits = \"middle\"\n[palette]\nink = \"red\"\n[roles]\ntitle = { bold = true }",
            others: [
                "middle": "inherits = \"base\"\n[roles]\n\"pane.cursor\" = \"black on white\"",
                "base":
                    "[palette]\nink = \"green\"\n[roles]\ntext = \"ink on black\"\ntitle = \"on blue\"",
            ])
        #expect(theme.style(of: .text).foreground == .indexed(1))
        #expect(theme.style(of: .paneCursor).background == .indexed(7))
        #expect(
            theme.style(of: .title)
                == Style(foreground: .indexed(1), background: .indexed(4), attributes: .bold))
    }

    @Test("The user's dark theme may refine the one that comes with Ferry")
    func refinement() throws {
        let folder = try TemporaryFolder()
        try folder.write("inherits = \"dark\"\n[palette]\nbase = \"black\"", to: "dark.toml")
        for directories in [[folder.path], [folder.path, Repository.themes]] {
            let theme = try ThemeLibrary(directories: directories).load("dark")
            #expect(theme.style(of: .pane).background == .indexed(0))
            #expect(theme.style(of: .paneCursor) == Theme.standard.style(of: .paneCursor))
        }
    }

    @Test("A theme may be named by its file")
    func byPath() throws {
        let folder = try TemporaryFolder()
        try folder.write("[roles]\ntext = \"red\"", to: "some.toml")
        let theme = try ThemeLibrary(directories: []).load(folder.path("some.toml"))
        #expect(theme.style(of: .text).foreground == .indexed(1))
        #expect(throws: SettingsError.self) {
            try ThemeLibrary(directories: []).load(folder.path("none.toml"))
        }
    }

    @Test("Mistakes are named with their line")
    func mistakes() {
        #expect(
            failure("[roles]\ntext = \"red\"\n\"pane.curser\" = \"blue\"\n")
                == "mine.toml:3: The role 'pane.curser' is unknown; did you mean 'pane.cursor'?")
        #expect(
            failure("[palette]\nsea = \"#12\"\n").hasPrefix(
                "mine.toml:2: 'sea' must be a colour: \"#rrggbb\""))
        #expect(
            failure("[palette]\nsea = \"red\"\n[roles]\n\n# x\ntext = \"see on black\"")
                == "mine.toml:6: The colour 'see' is unknown; did you mean 'sea'?")
        #expect(
            failure("[roles]\ntext = { fg = \"red\", bgg = \"blue\" }")
                == "mine.toml:2: The role setting 'bgg' is unknown; did you mean 'bg'?")
        #expect(
            failure("[roles]\ntext = { fg = \"red\", bold = \"yes\" }")
                == "mine.toml:2: 'bold' must be true or false, but is a text.")
        #expect(failure("[roles]\ntext = 5").hasPrefix("mine.toml:2: 'text' must be"))
        #expect(
            failure("[roles]\ntext = \"red on\"") == "mine.toml:2: A colour must follow 'on'."
        )
        #expect(failure("[roles]\ntext = \"red green\"").contains("must have the form"))
        #expect(
            failure("colours = 1")
                == "mine.toml:1: The setting 'colours' is unknown; choose from inherits, name, "
                + "palette, roles."
        )
        #expect(failure("[palette]\nbold = \"red\"").hasPrefix("mine.toml:2: A colour cannot be"))
        #expect(failure("[palette]\nx = 300").hasPrefix("mine.toml:2: 'x' must be a colour"))
        #expect(
            failure("[palette]\nx = [\"#000000\", \"#ffffff\"]").hasPrefix("mine.toml:2: 'x' must"))
        #expect(failure("name = \"x\"\n[roles\n").hasPrefix("mine.toml:2: This is not valid TOML"))
        #expect(
            failure("name = 3")
                == "mine.toml:1: 'name' must be text in quotes, but is a whole number.")
        #expect(failure("a = \"\u{0}\"").contains("NUL"))
    }

    @Test("Inheritance that leads nowhere or in a circle is refused")
    func parents() {
        #expect(
            failure("\ninherits = \"drak\"")
                == "mine.toml:2: The theme 'drak' is unknown; did you mean 'dark'?")
        #expect(
            failure("inherits = \"mine\"").hasPrefix("mine.toml:1: The theme 'mine' is unknown"))
        #expect(
            failure("inherits = \"a\"", others: ["a": "inherits = \"b\"", "b": "inherits = \"a\""])
                == "b.toml:1: The theme inherits from itself through 'a'.")
        #expect(
            failure("inherits = \"a\"", others: ["a": "\n[roles]\nfoo = \"red\""]).hasPrefix(
                "a.toml:3: The role 'foo' is unknown"))
    }

    @Test("A role's fallback stands before it, as resolving them needs")
    func order() {
        var seen: Set<Role> = []
        for role in Role.allCases {
            if let fallback = role.fallback { #expect(seen.contains(fallback), "\(role.rawValue)") }
            seen.insert(role)
        }
    }
}
