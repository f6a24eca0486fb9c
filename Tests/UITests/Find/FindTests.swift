import Files
import Jobs
import Terminal
import Testing

@testable import UI

@Suite("Find below")
struct FindTests {
    private func found(_ names: [String], _ kind: Entry.Kind = .file) -> FoundEntry {
        let names = names.compactMap { Name($0) }
        return FoundEntry(Entry(name: names[names.count - 1], kind: kind, size: 5), names: names)
    }

    /// A search for everything in the focused pane, and its request.
    private func searching(_ stage: inout Stage) -> RequestID? {
        stage.press("s enter")
        for case .find(let request, _, _) in stage.effects { return request }
        Issue.record("nothing is looked for")
        return nil
    }

    @Test("The dialog makes a filter of what is typed")
    func dialog() {
        var stage = Stage.shown()
        stage.press("s")
        #expect(stage.screen.contains("Below /home/me/site"))
        stage.type("*.js")
        stage.press("down")
        stage.type("todo")
        stage.press("down")
        stage.type("+10M")
        stage.press("down")
        stage.type("2026-11-20")
        stage.press("down right")
        guard case .find(_, let place, let filter)? = stage.press("enter").first else {
            Issue.record("nothing is looked for")
            return
        }
        #expect(place.path == Path("/home/me/site"))
        #expect(filter.size == .above(10 << 20))
        #expect(filter.newer == 1_795_132_800)
        #expect(filter.type == .f)
        #expect(filter.text == FindText("todo"))
        #expect(filter.name?.matches(Array("MAIN.JS".utf8)[...]) == true)
        #expect(filter.name?.matches(Array("main.css".utf8)[...]) == false)
        #expect(stage.screen.contains("Found below /home/me/site: *.js, todo, +10M, 2026-11-20"))
    }

    @Test(
        "What is no size or no time is refused in its field; a server's files are not looked into")
    func refusals() {
        var stage = Stage.shown()
        stage.press("s down down")
        stage.type("big")
        #expect(stage.press("enter") == [])
        #expect(stage.screen.contains("'big' is not a size; type +10M, -500K or 0."))
        stage.press("ctrl-u down")
        stage.type("soon")
        #expect(stage.press("enter") == [])
        #expect(stage.screen.contains("'soon' is not a time; type 2026-11-20, or 7d, 12h."))
        stage.press("escape tab s")
        #expect(!stage.screen.contains("Containing"))
    }

    @Test("Files are looked into on this machine and where a server may offer a shell")
    func contents() {
        var stage = Stage.shown()
        stage.press("tab")
        stage.model.workspace.panes.focused.site = Site(
            scheme: .sftp, host: "web01", user: "deploy")
        stage.press("s")
        #expect(stage.screen.contains("Containing"))
        stage.press("escape")
        stage.model.workspace.panes.focused.site.archive = Path("/www/site.zip")
        stage.press("s")
        #expect(!stage.screen.contains("Containing"))
    }

    @Test(
        "Times are dates, or how long ago",
        arguments: [("7d", 395_200), ("12h", 956_800), ("30m", 998_200)])
    func times(text: String, seconds: Int64) {
        #expect(FindDialog.time(text, now: 1_000_000) == seconds)
        #expect(FindDialog.time("\(text)x", now: 1_000_000) == nil)
        #expect(FindDialog.time("-\(text)", now: 1_000_000) == nil)
        #expect(FindDialog.time("999999999\(text)", now: 1_000_000) == nil)
    }

    @Test("Results come as they are found; Esc stops and keeps them, a second one goes back")
    func streaming() throws {
        var stage = Stage.shown()
        let request = try #require(searching(&stage))
        #expect(stage.screen.contains("Searching."))
        stage.send(.found(request, [found(["css", "main.css"])]))
        stage.send(.found(request, [found(["deep", "er", "x.txt"])]))
        #expect(stage.screen.contains("2 found, searching"))
        #expect(stage.screen.contains("deep/er"))
        #expect(stage.press("escape") == [.stop(request)])
        #expect(stage.screen.contains("2 found, stopped"))
        stage.send(.found(request, [found(["late"])]))
        #expect(!stage.screen.contains("late"))
        stage.press("escape")
        #expect(stage.model.screen == .main)
        stage.press("g F")
        #expect(stage.screen.contains("2 found, stopped"))
    }

