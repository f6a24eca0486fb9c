import Files
import Testing

@testable import UI

@Suite("Many names at once")
struct RenamePlanTests {
    private let place = Location(site: .local, path: Path("/d"))

    private func directory(_ names: [String]) -> Directory {
        var builder = DirectoryBuilder()
        for name in names { builder.append(.file(name)) }
        return builder.directory
    }

    private func plan(_ pairs: [(String, String)], beside others: [String] = []) -> RenamePlan {
        RenamePlan(
            pairs.compactMap { pair in Name(pair.0).map { (old: $0, new: pair.1) } }, in: place,
            of: directory(pairs.map(\.0) + others))
    }

    @Test("A swap and a cycle are no conflict, and what does not change is left out")
    func cycles() {
        let plan = plan([("a", "b"), ("b", "c"), ("c", "a"), ("d", "d")])
        #expect(plan.conflicts.isEmpty)
        #expect(plan.renamings.count == 3)
    }

    @Test("Two that get one name, and a name that is taken, are conflicts")
    func conflicts() {
        let plan = plan(
            [("a", "x"), ("b", "x"), ("c", "there"), ("d", "a/b"), ("e", "..")], beside: ["there"])
        #expect(
            plan.conflicts == [
                "'a' and 'b' would both become 'x'.",
                "'c' cannot become 'there', which already exists.",
                "'d' cannot become 'a/b': a name cannot be empty, '.' or '..', or contain '/'.",
                "'e' cannot become '..': a name cannot be empty, '.' or '..', or contain '/'.",
            ])
    }

    @Test("A name that stays keeps others from getting it")
    func stays() {
        #expect(plan([("a", "b"), ("b", "b")]).conflicts == ["'a' and 'b' would both become 'b'."])
    }

    @Test("As many lines as names, and none empty, else nothing is renamed")
    func lines() throws {
        let text = RenameText([.file("a"), .file("b")], on: .local)
        #expect(text.text == "a\nb\n")
        func sentence(_ edited: String) -> String? {
            if case .failure(let refusal) = text.names(after: edited) {
                refusal.sentence
            } else {
                nil
            }
        }
        #expect(sentence("a\n") == "The text has 1 line for 2 names; nothing was renamed.")
        #expect(sentence("") == "The text has 0 lines for 2 names; nothing was renamed.")
        #expect(sentence("a\n\n") == "Line 2 is empty; nothing was renamed.")
        #expect(sentence("x\r\ny") == nil)
        #expect(try text.names(after: "x\r\ny").get().map(\.new) == ["x", "y"])
    }

    @Test("Names that no line can hold are left out and counted")
    func leftOut() {
        let text = RenameText([.file("a\nb"), .file("c\u{1B}[2J"), .file("ok")], on: .local)
        #expect(text.text == "ok\n")
        #expect(text.leftOut == 2)
    }

    @Test(
        "A pattern makes names of parts, a counter and a replacement",
        arguments: [
            ("[N].[E]", "", "", "1", "shot.jpg"), ("trip-[C].[E]", "", "", "007", "trip-009.jpg"),
            ("[N]", "o", "0", "1", "sh0t"), ("[C][C]x[E]", "", "", "9", "1111xjpg"),
            ("[N].[E]", "shot.", "", "1", "jpg"), ("[X]", "", "", "1", "[X]"),
        ])
    func pattern(name: String, find: String, replacement: String, start: String, result: String) {
        let pattern = RenamePattern(
            name: name, find: find, replacement: replacement, start: start)
        #expect(pattern.text(for: "shot.jpg", isDirectory: false, at: 2) == result)
    }

    @Test("Without an extension there is no dot; a directory has none")
    func endings() {
        let pattern = RenamePattern()
        #expect(pattern.text(for: "README", isDirectory: false, at: 0) == "README")
        #expect(pattern.text(for: ".profile", isDirectory: false, at: 0) == ".profile")
        #expect(pattern.text(for: "v1.2", isDirectory: true, at: 0) == "v1.2")
        #expect(
            RenamePattern(start: "x").text(for: "a", isDirectory: false, at: 0) == nil)
        #expect(
            RenamePattern(start: "999999999999").text(for: "a", isDirectory: false, at: 0) == nil)
    }
}

