import Files
import Terminal
import Testing

@testable import UI

@Suite("The preview of what is under the cursor")
struct PreviewTests {
    /// Both panes, the keyboard on the server's, the preview on; what it has asked for.
    private func stage(_ width: Int = 100, _ height: Int = 30) throws -> (Stage, RequestID) {
        var stage = Stage.shown(width, height)
        stage.press("tab")
        stage.press("/")
        stage.type("main.js")
        stage.press("enter")
        let asked = stage.press("P")
        let id = try #require(request(asked)?.0)
        return (stage, id)
    }

    private func request(_ effects: [Effect]) -> (RequestID, PreviewRequest)? {
        for case .preview(let id, let request) in effects { return (id, request) }
        return nil
    }

    private func bytes(_ text: String, size: UInt64? = nil) -> PreviewContent {
        .bytes(Array(text.utf8), isWhole: size == nil, size: size, note: nil)
    }

    @Test("It takes the other pane's place, and a pane of its own in a wide terminal")
    func place() throws {
        var (narrow, id) = try stage()
        narrow.send(.previewed(id, .success(bytes("let answer = 42\n"))))
        #expect(narrow.lines.contains { $0.hasPrefix("│let answer = 42") })
        #expect(!narrow.text.contains("~/site"))
        narrow.press("tab")
        // The preview is on the other side then.
        #expect(narrow.text.contains("~/site"))
        #expect(!narrow.text.contains("web01/www"))
        narrow.press("P")
        #expect(narrow.text.contains("~/site") && narrow.text.contains("web01/www"))

        var (wide, wideID) = try stage(150, 40)
        wide.send(.previewed(wideID, .success(bytes("let answer = 42\n"))))
        #expect(wide.text.contains("~/site") && wide.text.contains("web01/www"))
        #expect(wide.text.contains("let answer = 42"))
    }

    @Test("It follows the cursor; what nobody waits for any more is stopped, and not shown")
    func following() throws {
        var (stage, first) = try stage()
        let effects = stage.press("up")
        let (second, asked) = try #require(request(effects))
        #expect(effects.contains(.stop(first)))
        #expect(asked.location.path.name?.text != "main.js")
        stage.send(.previewed(first, .success(bytes("the old one"))))
        #expect(!stage.text.contains("the old one"))
        stage.send(.previewed(second, .success(.entries([], count: 0))))
        #expect(stage.text.contains("0 items"))
        // Nothing else is under the cursor.
        #expect(request(stage.press("ctrl-l")) == nil)
        #expect(stage.press("P").isEmpty)
    }

    @Test("What cannot be read says why, and `..` has nothing to show")
    func refusals() throws {
        var (stage, id) = try stage()
        let refusal = FileSystemError(.denied, detail: "main.js cannot be read on web01.")
        stage.send(.previewed(id, .failure(refusal)))
        #expect(stage.text.contains("main.js cannot be read on web01."))
        stage.press("home")
        #expect(stage.text.contains("Move the cursor to a file or directory."))
    }

    @Test("Bytes that are no text are shown as numbers, and a stranger's control characters never")
    func unsafe() throws {
        var (stage, id) = try stage()
        stage.send(.previewed(id, .success(bytes("a\u{1B}]0;evil\u{7}b\n"))))
        #expect(stage.text.contains("\\x1b]0;evil\\x07b"))
        stage.press("up")
        stage.press("down")
        let again = try #require(stage.model.workspace.preview?.asked?.id)
        stage.send(
            .previewed(
                again,
                .success(.bytes([0, 1, 2, 0x41], isWhole: false, size: 99, note: "a note"))))
        #expect(stage.text.contains("00000000  00 01 02 41"))
        #expect(stage.text.contains("a note  hex, the first 4 B"))
    }

    @Test("A picture lies over blank cells, and goes as soon as anything is over it")
    func pictures() throws {
        var (stage, id) = try stage()
        let picture = Picture(
            number: 1, form: .characters(["x"]), size: Size(width: 10, height: 4))
        stage.send(.previewed(id, .success(.picture(picture))))
        #expect(
            stage.model.view().picture == PlacedPicture(picture, at: Point(x: 1, y: 2)))
        stage.press("f7")
        #expect(stage.model.view().picture == nil)
        stage.press("esc")
        #expect(stage.model.view().picture != nil)
        stage.press("w")
        #expect(stage.model.view().picture == nil)
    }

    @Test("The wheel moves through the text")
    func wheel() throws {
        var (stage, id) = try stage()
        let text = (1...200).map { "line \($0)" }.joined(separator: "\n")
        stage.send(.previewed(id, .success(bytes(text))))
        #expect(stage.text.contains("line 1 "))
        stage.click(5, 5, .wheelDown)
        #expect(!stage.text.contains("line 1 ") && stage.text.contains("line 4 "))
        stage.click(5, 5, .wheelUp)
        #expect(stage.text.contains("line 1 "))
    }

    @Test("Directories show what is in them, as the panes do")
    func directories() throws {
        var (stage, id) = try stage()
        stage.send(.previewed(id, .success(.entries(Entry.site, count: 12_345))))
        #expect(stage.text.contains("12,345 items"))
        #expect(stage.text.contains("assets/"))
    }

    @Test("Archives show what is in them, deeper entries further to the right")
    func archives() throws {
        var (stage, id) = try stage()
        let nested = [
            NestedEntry(Entry(name: try #require(Name("tree")), kind: .directory), depth: 0),
            NestedEntry(
                Entry(name: try #require(Name("one.txt")), kind: .file, size: 17), depth: 1),
        ]
        stage.send(.previewed(id, .success(.archive(nested, count: 1_234))))
        #expect(stage.text.contains("│tree/"))
        #expect(stage.text.contains("│  one.txt"))
        #expect(stage.text.contains("archive  1,234 items"))
    }

    @Test("The smallest terminal draws it, too", arguments: [(60, 16), (300, 100)])
    func sizes(width: Int, height: Int) throws {
        var (stage, id) = try stage(width, height)
        stage.send(
            .previewed(
                id,
                .success(
                    .bytes(
                        (0...255).map { UInt8($0) }, isWhole: true, size: 256, note: nil))))
        #expect(stage.text.contains("hex"))
    }
}

extension Stage {
    /// All that is on the screen.
    fileprivate var text: String { lines.joined(separator: "\n") }
}
