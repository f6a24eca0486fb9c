import Files
import Jobs
import Settings
import Sync
import Terminal
import Testing

@testable import UI

@Suite("The question what is to be mirrored")
struct MirrorDialogTests {
    private func order(_ effects: [Effect]) -> PlanOrder? {
        effects.lazy.compactMap { if case .makePlan(_, let order) = $0 { order } else { nil } }
            .first
    }

    private let here = Location(site: .local, path: Path("/home/me/site"))
    private let there = Location(site: Stage.web, path: Path("/www"))

    @Test("Enter at once mirrors the focused pane to the other one, and deletes nothing")
    func plain() throws {
        var stage = Stage.shown()
        stage.press("M")
        #expect(stage.screen.contains("From   ~/site"))
        #expect(stage.screen.contains("To     ftp://deploy@web01/www"))
        #expect(stage.screen.contains("< mirror to the right pane >"))
        let found = try #require(order(stage.press("enter")))
        #expect(found == PlanOrder(.mirror(deletes: false), Pair(here, there)))
        #expect(stage.model.screen == .plan)
    }

    @Test("From the right pane it goes to the left one; a synchronisation begins at the left")
    func sides() throws {
        var stage = Stage.shown()
        stage.press("tab M")
        #expect(stage.screen.contains("< mirror to the left pane >"))
        #expect(try #require(order(stage.press("enter"))).places == Pair(there, here))
        stage = .shown()
        stage.press("tab M right")
        #expect(stage.screen.contains("Left   ~/site"))
        #expect(stage.screen.contains("If both have changed:  < keep both >"))
        #expect(!stage.screen.contains("Delete what is extra"))
        let found = try #require(order(stage.press("enter")))
        #expect(found == PlanOrder(.sync(.keepBoth), Pair(here, there)))
    }

    @Test("Everything that can be chosen is in the order")
    func choices() throws {
        var stage = Stage.shown()
        stage.press("M down right down right right down right right down space down left")
        stage.press("down space down")
        stage.type("*.log tmp/")
        stage.press("down space")
        let found = try #require(order(stage.press("enter")))
        var wanted = PlanOrder(.mirror(deletes: true), Pair(here, there), by: .contents)
        wanted.scope = .missing
        wanted.replacesNewer = false
        wanted.keepsReplaced = false
        wanted.comparesModes = false
        wanted.excluded = ["*.log", "tmp/"]
        wanted.readsIgnoreLists = true
        #expect(found == wanted)
        stage = .shown()
        stage.press("M right down right right right")
        #expect(stage.screen.contains("< take the right one >"))
        #expect(try #require(order(stage.press("enter"))).kind == .sync(.take(.second)))
    }

    /// What is to be kept of the choices.
    private func kept(_ effects: [Effect]) throws -> PairChoices {
        let found = effects.lazy.compactMap { effect -> PairChoices? in
            if case .keepPairChoices(let choices) = effect { choices } else { nil }
        }
        return try #require(found.first)
    }

    @Test("At the next start the same two directories begin with what was chosen for them")
    func remembered() throws {
        var stage = Stage.shown()
        stage.press("M down right down right right down right right down space down left")
        stage.press("down space down")
        stage.type("*.log tmp/")
        stage.press("down space")
        let effects = stage.press("enter")
        var wanted = try #require(order(effects))
        // How the panes are compared is chosen for all.
        wanted.criterion = .sizeAndTime
        let choices = try kept(effects)
        #expect(choices.first == here && choices.second == there)
        var later = Stage.shown()
        // Of the server no more is known than its URL.
        var known = choices
        known.second.site = Site(scheme: .ftp, host: "web01", user: "deploy")
        later.send(.pairChoices([known]))
        later.press("M")
        #expect(later.screen.contains("*.log tmp/"))
        #expect(order(later.press("enter")) == wanted)
    }