    @Test("Enter goes to the directory with the cursor on the file; leaving stops the search")
    func goes() throws {
        var stage = Stage.shown()
        let request = try #require(searching(&stage))
        stage.send(.found(request, [found(["css", "main.css"])]))
        let effects = stage.press("enter")
        #expect(effects.contains(.stop(request)))
        #expect(stage.model.screen == .main)
        #expect(stage.model[.left].pending?.path == Path("/home/me/site/css"))
        #expect(stage.model[.left].pending?.cursorName == Name("main.css"))
    }

    @Test("What is marked is copied to the other pane and deleted after a question")
    func acts() throws {
        var stage = Stage.shown()
        let request = try #require(searching(&stage))
        stage.send(
            .found(
                request,
                [
                    found(["a"], .directory), found(["a", "in.txt"]), found(["b", "c.txt"]),
                    found(["d.txt"]),
                ]))
        stage.send(.findEnded(request, .success(FindEnd())))
        stage.press("space space space f5")
        #expect(stage.screen.contains("Copy 2 items to"))
        guard case .enqueue(let batch)? = stage.press("y").first else {
            Issue.record("nothing is queued")
            return
        }
        #expect(
            batch.requests.map(\.source.path) == [
                Path("/home/me/site/a"), Path("/home/me/site/b/c.txt"),
            ])
        #expect(
            batch.requests.map(\.target?.path) == [Path("/www/a"), Path("/www/c.txt")])
        // What was queued is no longer marked.
        stage.press("f8")
        #expect(stage.screen.contains("Delete 'd.txt' permanently?"))
        stage.press("escape home space space space f8")
        #expect(stage.screen.contains("Delete these 2 items permanently?"))
        #expect(stage.press("enter") == [])
        stage.press("u end f8")
        #expect(stage.screen.contains("Delete 'd.txt' permanently?"))
    }

    @Test("What was deleted leaves the list, with all below it; the marks stay on their rows")
    func deleted() throws {
        var stage = Stage.shown()
        let request = try #require(searching(&stage))
        stage.send(
            .found(
                request,
                [
                    found(["a"], .directory), found(["a", "in.txt"]), found(["ab.txt"]),
                    found(["d.txt"]), found(["e.txt"]),
                ]))
        stage.send(.findEnded(request, .success(FindEnd())))
        stage.press("home down down down space")
        var change = QueueChange()
        for (number, name) in ["a", "e.txt"].enumerated() {
            var gone = job(Int64(number + 1), name, .done)
            gone.operation = number == 0 ? .trash : .delete
            change.changed.append(gone)
        }
        change.changed.append(job(3, "d.txt", .done))
        stage.send(.queue(change))
        #expect(!stage.screen.contains("in.txt") && !stage.screen.contains("e.txt"))
        #expect(stage.screen.contains("ab.txt"))
        stage.press("f8")
        #expect(stage.screen.contains("Delete 'd.txt' permanently?"))
    }

    @Test("What could not be read is counted, and a search that fails says why")
    func failures() throws {
        var stage = Stage.shown()
        let request = try #require(searching(&stage))
        var end = FindEnd()
        end.note(FileSystemError(.denied, detail: "No way."))
        stage.send(.findEnded(request, .success(end)))
        #expect(stage.screen.contains("0 found, 1 not read"))
        #expect(stage.screen.contains("No way."))
        stage.press("escape")
        let second = try #require(searching(&stage))
        stage.send(.findEnded(second, .failure(FileSystemError(.denied, detail: "Locked."))))
        #expect(stage.screen.contains("Locked."))
    }

    @Test("A text is found over the edge of two pieces, without case unless capitals are typed")
    func text() throws {
        func holds(_ wanted: String, _ text: String) throws -> Bool {
            let bytes = Array(text.utf8)
            return try bytes.withUnsafeBytes { try #require(FindText(wanted)).isFound(in: $0) }
        }
        #expect(try holds("todo", "a ToDo b"))
        #expect(try !holds("Todo", "a todo b"))
        #expect(try holds("Todo", "a Todo"))
        #expect(try holds("aab", "aaaab"))
        #expect(try holds("é", "caf\u{E9}"))
        #expect(try !holds("abc", "ab"))
        #expect(try !holds("abc", ""))
        #expect(FindText("") == nil)
    }
}
