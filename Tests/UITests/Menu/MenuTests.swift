import Files
import Settings
import Terminal
import Testing

@testable import UI

@Suite("The menu")
struct MenuTests {
    @Test("Ctrl-L redraws whatever is open, and leaves it open")
    func redraw() {
        var screen = Stage.shown()
        for opening in ["f9", ":", "f7", "/"] {
            screen.press(opening)
            let before = screen.model.view()
            #expect(screen.press("ctrl-l") == [.redraw], "\(opening)")
            #expect(screen.model.view() == before, "\(opening)")
            screen.press("esc")
        }
    }

    @Test("It has the menus of its screen, in title case, with each action's key")
    func literal() {
        var screen = FullScreen(width: 60, height: 18, screen: .log)
        screen.press("f9")
        #expect(screen.lines[0] == "  Log  Go  Options")
        #expect(screen.role(of: "Log  ") == .menuCursor)
        #expect(screen.lines[2].contains("│ Filter…                     f │"))
        #expect(screen.lines[5].contains("│ ─"))
        #expect(screen.lines[6].contains("│ Find…                       / │"))
        screen = FullScreen(width: 80, height: 24)
        screen.press("f9")
        #expect(screen.lines[0] == "  Left  File  Command  Compare  Queue  Options  Right")
        #expect(screen.role(of: "File  ") == .menuCursor)
    }

    @Test("A menu that is longer than the screen says in its frame which way there is more")
    func more() {
        func marks(_ screen: FullScreen) -> [String] {
            screen.lines.filter { $0.contains(" more ─") }.flatMap { line in
                ["↑", "↓"].filter { line.contains("\($0) more") }
            }
        }
        var screen = FullScreen(width: 80, height: 24)
        screen.press("f9")
        #expect(marks(screen) == ["↓"])
        screen.press("up")
        #expect(marks(screen) == ["↑"])
        screen = FullScreen(width: 80, height: 18)
        screen.press("f9" + String(repeating: " down", count: 13))
        #expect(marks(screen) == ["↑", "↓"])
        screen = FullScreen(width: 100, height: 40)
        screen.press("f9")
        #expect(marks(screen) == [])
    }

    @Test("It shows the keys of its own screen, and none that does something else there")
    func ownKeys() {
        func entry(_ title: String, _ keys: String, _ id: ScreenID) -> String? {
            var screen = FullScreen(width: 80, height: 24, screen: id)
            screen.press(keys)
            return screen.lines.first { $0.contains("│ \(title)") }
        }
        #expect(entry("Quit", "f9 right", .log)?.contains("F10") == false)
        #expect(entry("Show the History", "f9 right", .log)?.contains("H │") == false)
        #expect(entry("Open the Log", "f9", .help)?.contains("L │") == true)
        #expect(entry("Quit", "f9 up", .main)?.contains("F10 │") == true)
        #expect(entry("Restore the Default", "f9", .settings)?.contains("d │") == true)
        #expect(entry("Go To…", "f9", .viewer)?.contains("% │") == true)
    }

    @Test("Arrows, Enter, Esc, the action's own key and a first letter work in it")
    func keys() {
        var screen = FullScreen()
        screen.press("f9 escape")
        #expect(screen.model.menu == nil)
        screen.press("f9")
        #expect(screen.model.menu?.current == .action(.view))
        screen.press("up")
        #expect(screen.model.menu?.current == .action(.quit))
        screen.press("down down")
        #expect(screen.model.menu?.current == .action(.edit))
        screen.press("end up")
        #expect(screen.model.menu?.current == .action(.suspend))
        #expect(screen.press("enter") == [.suspend])
        #expect(screen.model.menu == nil)
        screen.press("f9 w")
        #expect(screen.model.screen == .queue)
        #expect(screen.model.menu == nil)
    }

    @Test("Separators are passed over")
    func separators() {
        var screen = FullScreen()
        screen.press("f9")
        for _ in 0..<40 {
            #expect(screen.model.menu?.current != .separator)
            screen.press("down")
        }
        for _ in 0..<40 {
            #expect(screen.model.menu?.current != .separator)
            screen.press("up")
        }
    }

