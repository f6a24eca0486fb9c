import Files
import Terminal
import Testing

@testable import UI

@Suite("Editing a server's file")
struct EditingTests {
    private static let place = Location(site: Stage.web, path: Path("/www/main.js"))
    private static let id = EditID("abc")

    private func edit(_ state: EditState) -> Edit {
        Edit(id: EditingTests.id, location: EditingTests.place, state: state)
    }

    private var conflict: EditConflict {
        let time = Timestamp(seconds: Int64(Stage.now))
        return EditConflict(
            mine: .init(size: 12, modified: time, line: "2"),
            theirs: .init(size: 14, modified: time, line: "TWO"),
            base: .init(size: 14, modified: time, line: "two"), lineNumber: 2,
            isMergeable: true)
    }

    private var order: EditorOrder {
        EditorOrder(
            id: EditingTests.id, copy: Path("/state/abc/copy/main.js"), work: .edit,
            title: "main.js on web01")
    }

    /// Both panes, the cursor on the server's main.js.
    private func stage() -> Stage {
        var stage = Stage.shown()
        stage.press("tab")
        stage.press("/")
        stage.type("main.js")
        stage.press("enter")
        return stage
    }

    @Test("Another conflict in an open dialog is another question: Enter answers nothing yet")
    func replaced() {
        var stage = stage()
        stage.send(.edits(.changed(edit(.conflicted(conflict)))))
        stage.press("up")
        var gone = conflict
        gone.theirs = nil
        gone.isMergeable = false
        stage.send(.edits(.changed(edit(.conflicted(gone)))))
        #expect(stage.press("enter").isEmpty)
        #expect(stage.press("enter").isEmpty)
    }

