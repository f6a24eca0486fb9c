import Settings
import Terminal
import Testing

@Suite("The user's keys")
struct KeymapFileTests {
    private static let defaults: [KeymapFile.Binding] = [
        .init(context: "everywhere", keys: [Key("q")], action: "screen.quit"),
        .init(context: "pane", keys: [Key("g"), Key("g")], action: "go.top"),
        .init(context: "pane", keys: [Key("d")], action: "file.delete"),
    ]
    private static let actions = ["screen.quit", "go.top", "file.delete", "file.copy"]
    private static let contexts = ["everywhere", "pane", "queue"]

    private func apply(_ text: String) throws(SettingsError) -> [KeymapFile.Binding] {
        try KeymapFile(text, file: "keymap.toml").applied(
            to: Self.defaults, actions: Self.actions, contexts: Self.contexts)
    }

    private func failure(_ text: String) -> String {
        do {
            _ = try apply(text)
            return "none"
        } catch {
            return "\(error)"
        }
    }

    @Test("Keys are bound everywhere and in contexts, over the defaults")
    func bind() throws {
        let bindings = try apply(
            """
            [keys]
            "ctrl-q" = "screen.quit"
            q = "none"

            [keys.pane]
            "Shift-F5" = "file.copy"
            d = "go.top"
            """)
        #expect(
            bindings == [
                .init(
                    context: "everywhere", keys: [Key("q", .control)], action: "screen.quit",
                    line: 2),
                .init(
                    context: "pane", keys: [Key(.function(5), .shift)], action: "file.copy", line: 6
                ),
                .init(context: "pane", keys: [Key("d")], action: "go.top", line: 7),
                .init(context: "pane", keys: [Key("g"), Key("g")], action: "go.top"),
            ])
        #expect(try apply("") == Self.defaults)
        #expect(
            try KeymapFile("[keys]\n\"C-x C-s\" = \"a\"", file: "k").bindings.first?.keys.count == 2
        )
    }

    @Test("Mistakes and clashes are one sentence with the line")
    func mistakes() {
        #expect(
            failure("[keys]\nx = \"go.topp\"")
                == "keymap.toml, line 2: The action 'go.topp' is unknown; did you mean 'go.top'?")
        #expect(
            failure("[keys.pan]\nx = \"go.top\"")
                == "keymap.toml, line 2: The context 'pan' is unknown; did you mean 'pane'?")
        #expect(
            failure("[keys]\n\"Entre\" = \"go.top\"").contains(
                "line 2: 'Entre' does not name a key"))
        #expect(
            failure("[keys.pane]\n\"x y\" = \"go.top\"\nxy = \"file.copy\"")
                == "keymap.toml, line 3: 'x y' is already bound in line 2; remove one of them.")
        #expect(
            failure("[keys.pane]\n\ng = \"file.copy\"")
                == "keymap.toml, line 3: 'g' would hide 'g g' (go.top); bind that to \"none\", or choose other keys."
        )
        #expect(
            failure("[keys.pane]\n\"d d\" = \"file.copy\"")
                == "keymap.toml, line 2: 'd d' can never be reached, because 'd' is file.delete; bind that to \"none\", or choose other keys."
        )
        #expect(failure("[keys.pane]\n\"d d\" = \"file.copy\"\nd = \"none\"") == "none")
        #expect(failure("[keys.pane]\ng = \"file.copy\"\n\"g g\" = \"none\"") == "none")
        #expect(failure("[keys]\nx = 5").contains("line 2: 'x' must be text in quotes"))
        #expect(failure("keys = 5").contains("'keys' must be a table"))
        #expect(failure("[key]\nx = \"go.top\"").contains("did you mean 'keys'?"))
        #expect(failure("[keys.pane.deep]\nx = \"go.top\"").contains("line 1"))
    }
}
