import Terminal
import Testing

@testable import UI

@Suite("The help screen")
struct HelpScreenTests {
    @Test("The keys of the screen that was left come first, in two columns where there is room")
    func presentScreenFirst() throws {
        var screen = FullScreen(width: 80, height: 24, screen: .log)
        screen.press("f1")
        #expect(screen.lines[1] == " Log")
        #expect(screen.lines[2].hasPrefix("  q  F10"))
        #expect(screen.lines[3].hasPrefix("  f "))
        let everywhere = try #require(screen.lines.firstIndex(of: " Everywhere"))
        // Read downwards: the second of the list is below the first, not beside it.
        #expect(screen.lines[everywhere + 1].hasPrefix("  Up  k"))
        #expect(screen.lines[everywhere + 2].hasPrefix("  Down  j"))
        #expect(screen.lines[everywhere + 1].dropFirst(40).contains { $0.isLetter })
        #expect(screen.lines[23].contains("/ search  Tab next topic"))
        screen.press("escape")
        var panes = FullScreen(width: 60, height: 16)
        panes.press("?")
        #expect(panes.lines[1] == " Panes: moving")
        #expect(panes.lines[2] == "  Right  l             Open the file or directory")
        #expect(panes.lines[3] == "  Left  h  Backspace   Go to the parent directory")
    }

    @Test("No key and no sentence is cut at 80 columns or more", arguments: [80, 100, 164, 300])
    func nothingCut(width: Int) {
        let columns = HelpColumns(width: width)
        for context in Keymap.Context.allCases {
            let topics = HelpTopic.all(of: .preset(), from: context)
            for row in HelpRow.rows(of: topics, columns) {
                switch row {
                case .blank, .heading: break
                case .text(let text): #expect(CharacterWidth.of(text) <= width - 3)
                case .wide(let cell):
                    #expect(
                        cell.indent(columns.wideKeys) + CharacterWidth.of(cell.text)
                            <= columns.wideKeys + 1 + columns.wideWords, "\(cell)")
                case .pair(let left, let right):
                    #expect(columns.holds(left), "\(left)")
                    if let right { #expect(columns.holds(right), "\(right)") }
                }
            }
        }
    }

    @Test("The concepts name the keys that hold, not those of the preset")
    func concepts() {
        var keymap = Keymap.preset()
        keymap.bindings.removeAll { $0.action == .answer || $0.action == .queue }
        keymap.bindings.append(Keymap.Binding(.everywhere, [Key("W")], .queue))
        let texts = HelpConcepts(keymap).topics.flatMap(\.items).map { item in
            if case .text(let text) = item { text } else { "" }
        }
        #expect(texts.contains { $0.hasPrefix("W opens the queue.") })
        #expect(texts.contains { $0.hasPrefix("queue.answer shows the next question") })
    }

    @Test("Every action stands in it once for each place that binds it, and no key is lost")
    func complete() {
        let keymap = Keymap.preset()
        let sections = KeyTable.sections(of: keymap)
        let rows = sections.flatMap(\.rows)
        #expect(Set(rows.flatMap { [$0.action] + $0.others }) == Set(Action.allCases))
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
        #expect(last[height - 3] != "")
        #expect(height > 60 || last != first)
        screen.press("down pagedown")
        #expect(screen.lines == last)
        screen.wheel(.wheelUp)
        screen.press("home")
        #expect(screen.lines == first)
    }

    @Test("Search shows what holds all words as they are typed, under its headings")
    func search() {
        var screen = FullScreen(width: 60, height: 16, screen: .help)
        let first = screen.lines
        screen.press("/")
        screen.type("HEXA")
        #expect(screen.lines[14] == " Search: HEXA")
        #expect(screen.lines[1...3] == [" Viewer", "  F4  x                Show hexadecimal", ""])
        screen.press("enter")
        #expect(screen.lines[1] == " Viewer")
        screen.press("escape")
        #expect(screen.lines == first)
        screen.press("/")
        screen.type("partial resume")
        #expect(screen.lines[1] == " About partial files")
        screen.press("ctrl-u")
        screen.type("z z z q")
        #expect(screen.lines[1] == " No help matches 'z z z q'.")
        screen.press("escape")
        #expect(screen.lines == first)
        #expect(screen.model.screen == .help)
        screen.press("/")
        _ = screen.model.update(.terminal(.paste("marks")))
        #expect(screen.text.contains("About marks"))
        // Another screen is shown: what was searched for is over.
        screen.press("enter escape escape")
        #expect(screen.model.screen == .main)
    }

    @Test("Tab leads to the next topic, Shift-Tab to the one before")
    func topics() {
        var screen = FullScreen(width: 80, height: 24, screen: .log)
        screen.press("f1")
        let first = screen.lines
        screen.press("tab")
        #expect(screen.lines[1] == " Everywhere")
        screen.press("tab")
        #expect(screen.lines[1] == " About panes and sites")
        screen.press("shift-tab shift-tab")
        #expect(screen.lines == first)
    }

    @Test("Esc goes back to the screen it was opened from")
    func origin() {
        var screen = FullScreen(screen: .log)
        screen.press("f1 escape")
        #expect(screen.model.screen == .log)
        screen.press("? ?")
        #expect(screen.model.screen == .log)
    }
}
