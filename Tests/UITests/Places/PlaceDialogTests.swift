import Files
import Jobs
import Terminal
import Testing

@testable import UI

@Suite("The dialogs that ask for a place")
struct PlaceDialogTests {
    /// Answers what the last key asked for.
    private func complete(_ stage: inout Stage, _ names: String...) {
        for case .complete(let request, _) in stage.effects {
            stage.send(.completions(request, .success(names.compactMap { Name(Array($0.utf8)) })))
        }
    }

    @Test("Directories that were shown of late are offered, those of the account first")
    func visited() {
        var stage = Stage.shown()
        stage.send(
            .visited([
                Location(site: Stage.web, path: Path("/www/logs")),
                Location(site: .local, path: Path("/home/me/notes")),
            ]))
        stage.press("g d")
        let rows = stage.lines.filter { $0.contains("visited") }
        #expect(rows.count == 3)
        #expect(rows[0].contains("~/notes/"))
        #expect(rows[1].contains("ftp://deploy@web01/www "))
        #expect(rows[2].contains("ftp://deploy@web01/www/logs"))
        stage.press("down enter")
        #expect(stage.pane.pending?.path == Path("/home/me/notes"))
    }

    @Test("A path of this machine is completed as it is typed, once for each directory")
    func completion() throws {
        var stage = Stage.shown()
        stage.press("g d")
        // What the panes show is known already.
        #expect(
            stage.type("~/site/").allSatisfy { effect in
                if case .complete(_, let directory) = effect {
                    return directory.path != Path("/home/me/site")
                }
                return true
            })
        #expect(stage.screen.contains("│   assets/"))
        stage.type("d")
        #expect(!stage.screen.contains("│   assets/"))
        #expect(stage.screen.contains("│   drafts/"))
        stage.press("tab")
        #expect(stage.screen.contains("~/site/drafts/"))
        let asked = stage.effects.compactMap { effect in
            if case .complete(_, let directory) = effect { directory.path } else { nil }
        }
        #expect(asked == [Path("/home/me/site/drafts")])
        complete(&stage, "spring", "summer", ".secret")
        #expect(stage.screen.contains("  spring/"))
        #expect(!stage.screen.contains(".secret"))
        #expect(stage.type("s").isEmpty)
        // The common start of both is there already.
        stage.press("tab")
        stage.type("u")
        stage.press("tab")
        stage.press("enter")
        #expect(stage.pane.pending?.path == Path("/home/me/site/drafts/summer"))
    }

    @Test("A server's directory is read at Tab alone, and only where the pane is logged in")
    func remote() {
        var stage = Stage.shown()
        stage.press("tab g d")
        #expect(stage.type("/srv/w").isEmpty)
        stage.press("tab")
        guard case .complete(let request, let directory) = stage.effects.first else {
            Issue.record("nothing was asked")
            return
        }
        #expect(directory == Location(site: Stage.web, path: Path("/srv")))
        // Asked once, however often Tab is pressed.
        #expect(stage.press("tab").isEmpty)
        // A late answer to something else is nobody's.
        stage.send(.completions(RequestID(rawValue: -1), .success([])))
        stage.send(
            .completions(request, .success([Name(Array("www".utf8))].compactMap(\.self))))
        #expect(stage.screen.contains("/srv/www/"))
        stage.press("escape g d")
        #expect(stage.type("ftp://elsewhere/pub/x").isEmpty)
        #expect(stage.press("tab").isEmpty)
    }

    @Test("Tab says why a directory cannot be read; what is typed on is not told of")
    func unreadable() {
        let denied = FileSystemError(.denied, reply: "550 No", detail: "/srv could not be listed.")
        var stage = Stage.shown()
        stage.press("tab g d")
        stage.type("/srv/w")
        for case .complete(let request, _) in stage.press("tab") {
            stage.send(.completions(request, .failure(denied)))
        }
        #expect(stage.screen.contains("/srv could not be listed. (550 No)"))
        stage.press("escape tab g d")
        for case .complete(let request, _) in stage.type("/nowhere/") {
            stage.send(.completions(request, .failure(denied)))
        }
        #expect(!stage.screen.contains("could not be listed"))
    }

    @Test("What was typed goes there though the list has rows, and a refusal is said")
    func typed() {
        var stage = Stage.shown()
        stage.press("g d")
        stage.type("/etc")
        stage.press("enter")
        #expect(stage.pane.pending?.path == Path("/etc"))
        stage.press("g d")
        stage.type("ftp://a:99999/")
        stage.press("enter")
        #expect(stage.screen.contains("The port '99999' is not a number from 1 to 65535."))
        stage.press("escape")
        #expect(!stage.screen.contains("Go to ─"))
    }

    @Test("Names with percent signs complete in a URL so that they are read back")
    func percent() throws {
        let base = Location(site: Stage.web, path: Path("/www"))
        let completion = try #require(
            PathCompletion("ftp://deploy@web01/www/10", from: base, home: nil) { $0 })
        let name = try #require(Name(Array("100%41".utf8)))
        #expect(completion.matching([name]) == [name])
        #expect(
            completion.text(with: name, from: base, home: nil) { $0 }
                == "ftp://deploy@web01/www/100%2541/")
        let odd = try #require(Name([0x31, 0x30, 0xFF]))
        #expect(completion.text(with: odd, from: base, home: nil) { $0 } == nil)
        #expect(PathCompletion("ftp://deploy@we", from: base, home: nil) { $0 } == nil)
        #expect(PathCompletion("~de", from: base, home: nil) { $0 } == nil)
    }

    @Test("Bookmarks are the user's sites, those of the account first; typing filters them")
    func bookmarks() {
        var stage = Stage.shown()
        stage.press("'")
        #expect(stage.screen.contains("There are no bookmarks yet; m in a pane adds one."))
        stage.press("escape")
        let other = Site(scheme: .sftp, host: "nas")
        stage.send(
            .sites([
                SiteChoice(name: "nas", site: other, path: nil, origin: .sites),
                SiteChoice(name: "web01", site: Stage.web, path: nil, origin: .sites),
                SiteChoice(
                    name: "web01/logs", site: Stage.web, path: Path("/logs"), origin: .sites),
                SiteChoice(name: "visit", site: other, path: nil, origin: .recent),
            ]))
        stage.press("tab '")
        let rows = stage.lines.filter {
            $0.contains("://") && $0.contains("│ ") && !$0.contains("║")
        }
        .filter { $0.contains("nas") || $0.contains("web01  ") || $0.contains("web01/logs") }
        #expect(!stage.screen.contains("visit"))
        #expect(rows.count >= 3)
        stage.type("logs")
        stage.press("enter")
        #expect(stage.pane.pending?.path == Path("/logs"))
        #expect(stage.pane.pending?.site == Stage.web)
        stage.press("escape '")
        stage.type("zzz")
        #expect(stage.screen.contains("No bookmark matches."))
        #expect(stage.press("enter").isEmpty)
    }

    @Test("The present directory becomes a bookmark in the folder of its site")
    func adding() {
        var stage = Stage.shown()
        stage.send(
            .sites([SiteChoice(name: "work/web", site: Stage.web, path: nil, origin: .sites)]))
        stage.press("tab m")
        #expect(stage.screen.contains("work/web/www"))
        stage.press("escape tab m")
        #expect(stage.screen.contains("site"))
        #expect(stage.screen.contains("file:///home/me/site"))
    }

    @Test(
        "It fits every size, and a click opens what is under it", arguments: [(60, 16), (300, 100)])
    func sizes(width: Int, height: Int) {
        var stage = Stage.shown(width, height)
        stage.send(.visited((0..<40).map { Location(site: .local, path: Path("/d\($0)")) }))
        stage.press("g d")
        #expect(stage.screen.contains("Enter: open"))
        guard let row = stage.lines.firstIndex(where: { $0.contains(" /d0/ ") }) else {
            Issue.record("nothing is offered")
            return
        }
        stage.click(width / 2, row)
        #expect(stage.pane.pending?.path == Path("/d0"))
    }
}