@Suite("Renaming in the editor and by a pattern")
struct RenamingTests {
    private func edited(_ stage: inout Stage, _ change: (String) -> String) {
        guard case .editText(let request, let text)? = stage.effects.first else {
            Issue.record("nothing is edited")
            return
        }
        stage.send(.edited(request, .success(change(text))))
    }

    @Test("The names are shown old beside new before anything is done")
    func preview() throws {
        var stage = Stage.shown()
        stage.press("ctrl-a R")
        edited(&stage) { $0.replacing("main.js", with: "app.js") }
        #expect(stage.screen.contains("Rename 1 item?"))
        #expect(stage.screen.contains("app.js"))
        #expect(stage.press("enter") == [])
        stage.press("R")
        edited(&stage) { $0.replacing("main.js", with: "app.js") }
        let effects = stage.press("y")
        guard case .renameMany(let request, .left, let place, let renamings)? = effects.first else {
            Issue.record("nothing is renamed")
            return
        }
        #expect(place.path == Path("/home/me/site"))
        #expect(renamings.map(\.to) == [try #require(Name("app.js"))])
        stage.send(.renamed(request, RenameOutcome(renamed: 1)))
        #expect(stage.statusLine.contains("1 item renamed."))
    }

    @Test("With a conflict nothing can be renamed; unchanged names ask nothing")
    func conflict() {
        var stage = Stage.shown()
        stage.press("ctrl-a R")
        edited(&stage) { $0.replacing("main.js", with: "favicon.ico") }
        #expect(stage.screen.contains("Nothing can be renamed:"))
        #expect(stage.press("y") == [])
        #expect(stage.press("enter") == [])
        stage.press("R")
        edited(&stage) { $0 }
        #expect(stage.model.dialogs.isEmpty)
        #expect(stage.statusLine.contains("No name has changed"))
    }

    @Test("What failed on the way is said with what has another name now")
    func failure() throws {
        var stage = Stage.shown()
        stage.press("ctrl-a R")
        edited(&stage) { $0.replacing("main.js", with: "app.js") }
        guard case .renameMany(let request, _, _, _)? = stage.press("y").first else {
            Issue.record("nothing is renamed")
            return
        }
        let left = Renaming(
            from: try #require(Name("a")), to: try #require(Name("ferry-rename-1-0")))
        stage.send(
            .renamed(
                request,
                RenameOutcome(
                    renamed: 2, failure: FileSystemError(.connection, detail: "It is gone."),
                    leftBehind: left)))
        #expect(
            stage.statusLine.contains("'a' is called 'ferry-rename-1-0' now; 2 items renamed."))
    }

    @Test("A pattern shows what the first names become, and checks the counter")
    func pattern() {
        var stage = Stage.shown()
        stage.press("ctrl-a g R")
        #expect(stage.screen.contains("Rename by pattern"))
        stage.press("ctrl-u")
        stage.type("x[C]")
        #expect(stage.screen.contains("x1"))
        stage.press("down down down ctrl-u enter")
        #expect(stage.screen.contains("The counter must start with a number"))
        stage.type("10")
        stage.press("enter")
        #expect(stage.screen.contains("x10"))
        #expect(
            stage.press("y").contains { if case .renameMany = $0 { true } else { false } })
    }

    @Test("A name that no text stands for is skipped by a pattern, and keeps its bytes")
    func undecodable() throws {
        let odd = Entry(name: try #require(Name([0x61, 0xE9])), kind: .file, size: 1)
        var stage = Stage.shown(left: [odd, .file("b.txt")])
        stage.press("ctrl-a g R ctrl-u")
        stage.type("x[N].[E]")
        stage.press("enter")
        #expect(stage.screen.contains("Rename 1 item?"))
        #expect(stage.screen.contains("1 name with special characters skipped."))
    }

    @Test("A link is made in the other pane's directory on the same server, else beside it")
    func link() {
        var stage = Stage.shown()
        stage.press("tab j j j ctrl-x s")
        stage.type("again")
        #expect(
            stage.press("enter").contains {
                if case .makeLink(_, .right, let place, _) = $0 {
                    place.path == Path("/www/again")
                } else {
                    false
                }
            })
    }
}
