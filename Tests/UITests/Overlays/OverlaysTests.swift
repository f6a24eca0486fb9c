import Files
import Terminal
import Testing

@testable import UI

@Suite("What lies over the screen")
struct OverlaysTests {
    private var workspace = Workspace(
        size: Size(width: 80, height: 24), panes: Panes(left: .empty, right: .empty),
        keymap: .preset(),
        options: Workspace.Options())

    @Test("Each is opened by its own action, and instead of another") func opening() {
        var overlays = Overlays()
        #expect(overlays.isEmpty)
        let opened = [Action.help, .menu].map {
            overlays.open(for: $0, over: LogScreen(), workspace)
        }
        #expect(opened == [false, true])
        #expect((overlays.top as? Menu)?.pages.first?.title == "Log")
        _ = overlays.open(for: .palette, over: LogScreen(), workspace)
        #expect(overlays.top is Palette)
        _ = overlays.open(for: .menu, over: HelpScreen(), workspace)
        #expect((overlays.top as? Menu)?.pages.first?.title == "Go")
    }

    @Test("While none is open, nothing is taken and nothing drawn") func none() {
        var overlays = Overlays()
        var workspace = workspace
        let outcome = overlays.take(Key("x"), &workspace)
        #expect(outcome.steps.isEmpty)
        overlays.paste("text")
        let isTaken = overlays.take(.replied(RequestID(rawValue: 1), .success([])))
        #expect(!isTaken)
        var frame = Frame(size: workspace.size)
        overlays.draw(workspace, into: &frame)
        #expect(frame == Frame(size: workspace.size))
    }

    @Test("The palette is new each time, but for its history") func palette() {
        var overlays = Overlays()
        var workspace = workspace
        _ = overlays.open(for: .palette, over: PanesScreen(), workspace)
        overlays.paste("suspend")
        #expect((overlays.top as? Palette)?.field.text == "suspend")
        let outcome = overlays.take(Key(.enter), &workspace)
        #expect(overlays.isEmpty)
        guard case .performAtItsPlace(.suspend)? = outcome.steps.first else {
            Issue.record("\(outcome)")
            return
        }
        #expect(overlays[Palette.self]?.field.text == "")
        _ = overlays.open(for: .palette, over: PanesScreen(), workspace)
        overlays.paste("cd ftp://anna:secret@host")
        _ = overlays.open(for: .menu, over: PanesScreen(), workspace)
        #expect(overlays[Palette.self]?.field.text == "")
        _ = overlays.open(for: .palette, over: PanesScreen(), workspace)
        #expect((overlays.top as? Palette)?.field.text == "")
        #expect(overlays[Palette.self]?.history.lines == ["screen.suspend"])
    }
}
