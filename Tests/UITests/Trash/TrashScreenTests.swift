import Files
import Terminal
import Testing

@testable import UI

@Suite("The trash's screen") struct TrashScreenTests {
    private func entry(
        _ name: String, _ origin: TrashEntry.Origin, deleted: CivilTime? = nil,
        size: UInt64? = 2_048
    ) throws -> TrashEntry {
        TrashEntry(
            id: TrashID(
                directory: Path("/home/me/.local/share/Trash"), name: try #require(Name(name))),
            origin: origin, deleted: deleted, kind: .file, size: size)
    }

    private func opened(_ entries: [TrashEntry], width: Int = 100) throws -> FullScreen {
        var screen = FullScreen(width: width, height: 20, screen: .main)
        var listing = TrashListing()
        listing.entries = entries
        let effects = screen.press("g x")
        #expect(screen.text.contains("Ferry is reading the trash."))
        for case .loadTrash(let request) in effects {
            _ = screen.model.update(.trash(request, listing))
            return screen
        }
        throw Missing()
    }

    private struct Missing: Error {}

    @Test("It lists name, directory, date and size, and Esc leads back") func listing() throws {
        let date = CivilTime(year: 2024, month: 2, day: 3, hour: 4, minute: 5)
        var screen = try opened([
            try entry("a", .path(Path("/home/me/notes/a")), deleted: date),
            try entry("b.2", .unusable("Its record in the trash is damaged.")),
        ])
        #expect(screen.text.contains("2 items"))
        #expect(screen.text.contains("Feb 03"))
        #expect(screen.text.contains("/home/me/notes"))
        #expect(screen.text.contains("2.0K"))
        #expect(screen.text.contains("no date"))
        screen.press("down")
        #expect(screen.text.contains("Its record in the trash is damaged."))
        #expect(screen.press("r").isEmpty)
        screen.press("esc")
        #expect(screen.model.screens.current == .main)
    }

    @Test("r and Enter restore, and the answer brings the new list", arguments: ["r", "enter"])
    func restore(_ key: String) throws {
        let entry = try entry("a", .path(Path("/home/me/a")))
        var screen = try opened([entry])
        guard case .restoreFromTrash(let request, entry.id)? = screen.press(key).first else {
            Issue.record("nothing is restored")
            return
        }
        #expect(screen.press(key).isEmpty)
        _ = screen.model.update(.trash(request, TrashListing()))
        #expect(screen.text.contains("The trash is empty."))
    }

    @Test("Del deletes for good, but only after a yes, and a no leaves all as it was")
    func delete() throws {
        let entry = try entry("a", .path(Path("/home/me/a")))
        var screen = try opened([entry])
        #expect(screen.press("delete").isEmpty)
        #expect(screen.text.contains("Delete a permanently?"))
        #expect(screen.press("n").isEmpty)
        screen.press("d")
        guard case .deleteFromTrash(let request, entry.id)? = screen.press("y").first else {
            Issue.record("nothing is deleted")
            return
        }
        _ = screen.model.update(.trash(request, TrashListing()))
        #expect(screen.text.contains("The trash is empty."))
    }

    @Test("It can be read on a small screen, and hostile names do no harm") func small() throws {
        let screen = try opened(
            [try entry("a\u{1B}[2J", .path(Path("/home/me/a\u{1B}[2J")))], width: 60)
        #expect(!screen.text.contains("\u{1B}"))
        #expect(screen.text.contains("Trash"))
    }
}
