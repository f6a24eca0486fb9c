import Terminal
import Testing

@testable import UI

@Suite("What somebody new is told")
struct FirstHintsTests {
    private func status(_ stage: Stage) -> String {
        let frame = stage.model.view()
        let line = frame.lines[frame.size.height - 2]
        return String(line.reversed().drop { $0 == " " }.reversed())
    }

    @Test("Nothing is said before it is known what was used")
    func unknown() {
        var stage = Stage.shown()
        #expect(!status(stage).contains("Tab"))
        #expect(!stage.press("tab").contains { if case .keepHints = $0 { true } else { false } })
    }

    @Test("A hint goes away when its key was used, and that is kept")
    func use() {
        var stage = Stage.shown()
        stage.send(.hints(used: []))
        #expect(status(stage).hasSuffix("Tab: switch panes"))
        #expect(stage.press("tab") == [.keepHints(used: ["go.other-pane"])])
        #expect(status(stage).hasSuffix("F2: connect to a server"))
        #expect(stage.press("tab").isEmpty)
        #expect(
            stage.press("end space").contains(
                .keepHints(used: ["go.other-pane", "mark.toggle"])))
        #expect(status(stage).hasSuffix("F2: connect to a server"))
    }

    @Test("What was used at other times is not told, and what is unknown does no harm")
    func begin() {
        var stage = Stage.shown()
        stage.send(.hints(used: ["go.other-pane", "screen.sites", "nothing"]))
        #expect(status(stage).hasSuffix("F5: copy to the other pane"))
        stage.send(
            .hints(used: [
                "go.other-pane", "screen.sites", "file.copy", "mark.toggle", "screen.queue",
                "screen.palette", "screen.help",
            ]))
        #expect(!status(stage).contains(": "))
    }

    @Test("What was read before a hint was followed does not bring it back")
    func late() {
        var stage = Stage.shown()
        stage.send(.hints(used: []))
        stage.press("tab")
        stage.send(.hints(used: []))
        #expect(status(stage).hasSuffix("F2: connect to a server"))
        #expect(stage.press("f2").last == .keepHints(used: ["go.other-pane", "screen.sites"]))
    }

    @Test("On other screens nothing is told, and nothing counts as used")
    func elsewhere() {
        var stage = Stage.shown()
        stage.send(.hints(used: []))
        stage.press("w")
        #expect(!status(stage).contains("Tab"))
        #expect(!stage.press("insert").contains { if case .keepHints = $0 { true } else { false } })
        stage.press("esc")
        #expect(status(stage).hasSuffix("Tab: switch panes"))
    }

    @Test(
        "After many other keys another hint has its turn, and keeps it when the names are read again",
        arguments: [false, true])
    func turns(isReread: Bool) {
        var stage = Stage.shown()
        stage.send(.hints(used: []))
        for _ in 0..<12 { stage.press("down") }
        if isReread { stage.send(.hints(used: [])) }
        #expect(status(stage).hasSuffix("F2: connect to a server"))
    }

    @Test("It follows the user's keys, and gives way to what has happened")
    func room() {
        var stage = Stage.shown(60, 16)
        stage.send(.hints(used: []))
        #expect(status(stage).hasSuffix("Tab: switch panes"))
        stage.send(.notice("A sentence that takes most of the line is here now.", isError: false))
        #expect(!status(stage).contains("switch panes"))
    }
}