    @Test("F4 fetches it, the editor gets the terminal, and its end is passed on")
    func opening() {
        var stage = stage()
        #expect(
            stage.press("f4") == [.editing(.begin(EditingTests.place, isLargeAllowed: false))])
        stage.send(.edits(.changed(edit(.fetching))))
        #expect(stage.model.status.text == "Fetching main.js on web01.")
        stage.send(.edits(.ready(order)))
        #expect(stage.effects == [.runEditor(order)])
        let end = EditorEnd(seconds: 3, trouble: nil)
        stage.send(.editorEnded(EditingTests.id, end))
        #expect(stage.effects == [.editing(.ended(EditingTests.id, end))])
        stage.send(.edits(.changed(edit(.saved(Stage.now)))))
        #expect(stage.model.status.text == "Saved main.js on web01 at 23:58:00.")
        // It shows the new size.
        #expect(
            stage.effects.contains {
                if case .list(_, .right, _, _, _) = $0 { true } else { false }
            })
        stage.send(.edits(.ended(EditingTests.id, nil, isError: false)))
        #expect(stage.press("f4").count == 1)
    }

    @Test("The viewer edits the file that it shows")
    func viewer() {
        var stage = stage()
        stage.press("f3")
        #expect(stage.model.screen == .viewer)
        #expect(stage.press("e") == [.editing(.begin(EditingTests.place, isLargeAllowed: false))])
    }

    @Test("While something else is open the editor waits; F4 on the same file opens that copy")
    func waiting() {
        var stage = stage()
        stage.press("f7")
        stage.send(.edits(.changed(edit(.fetching))))
        stage.send(.edits(.ready(order)))
        #expect(stage.effects.isEmpty)
        stage.press("esc")
        // It is that very editor that waited.
        #expect(stage.press("e") == [.runEditor(order)])
        #expect(
            stage.press("e") == [.editing(.reopen(EditingTests.id, EditingTests.place))])
    }

    @Test("A merge that could not have the terminal waits in the list, and is not lost")
    func waitingMerge() {
        var stage = stage()
        stage.send(.edits(.changed(edit(.conflicted(conflict)))))
        stage.press("m f7")
        let merge = EditorOrder(
            id: EditingTests.id, copy: order.copy,
            work: .merge(command: nil, base: order.copy, theirs: order.copy, before: order.copy),
            title: order.title)
        stage.send(.edits(.ready(merge)))
        #expect(stage.effects.isEmpty)
        stage.press("esc g e")
        #expect(stage.text.contains("! unsent"))
        #expect(stage.press("enter") == [.runEditor(merge)])
    }

    @Test("An editor is not started for an edit that is over")
    func late() {
        var stage = stage()
        stage.send(.edits(.changed(edit(.fetching))))
        stage.send(.edits(.ended(EditingTests.id, nil, isError: false)))
        stage.send(.edits(.ready(order)))
        #expect(stage.effects.isEmpty)
    }

    @Test("A conflict shows all versions; Enter alone decides nothing, and Esc keeps the copy")
    func conflicts() {
        var stage = stage()
        stage.send(.edits(.changed(edit(.conflicted(conflict)))))
        let shown = stage.text
        for part in ["Line 2 is the first", "yours   2", "theirs  TWO", "before  two"] {
            #expect(shown.contains(part), "\(part)")
        }
        #expect(stage.press("enter").isEmpty)
        #expect(stage.text.contains("Overwrite theirs with yours"))
        #expect(stage.press("esc").isEmpty)
        #expect(!stage.text.contains("Overwrite theirs with yours"))
        stage.press("e")
        #expect(stage.press("o") == [.editing(.resolve(EditingTests.id, .overwrite))])
        stage.press("e")
        #expect(
            stage.press("down down down enter")
                == [.editing(.resolve(EditingTests.id, .merge(command: nil)))])
        stage.press("e")
        #expect(stage.press("d") == [.editing(.discard(EditingTests.id))])
        stage.press("e")
        stage.send(.edits(.ended(EditingTests.id, "Discarded.", isError: false)))
        #expect(!stage.text.contains("Overwrite theirs with yours"))
    }

    @Test("A file that is gone from the server can be sent again or discarded, and nothing else")
    func gone() {
        var stage = stage()
        var conflict = conflict
        conflict.theirs = nil
        conflict.lineNumber = nil
        conflict.isMergeable = false
        stage.send(.edits(.changed(edit(.conflicted(conflict)))))
        #expect(stage.text.contains("main.js was deleted on web01."))
        #expect(stage.press("m").isEmpty)
        #expect(stage.press("k").isEmpty)
        #expect(stage.press("o") == [.editing(.resolve(EditingTests.id, .overwrite))])
    }

    @Test("The list sends, finishes and discards; discarding changes asks first")
    func list() {
        var stage = stage()
        stage.send(.edits(.changed(edit(.failed("main.js is not saved. The disk is full.")))))
        stage.press("g e")
        #expect(stage.model.screen == .edits)
        #expect(stage.text.contains("! not saved"))
        #expect(stage.text.contains("The disk is full."))
        #expect(stage.press("s") == [.editing(.send(EditingTests.id))])
        #expect(stage.press("f") == [.editing(.finish(EditingTests.id))])
        #expect(
            stage.press("enter") == [.editing(.reopen(EditingTests.id, EditingTests.place))])
        #expect(stage.press("d").isEmpty)
        #expect(stage.text.contains("Your changes to main.js are lost"))
        #expect(stage.press("y") == [.editing(.discard(EditingTests.id))])
        stage.send(.edits(.ended(EditingTests.id, nil, isError: false)))
        #expect(stage.press("s").isEmpty)
        #expect(stage.model.status.text == "No file of a server is being edited.")
    }

    @Test("Quitting asks where changes are not on the server, and where a file is being edited")
    func quitting() {
        var stage = stage()
        stage.send(.edits(.changed(edit(.open))))
        #expect(stage.press("q").isEmpty)
        #expect(stage.text.contains("main.js on web01 is still being edited."))
        #expect(stage.press("y") == [.quit])
        stage.send(.edits(.ended(EditingTests.id, nil, isError: false)))
        #expect(stage.press("q") == [.quit])
        stage.send(.edits(.changed(edit(.failed("No.")))))
        #expect(stage.press("q").isEmpty)
        #expect(stage.text.contains("Quit with unsent changes?"))
        #expect(stage.press("y") == [.quit])
    }

    @Test("What an earlier session left is offered, and a large file is asked about")
    func questions() {
        var stage = stage()
        stage.send(.edits(.leftovers([edit(.unsent)], troubles: [])))
        #expect(stage.text.contains("main.js on web01"))
        stage.press("l")
        #expect(stage.model.screen == .edits)
        #expect(stage.text.contains("! unsent"))
        stage.press("q")
        stage.send(.edits(.changed(edit(.tooLarge(80 << 20)))))
        #expect(stage.text.contains("Edit a large file?"))
        #expect(
            stage.press("y") == [.editing(.begin(EditingTests.place, isLargeAllowed: true))])
    }
}

extension Stage {
    /// All that is on the screen.
    fileprivate var text: String { lines.joined(separator: "\n") }
}
