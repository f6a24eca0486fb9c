import Files
import Jobs
import Terminal
import Testing

@testable import UI

@Suite("Undo on the screen") struct UndoScreenTests {
    private func record(
        _ number: Int64, _ action: UndoRecord.Action, _ steps: [UndoStep], count: Int? = nil,
        lost: Int = 0, failure: String? = nil
    ) -> UndoRecord {
        UndoRecord(
            number: number, action, on: .local, time: 1_700_000_000, steps: steps, count: count,
            lost: lost, failure: failure)
    }

    private var renamed: UndoRecord {
        record(
            7, .rename, [UndoStep(Path("/home/me/b.txt"), .renamed(from: Path("/home/me/a.txt")))])
    }

    private func answered(
        _ keys: String, _ records: [UndoRecord], width: Int = 100
    ) throws -> FullScreen {
        var screen = FullScreen(width: width, height: 20, screen: .main)
        for case .loadUndo(let request) in screen.press(keys) {
            _ = screen.model.update(.undoList(request, .records(records)))
            return screen
        }
        throw Missing()
    }

    private struct Missing: Error {}

    @Test("U asks before it undoes the newest, and says what came of it") func newest() throws {
        var screen = try answered("U", [record(9, .copy, [], lost: 3), renamed])
        #expect(screen.text.contains("Renamed a.txt to b.txt."))
        #expect(screen.text.contains("/home/me"))
        #expect(screen.text.contains("It gets its old name and place again."))
        guard case .undo(let request, 7, .local)? = screen.press("y").first else {
            Issue.record("nothing is undone")
            return
        }
        let effects = screen.model.update(
            .undone(
                request,
                UndoReport(site: .local, undone: 1, queued: 0, failures: FailureList(atMost: 1))))
        #expect(screen.text.contains("Undone: 1 item."))
        #expect(effects.contains { if case .list = $0 { true } else { false } })
    }

    @Test("Esc leaves all as it is, and nothing to undo is said") func nothing() throws {
        var screen = try answered("U", [renamed])
        #expect(screen.press("esc").isEmpty)
        #expect(!screen.press("U").isEmpty)
        let empty = try answered("U", [])
        #expect(empty.text.contains("There is nothing to undo."))
    }

    @Test("The list tells what can be undone, and why not", arguments: [60, 100])
    func list(_ width: Int) throws {
        let failed = record(
            8, .trash,
            [
                UndoStep(
                    Path("/d/x"), .trashed(TrashID(directory: .root, name: try #require(Name("x"))))
                )
            ],
            failure: "/d/x already exists.")
        var screen = try answered(
            "g u",
            [
                renamed, failed,
                record(
                    5, .copy, [UndoStep(Path("/t/f"), .madeFile(size: 1, modified: nil))],
                    count: 40, lost: 2),
                record(4, .move, [], lost: 1),
            ], width: width)
        #expect(screen.text.contains("4 items"))
        #expect(screen.text.contains("Renamed a.txt to b.txt"))
        #expect(screen.text.contains("Copied f and 39 more"))
        screen.press("down")
        #expect(screen.text.contains("/d/x already exists."))
        screen.press("down")
        #expect(screen.text.contains("2 items cannot be undone"))
        screen.press("down")
        #expect(screen.press("enter").isEmpty)
        #expect(screen.text.contains("cannot be undone"))
        screen.press("up up up enter")
        guard case .undo(_, 7, .local)? = screen.press("y").first else {
            Issue.record("nothing is undone")
            return
        }
        screen.press("esc")
        #expect(screen.model.screens.current == .main)
    }

    @Test("A report names the first failure and counts the others") func report() {
        var failures = FailureList(atMost: 1)
        failures.append(FileSystemError(.exists, detail: "/a already exists."))
        failures.append(FileSystemError(.exists, detail: "/b already exists."))
        let report = UndoReport(site: .local, undone: 2, queued: 0, failures: failures)
        let noted = UndoReport(
            site: .local, undone: 2, queued: 0, failures: failures,
            notes: ["One is there.", "Another.", "A third."])
        #expect(noted.sentence == report.sentence + " One is there. 2 more to check.")
        #expect(
            report.sentence
                == "Undone: 2 items. /a already exists. 1 more could not be undone.")
        #expect(
            UndoReport(site: .local, undone: 0, queued: 1, failures: FailureList(atMost: 1))
                .sentence
                == "The queue moves 1 item back.")
    }
}
