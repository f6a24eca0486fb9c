import Support
import Testing

@Suite("No screen says a word that no catalogue has")
struct InventedLanguageTests {
    /// Names of keys and of what is not translated.
    private static let common: Set<Substring> = [
        "Alt", "Backspace", "Ctrl", "Del", "Down", "End", "Enter", "Esc", "FERRY", "Home", "Ins",
        "Left", "PgDn", "PgUp", "Right", "Shift", "Space", "Tab", "root", "rwxr", "tar", "ferry",
    ]

    @Test("The panes, the help, every menu and the dialogs, at 80x24 and 120x36")
    func screens() throws {
        for (columns, rows) in [(80, 24), (120, 36)] {
            let folder = try Ferry.folder()
            try InventedLanguage.install(in: folder)
            for name in ["1", "2"] { try folder.makeFolder("here/\(name)") }
            try folder.write("3", to: "here/1/3")
            let ferry = try Ferry(
                ["1", "2"], columns: columns, rows: rows,
                environment: ["LC_ALL": InventedLanguage.locale], in: folder)
            try ferry.terminal.waitFor("~/here/2")
            try ferry.terminal.waitFor("10\(InventedLanguage.say("Quit"))")
            ferry.terminal.send(.down)
            try ferry.terminal.waitFor(">3 ")
            try look(at: ferry, "the panes")
            try open("Help", .f1, ferry)
            ferry.terminal.send(.f9)
            try ferry.terminal.waitFor(InventedLanguage.say("Command"))
            for menu in 1...7 {
                try look(at: ferry, "menu \(menu)")
                let shown = ferry.screen.text
                ferry.terminal.send(.right)
                try ferry.terminal.waitUntil("another menu") { $0.text != shown }
            }
            ferry.terminal.send(.escape)
            try ferry.terminal.waitFor("FERRY")
            let dialogs = [
                ("Find below", "s"), ("Copy", "\u{1B}[15~"), ("Permissions, owner, time", "A"),
                ("Delete", "\u{1B}[19~"), ("Create a directory", "\u{1B}[18~"),
                ("Mirror or synchronise", "M"), ("Share a directory", "gS"), ("Sort", ","),
                ("Rename by pattern", "gR"), ("Pack", "\u{18}p"), ("Transfer queue", "w"),
            ]
            for (title, keys) in dialogs { try open(title, keys, ferry) }
            try open("0 of 0 known", .f2, ferry)
        }
    }

    private func open(_ title: String, _ key: TypedKey, _ ferry: Ferry) throws {
        try open(title, key.rawValue, ferry)
    }

    /// Opens what has a title, looks at it, and closes it.
    private func open(_ title: String, _ keys: String, _ ferry: Ferry) throws {
        let shown = " \(InventedLanguage.say(title)) "
        ferry.terminal.send(keys)
        try ferry.terminal.waitFor(shown)
        try look(at: ferry, title)
        ferry.terminal.send(.escape)
        try ferry.terminal.waitForNo(shown)
    }

    private func look(at ferry: Ferry, _ what: String) throws {
        // Themes go by their names.
        for row in ferry.screen.text.split(separator: "\n")
        where !row.contains(InventedLanguage.say("Theme: ")) {
            let words = row.replacing(ferry.folder.path, with: "").matches(of: /[A-Za-z]{3,}/).map(
                \.output)
            let strange = words.filter {
                !InventedLanguageTests.common.contains($0) && !"here".contains($0)
            }
            #expect(strange == [], "\(what): \(row)")
        }
    }
}