    @Test("Every entry of every menu is reached and does something without harm")
    func all() {
        let pages = MenuPage.pages(of: .main, themes: [])
        for (number, page) in pages.enumerated() {
            for row in page.entries.indices where page.entries[row] != .separator {
                var screen = FullScreen(width: 60, height: 16)
                screen.press("f9 left")
                for _ in 0..<number { screen.press("right") }
                let distance = page.entries[..<row].count { $0 != .separator }
                for _ in 0..<distance { screen.press("down") }
                let entry = page.entries[row]
                #expect(screen.model.menu?.current == entry)
                let text = MenuLayout.text(of: entry)
                #expect(screen.lines.contains { $0.contains(text) }, "\(text)")
                let refusal = screen.model.menu?.refusal(of: entry)
                screen.press("enter")
                #expect((screen.model.menu == nil) == (refusal == nil), "\(text)")
                #expect(screen.lines.count == 16)
            }
        }
    }

    @Test("Every action that is no mere movement is in a menu of some screen")
    func complete() {
        let screens: [ScreenID] = [
            .main, .queue, .log, .viewer, .raw, .share, .sites, .help, .history,
            .settings, .edits, .trash, .undo, .plan,
        ]
        let reached = Set(
            screens.flatMap { MenuPage.pages(of: $0, themes: []) }.flatMap(\.entries)
                .compactMap(\.action))
        let movements: Set<Action> = [
            .up, .down, .pageUp, .pageDown, .halfUp, .halfDown, .top, .bottom, .enter, .otherPane,
            .mark, .nextTab, .previousTab, .menu, .askToQuit, .sortMenu, .compareBy,
            .tab1, .tab2, .tab3, .tab4, .tab5, .tab6, .tab7, .tab8, .tab9,
        ]
        for action in Action.allCases where !movements.contains(action) {
            #expect(reached.contains(action), "\(action)")
        }
    }

    @Test("What cannot be done now is in brackets, says why below, and is not done")
    func dim() {
        var screen = FullScreen(width: 80, height: 24)
        screen.model.left = Pane(site: .local, path: .root)
        screen.press("f9")
        #expect(screen.lines.contains { $0.contains("(View)") })
        #expect(screen.lines[22] == "Move the cursor to a file first.")
        #expect(screen.press("enter").isEmpty)
        #expect(screen.model.menu != nil)
    }

    @Test("Left and Right act on the pane of that side, which gets the keyboard")
    func sides() {
        var screen = FullScreen(width: 80, height: 24)
        screen.press("f9 left left")
        #expect(screen.model.menu?.current == .inPane(.right, .goTo))
        screen.press("enter")
        #expect(screen.model.workspace.panes.focus == .right)
        #expect(!screen.model.dialogs.isEmpty)
    }

    @Test("A theme is shown while the cursor is on it, kept by Enter and taken back by Esc")
    func themes() {
        var screen = FullScreen(width: 80, height: 24)
        screen.model.workspace.options.themes = ["dark", "light"]
        screen.model.workspace.options.theme = "dark"
        screen.press("f9 right right right right")
        #expect(screen.lines.contains { $0.contains("* Theme: dark") })
        #expect(screen.press("down") == [.showTheme("light")])
        #expect(screen.press("escape") == [.showTheme("dark")])
        screen.press("f9 right right right right")
        screen.press("down")
        #expect(screen.press("enter") == [.showTheme("light"), .keepTheme("light")])
        #expect(screen.model.workspace.options.theme == "light")
        #expect(screen.model.menu == nil)
        #expect(screen.model.update(.themed(.standard)) == [.draw(.standard)])
        // Leaving the menu's theme for another entry takes the preview back.
        screen.press("f9 right right right right")
        #expect(screen.press("down down") == [.showTheme("light")])
    }

    @Test("The mouse opens menus, does entries, and closes outside")
    func mouse() {
        var screen = FullScreen(width: 60, height: 16)
        screen.press("f9")
        screen.click(32, 0)
        #expect(screen.model.menu?.page == 4)
        screen.wheel(.wheelDown)
        #expect(screen.model.menu?.list.cursor == 1)
        screen.click(1, 14)
        #expect(screen.model.menu == nil)
        screen.press("f9")
        screen.click(32, 0)
        screen.click(35, 2)
        #expect(screen.model.menu == nil)
        #expect(screen.model.screen == .queue)
    }
}

@Suite("Words in menus")
struct TitleCaseTests {
    @Test(
        "All words but the small ones begin with a capital letter",
        arguments: [
            ("Mark by pattern…", "Mark by Pattern…"), ("Go to…", "Go To…"),
            ("Copy the share's URL", "Copy the Share's URL"), ("in", "In"), ("", ""),
        ])
    func words(text: String, title: String) {
        #expect(TitleCase.make(text) == title)
    }
}
