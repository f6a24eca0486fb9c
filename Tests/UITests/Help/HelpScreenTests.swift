import Terminal
import Testing

@testable import UI

@Suite("The help screen")
struct HelpScreenTests {
    @Test("It lists every key by where it holds, both sets side by side")
    func literal() {
        let screen = FullScreen(width: 60, height: 16, screen: .help)
        let count = HelpLine.all(of: screen.model.keymap).count
        #expect(
            screen.lines == [
                " Keys" + String(repeating: " ", count: 54 - "13/\(count)".count) + "13/\(count)",
                " Everywhere",
                "  Up  k                Move up",
                "  Down  j              Move down",
                "  PgUp  Ctrl-B         Move a page up",
                "  PgDn  Ctrl-F         Move a page down",
                "  Ctrl-U               Move half a page up",
                "  Ctrl-D               Move half a page down",
                "  Home  gg             Go to the first item",
                "  End  G               Go to the last item",
                "  Enter                Open the file or directory",
                "  /                    Find…",
                "  n                    Find next",
                "  N                    Find previous",
                "",
                " / search  n next  PgDn page  q back",
            ])
    }

    @Test("Every action stands in it once for each place that binds it, and no key is lost")
    func complete() {
        let keymap = Keymap.preset()
        let sections = KeyTable.sections(of: keymap)
        let rows = sections.flatMap(\.rows)
        #expect(Set(rows.map(\.action)) == Set(Action.allCases))
        #expect(rows.flatMap(\.keys).count == keymap.bindings.count)
        #expect(rows.contains(KeyTable.Row(keys: ["F3", "i"], action: .view)))
        #expect(rows.contains(KeyTable.Row(keys: ["F2", "gs"], action: .sites)))
    }

    @Test(
        "It scrolls to its ends and stops there, at every size",
        arguments: [
            (60, 16), (100, 30), (300, 100),
        ])
    func scrolling(width: Int, height: Int) {
        var screen = FullScreen(width: width, height: height, screen: .help)
        let first = screen.lines
        #expect(first.count == height)
        screen.press("up pageup")
        #expect(screen.lines == first)
        screen.press("end")
        let last = screen.lines
        #expect(last[height - 3].contains("wheel"))
        screen.press("down pagedown")
        #expect(screen.lines == last)
        screen.wheel(.wheelUp)
        screen.press("home")
        #expect(screen.lines == first)
    }

    @Test("Search finds keys and titles, marks the line, goes on and round")
    func search() {
        var screen = FullScreen(width: 60, height: 16, screen: .help)
        screen.press("/")
        screen.type("HEXA")
        #expect(screen.lines[14] == " Search: HEXA")
        screen.press("enter")
        #expect(screen.role(of: "hexadecimal") == .paneMatch)
        let only = screen.lines
        screen.press("n")
        #expect(screen.lines == only)
        screen.press("/ z z z enter")
        #expect(screen.lines[14] == " This page does not contain 'zzz'.")
        screen.press("/ escape")
        #expect(screen.model.screen == .help)
    }

    @Test("Esc goes back to the screen it was opened from")
    func origin() {
        var screen = FullScreen(screen: .log)
        screen.press("f1 escape")
        #expect(screen.model.screen == .log)
        screen.press("? ?")
        #expect(screen.model.screen == .log)
    }

    @Test("The Markdown table has a row for each action, with keys that cannot break it")
    func markdown() throws {
        let keymap = Keymap(bindings: [
            Keymap.Binding(.everywhere, [Key("|")], .help),
            Keymap.Binding(.everywhere, [Key("`")], .help),
            Keymap.Binding(.pane, [Key("g"), Key("g")], .top),
        ])
        let table = KeyTable.markdown(keymap)
        #expect(
            table.hasPrefix(
                """
                **Everywhere**

                | keys | what |
                |---|---|
                | `\\|` · `` ` `` | Show help |

                **Panes: moving**

                | keys | what |
                |---|---|
                | `gg` | Go to the first item |

                **Without a key (use the palette or the menu)**

                """))
    }
}