    @Test("The other direction begins with the same names to skip, and deletes nothing")
    func reversed() throws {
        var stage = Stage.shown()
        stage.send(
            .pairChoices([
                PairChoices(
                    here, there, ["delete": "yes", "scope": "missing", "skip": "tmp/"])
            ]))
        stage.press("tab M")
        let found = try #require(order(stage.press("enter")))
        var wanted = PlanOrder(.mirror(deletes: false), Pair(there, here))
        wanted.excluded = ["tmp/"]
        #expect(found == wanted)
    }

    @Test("Whose file is taken stays with the directory, on whichever side that is")
    func swapped() throws {
        var stage = Stage.shown()
        stage.press("M right down right right")
        #expect(stage.screen.contains("< take the left one >"))
        let choices = try kept(stage.press("enter"))
        for keys in ["M", "tab M"] {
            var again = Stage.shown()
            again.send(.pairChoices([choices]))
            again.press(keys)
            #expect(again.screen.contains("< take the left one >"), "\(keys)")
        }
        // The server's directory is on the left now.
        var other = Stage.shown()
        other.send(
            .pairChoices([PairChoices(choices.second, choices.first, choices.values)]))
        other.press("M")
        #expect(other.screen.contains("< take the right one >"))
        let found = try #require(order(other.press("enter")))
        #expect(found.kind == .sync(.take(.second)))
    }

    @Test("What is not understood in what was kept is as usual")
    func unknown() throws {
        var stage = Stage.shown()
        stage.send(
            .pairChoices([
                PairChoices(
                    here, there, ["kind": "?", "delete": "perhaps", "conflict": "", "x": "yes"])
            ]))
        stage.press("M")
        let found = try #require(order(stage.press("enter")))
        #expect(found == PlanOrder(.mirror(deletes: false), Pair(here, there)))
    }

    @Test("It has all its rows and buttons on the smallest screen, and takes the mouse there")
    func small() throws {
        var stage = Stage.shown(60, 16)
        stage.press("M")
        for words in ["From", "What to do", "Obey .ferryignore", "[ Compare ]", "[ Cancel ]"] {
            #expect(stage.screen.contains(words), "\(words)")
        }
        func press(_ words: String) throws {
            let y = try #require(stage.lines.firstIndex { $0.contains(words) })
            let x = try #require(stage.lines[y].firstRange(of: words)).lowerBound
            stage.click(stage.lines[y].distance(from: stage.lines[y].startIndex, to: x), y)
        }
        try press("Delete what is extra")
        #expect(stage.screen.contains("Delete what is extra:  < yes >"))
        try press("Names to skip")
        stage.type("x")
        try press("Compare ]")
        let found = try #require(order(stage.effects))
        #expect(found.kind == .mirror(deletes: true))
        #expect(found.excluded == ["x"])
    }

    @Test(
        "Refused with a sentence: no directory, the same one, one in the other, no right to write")
    func refusals() {
        var stage = Stage(100, 30)
        stage.press("M")
        #expect(stage.statusLine.contains("Open a directory in both panes first."))
        stage = .shown()
        stage.model.right = stage.model.left
        stage.press("M")
        #expect(stage.statusLine.contains("Both panes show the same directory"))
        stage.model.right.path = Path("/home/me")
        stage.press("M")
        #expect(stage.statusLine.contains("One of the two directories is inside the other"))
        stage = .shown()
        stage.model.right.site.archive = Path("/www/a.zip")
        stage.press("M")
        #expect(stage.statusLine.contains("The right pane shows an archive"))
        #expect(stage.model.dialogs.isEmpty)
        // It can be a source, which is not enough for both ways.
        stage.press("tab M right")
        #expect(stage.press("enter").isEmpty)
        #expect(stage.screen.contains("The right pane shows an archive"))
        stage.press("left enter")
        #expect(order(stage.effects) != nil)
        stage = .shown()
        stage.model.right.site = Site(scheme: .https, host: "x.example")
        stage.model.right.capabilities = []
        stage.press("M")
        #expect(stage.statusLine.contains("The right pane is read-only"))
    }
}
