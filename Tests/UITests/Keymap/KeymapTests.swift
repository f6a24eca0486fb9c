import Settings
import Terminal
import Testing
import UI

@Suite("The keymap")
struct KeymapTests {
    @Test(
        "no two bindings of a context have the same keys, and none hides another",
        arguments: Keymap.Preset.allCases)
    func clashes(_ preset: Keymap.Preset) {
        let bindings = Keymap.preset(preset).bindings
        for (index, binding) in bindings.enumerated() {
            for other in bindings[(index + 1)...] where other.context == binding.context {
                #expect(
                    !binding.keys.starts(with: other.keys)
                        && !other.keys.starts(with: binding.keys),
                    "\(binding) and \(other)")
            }
        }
    }

    @Test("each line of the table is read, and each action of the first issue has a key")
    func complete() {
        let keymap = Keymap.preset()
        let bound = Set(keymap.bindings.map(\.action))
        // Reached through the sort menu and the palette.
        let others: Set<Action> = [
            .sortByName, .sortBySize, .sortByTime, .sortByExtension, .sortReverse, .settings,
            .siteDemo, .compareByTime, .compareBySize, .compareByContents,
        ]
        #expect(Set(Action.allCases).subtracting(bound).isSubset(of: others))
    }

    @Test("a context's own keys come before those of everywhere")
    func contexts() throws {
        let keymap = Keymap.preset()
        let q = [Key("q")]
        #expect(keymap.lookup(q, in: .pane) == .action(.quit))
        #expect(keymap.lookup(q, in: .queue) == .action(.cancel))
        #expect(keymap.lookup([Key("g")], in: .pane) == .prefix)
        #expect(keymap.lookup([Key("g"), Key("g")], in: .pane) == .action(.top))
        #expect(keymap.lookup([Key("Z")], in: .pane) == .nothing)
    }

    @Test("the commander preset leaves letters to the search")
    func commander() {
        let keymap = Keymap.preset(.commander)
        #expect(keymap.lookup([Key("d")], in: .pane) == .nothing)
        #expect(keymap.lookup([Key(.function(8))], in: .pane) == .action(.delete))
    }

    @Test("no letter destroys without asking")
    func harmless() {
        for binding in Keymap.preset().bindings where binding.context == .pane {
            var stage = Stage.shown()
            stage.press("j j j j")
            for key in binding.keys { stage.send(.terminal(.key(key))) }
            for effect in stage.effects {
                switch effect {
                case .enqueue, .rename, .control: Issue.record("\(binding) acts at once")
                default: break
                }
            }
        }
    }

    @Test("the user's keys come over the preset's, first in what is shown")
    func own() throws {
        let text = """
            [keys.pane]
            "ctrl-y" = "file.copy"
            "d" = "none"
            """
        let keymap = try Keymap.preset(.ferry, under: KeymapFile(text, file: "keymap.toml"))
        #expect(keymap.labels(for: .copy, in: .pane) == ["Ctrl-Y", "F5"])
        #expect(keymap.lookup([Key("d")], in: .pane) == .nothing)
        #expect(keymap.lookup([Key(.function(8))], in: .pane) == .action(.delete))
    }

    @Test(
        "a wrong line in the keymap is one sentence with its number",
        arguments: [
            ("\"ctrl-y\" = \"file.coppy\"", "file.coppy"), ("\"g\" = \"go.top\"", "would hide"),
        ])
    func wrong(_ line: String, _ words: String) throws {
        let file = try KeymapFile("[keys.pane]\n\(line)\n", file: "keymap.toml")
        let error = #expect(throws: SettingsError.self) {
            try Keymap.preset(.ferry, under: file)
        }
        #expect(error?.line == 2)
        #expect(error?.message.contains(words) ?? false)
    }
}
