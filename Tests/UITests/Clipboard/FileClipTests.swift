import Files
import Jobs
import Terminal
import Testing

@testable import UI

@Suite("Yank, cut and paste")
struct FileClipTests {
    private func requests(_ effects: [Effect]) -> [JobRequest] {
        effects.flatMap { effect -> [JobRequest] in
            if case .enqueue(let batch) = effect { batch.requests } else { [] }
        }
    }

    @Test("What is yanked is copied to another server as often as it is pasted")
    func yank() {
        var stage = Stage.shown()
        stage.press("j space space y")
        #expect(stage.statusLine.contains("2 items yanked."))
        #expect(stage.model[.left].marked.isEmpty)
        stage.press("tab")
        for _ in 0..<2 {
            let asked = requests(stage.press("p"))
            #expect(asked.map(\.operation) == [.copy, .copy])
            #expect(asked.allSatisfy { $0.source.path.parent == Path("/home/me/site") })
            #expect(asked.allSatisfy { $0.target?.path.parent == Path("/www") })
            #expect(asked.allSatisfy { $0.target?.site == Stage.web })
        }
    }

    @Test("What is cut is moved once, also over tabs")
    func cut() {
        var stage = Stage.shown()
        stage.press("tab j j j x t backspace")
        for effect in stage.effects {
            guard case .list(let request, let tab, _, _, _) = effect else { continue }
            stage.answer(request, tab, [.folder("www")])
        }
        #expect(stage.model[.right].path == .root)
        #expect(requests(stage.press("p")).map(\.operation) == [.move])
        #expect(stage.press("p") == [])
        #expect(stage.statusLine.contains("There is nothing to paste."))
    }

    @Test("Nothing is pasted into a directory that is no longer to be seen")
    func loading() {
        var stage = Stage.shown()
        stage.press("j x tab j enter")
        stage.wait(1)
        #expect(stage.press("p") == [])
        #expect(stage.statusLine.contains("This pane is still loading."))
    }

    @Test("Neither into its own directory nor into itself")
    func refusals() {
        var stage = Stage.shown()
        stage.press("p")
        #expect(stage.statusLine.contains("Yank or cut some files with y or x."))
        stage.press("y")
        #expect(stage.statusLine.contains("Move the cursor to a name first"))
        stage.press("j y")
        #expect(stage.press("p") == [])
        #expect(stage.statusLine.contains("These files are in this directory already"))
        stage.press("enter")
        stage.answer([], at: Location(site: .local, path: Path("/home/me/site/assets")))
        #expect(stage.press("p") == [])
        #expect(stage.statusLine.contains("cannot be copied into itself"))
    }
}
