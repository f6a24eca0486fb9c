import Files
import Terminal
import Testing

@testable import UI

@Suite("The palette")
struct PaletteTests {
    private func reply(_ screen: inout FullScreen, _ effects: [Effect], _ lines: [String]) {
        for effect in effects {
            if case .sendRaw(let request, _, _, _) = effect {
                _ = screen.model.update(.replied(request, .success(lines)))
            }
        }
    }

    @Test("Words find actions by parts of their names, the best first, with their keys")
    func matching() {
        var screen = FullScreen(width: 60, height: 16, screen: .queue)
        screen.press(": s o r t s")
        #expect(
            Array(screen.lines[2..<6]) == [
                " ╭─ Command palette: action, place, cd PATH, raw LINE ────╮y",
                " │ Sort by size                                           │",
                " │ Setting sort_reverse                Sorts in the reve~ │",
                " │ Setting natural_sort                Sorts numbers by ~ │",
            ])
        #expect(screen.lines[13] == " │ : sorts                                                │")
        #expect(screen.model.palette?.match == .action(.sortBySize))
        // Nothing that only has the letters somewhere.
        #expect(screen.model.palette?.matches.contains(.action(.sortByExtension)) == false)
        screen.press("ctrl-u")
        screen.type("file.del")
        #expect(screen.model.palette?.match == .action(.delete))
        screen.press("ctrl-u")
        screen.type("hexadec")
        #expect(screen.model.palette?.match == .action(.viewHex))
        screen.press("ctrl-u")
        screen.type("qqqq")
        #expect(screen.text.contains("No action matches."))
        #expect(screen.press("enter").isEmpty)
        #expect(screen.text.contains("No action matches 'qqqq'"))
    }

    @Test(
        "Enter does the action where it means something; Tab completes, arrows choose, Esc closes")
    func actions() {
        var screen = FullScreen()
        screen.press(":")
        screen.type("show failed jobs")
        screen.press("enter")
        #expect(screen.model.screen == .queue)
        #expect(screen.model.queue.tab == .failed)
        #expect(screen.model.palette == nil)
        screen.press(":")
        screen.type("suspend")
        screen.press("tab")
        #expect(screen.model.palette?.field.text == "screen.suspend")
        #expect(screen.press("enter").first == .suspend)
        screen.press(":")
        screen.type("show.sort-")
        let second = screen.model.palette?.matches[1]
        screen.press("down")
        #expect(screen.model.palette?.match == second)
        screen.press("escape")
        #expect(screen.model.palette == nil)
        screen.press(":")
        screen.type("view.hex")
        screen.press("enter")
        #expect(screen.model.status.text == "No file is open in the viewer.")
    }

    @Test(
        "raw sends a line to the server of the focused pane, or of the other, and shows the reply")
    func raw() throws {
        var screen = FullScreen(width: 60, height: 16)
        screen.press(":")
        screen.type("raw SITE HELP")
        let effects = screen.press("enter")
        guard
            case .sendRaw(let request, .right, webServer, "SITE HELP") = try #require(effects.first)
        else {
            Issue.record("nothing was sent")
            return
        }
        #expect(screen.text.contains("Waiting for the reply from ftp://deploy@web01."))
        #expect(screen.press("enter").isEmpty)
        _ = screen.model.update(
            .replied(request, .success(["214-The following", " CHMOD \u{1b}[2J", "214 Help OK"])))
        #expect(screen.text.contains("│ 214-The following "))
        #expect(screen.text.contains("│  CHMOD \\x1b[2J "))
        #expect(screen.text.contains("│ 214 Help OK "))
        #expect(screen.text.contains(": raw"))
        screen.type("NOOP")
        #expect(screen.text.contains("214 Help OK"))
        let again = screen.press("enter")
        #expect(again.count == 1)
        reply(&screen, again, (0..<5_000).map { "line \($0)" })
        #expect(screen.model.palette?.output.count == Palette.outputLimit)
        screen.press("pagedown")
        #expect(!screen.text.contains("line 0 "))
        screen.press("pageup")
        #expect(screen.text.contains("line 0 "))
    }

    @Test("A refused command says why; one without an answer is given up with Esc")
    func rawFails() throws {
        var screen = FullScreen()
        screen.press(":")
        screen.type("raw X")
        guard case .sendRaw(let request, let side, _, _) = try #require(screen.press("enter").first)
        else {
            Issue.record("the command is not sent")
            return
        }
        #expect(screen.press("escape") == [.cancel(side, request)])
        _ = screen.model.update(
            .replied(request, .failure(FileSystemError(.timeout, detail: "web01 is silent."))))
        #expect(screen.model.status.text == "web01 is silent.")
        screen.press(":")
        screen.type("raw X")
        guard case .sendRaw(let second, _, _, _) = try #require(screen.press("enter").first) else {
            Issue.record("the second command is not sent")
            return
        }
        _ = screen.model.update(
            .replied(second, .failure(FileSystemError(.other, reply: "500 ?", detail: "No."))))
        #expect(screen.text.contains("No. (500 ?)"))
        screen.model.right = Pane(site: .local, path: .root)
        #expect(screen.press("enter").isEmpty)
        screen.type("X")
        #expect(screen.press("enter").isEmpty)
        #expect(screen.text.contains("Both panes show this machine; a raw command needs a server."))
    }

    @Test("What was typed comes back with Up; passwords do not")
    func history() {
        var screen = FullScreen()
        screen.press(":")
        for line in ["raw FEAT", "raw PASS s3cret", "raw NOOP"] {
            screen.press("ctrl-u")
            screen.type(line)
            let effects = screen.press("enter")
            #expect(effects.count == 1)
            reply(&screen, effects, ["200 ok"])
        }
        screen.press("up")
        #expect(screen.model.palette?.field.text == "raw NOOP")
        screen.press("up")
        #expect(screen.model.palette?.field.text == "raw FEAT")
        screen.press("up down down")
        #expect(screen.model.palette?.field.text == "")
        #expect(!screen.model.paletteHistory.lines.contains { $0.contains("s3cret") })
        var history = LineHistory()
        for number in 0..<500 { history.append("raw \(number % 300)") }
        #expect(history.lines.count == 100)
    }

    @Test("cd goes to a path or a URL, and refuses what is neither")
    func go() {
        var screen = FullScreen(screen: .log)
        screen.press(":")
        screen.type("cd /etc")
        let effects = screen.press("enter")
        #expect(
            effects.contains { if case .list(_, .left, .local, _, _) = $0 { true } else { false } })
        #expect(screen.model.screen == .main)
        #expect(screen.model.paletteHistory.lines == ["cd /etc"])
        screen.press(":")
        screen.type("cd ftp://me:s3cret@host/")
        #expect(!screen.press("enter").isEmpty)
        #expect(screen.model.paletteHistory.lines == ["cd /etc"])
        screen.press(":")
        screen.type("cd ftp://a:99999/")
        #expect(screen.press("enter").isEmpty)
        #expect(screen.text.contains("The port '99999' is not a number from 1 to 65535."))
        screen.press("ctrl-u")
        screen.type("cd")
        #expect(screen.press("enter").isEmpty)
        #expect(screen.text.contains("Type a path or URL after cd."))
    }

    @Test("A click does the action under it, one outside closes")
    func mouse() throws {
        var screen = FullScreen(width: 60, height: 16)
        screen.press(":")
        screen.type("queue")
        guard case .action(let action) = screen.model.palette?.match else {
            Issue.record("nothing matches")
            return
        }
        #expect(action.group == .queue || action == .queue)
        screen.click(5, 3)
        #expect(screen.model.palette == nil)
        #expect(screen.model.screen == .queue)
        screen.press(":")
        screen.click(5, 0)
        #expect(screen.model.palette == nil)
    }

    @Test("Only what was meant is done: nothing typed, or letters scattered in words, do nothing")
    func meant() {
        var screen = FullScreen(screen: .queue)
        screen.press(":")
        #expect(screen.press("enter").isEmpty)
        #expect(screen.text.contains("Type a few letters, or choose with the arrow keys."))
        screen.type("dlt")
        #expect(screen.press("enter").isEmpty)
        #expect(screen.text.contains("Nothing begins with 'dlt'; choose with the arrow keys."))
        #expect(screen.model.palette != nil)
        let first = screen.model.palette?.match
        screen.press("down")
        #expect(screen.model.palette?.match == first)
        #expect(screen.model.palette?.isChosen == true)
        for (typed, action) in [
            ("mbp", Action.markPattern), ("gohome", .home), ("hexad", .viewHex),
            ("rev", .sortReverse),
        ] {
            screen.press("ctrl-u")
            screen.type(typed)
            #expect(screen.model.palette?.isSure == true, "\(typed)")
            #expect(screen.model.palette?.match == .action(action), "\(typed)")
        }
    }

    @Test("What was used comes first, also after another start")
    func use() {
        var screen = FullScreen()
        screen.press(":")
        screen.type("sort")
        #expect(screen.model.palette?.match != .action(.sortByTime))
        screen.press("ctrl-u")
        screen.type("sort by time")
        let effects = screen.press("enter")
        #expect(effects.contains(.keepUsed(["show.sort-time"])))
        screen.press(":")
        screen.type("sort")
        #expect(screen.model.palette?.match == .action(.sortByTime))
        var other = FullScreen()
        _ = other.model.update(.used(["show.sort-time", "nothing that there is"]))
        other.press(":")
        other.type("sort")
        #expect(other.model.palette?.match == .action(.sortByTime))
    }

    @Test("Sites, directories that were visited and themes are found, and opened with Enter")
    func places() {
        var screen = FullScreen()
        screen.model.workspace.options.themes = ["dark", "amber"]
        let nas = Site(scheme: .sftp, host: "nas")
        _ = screen.model.update(
            .sites([SiteChoice(name: "work/nas", site: nas, path: nil, origin: .sites)]))
        _ = screen.model.update(.visited([Location(site: .local, path: Path("/srv/photos"))]))
        screen.press(":")
        screen.type("amb")
        #expect(screen.text.contains("Theme amber"))
        #expect(screen.press("enter").contains(.keepTheme("amber")))
        screen.press(":")
        screen.type("photos")
        let went = screen.press("enter")
        #expect(
            went.contains {
                if case .list(_, .left, .local, Path("/srv/photos"), _) = $0 { true } else { false }
            })
        screen.press(":")
        screen.type("natural")
        #expect(screen.text.contains("Setting natural_sort"))
        #expect(screen.press("enter").contains(.loadSettings(nil)))
        #expect(screen.model.screen == .settings)
        screen.press("escape escape :")
        screen.type("work/nas")
        #expect(screen.text.contains("Connect to work/nas"))
        let connected = screen.press("enter")
        #expect(
            connected.contains {
                if case .list(_, _, nas, nil, _) = $0 { true } else { false }
            })
    }
}
