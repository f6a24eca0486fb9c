import Files
import Glibc
import Support
import Testing

@testable import Engine

@Suite("Edits that a process has left")
struct EditStoreTests {
    /// An edit whose process is gone.
    private func leave(
        _ bench: EditBench, _ change: (EditTransfer) throws -> Void
    ) throws -> String {
        let transfer = try bench.fetched()
        try change(transfer)
        return transfer.directory.token
    }

    @Test("Those with unsent changes are found with their copies, the others are removed")
    func leftovers() throws {
        let bench = try EditBench()
        let changed = try leave(bench) { try $0.save("2\n") }
        let same = try leave(bench) { _ in }
        let found = bench.store.adoptLeftovers()
        #expect(found.transfers.map(\.directory.token) == [changed])
        #expect(found.troubles.isEmpty)
        #expect(!bench.folder.exists("state/edits/\(same)"))
        let transfer = try #require(found.transfers.first)
        #expect(transfer.location == bench.location())
        guard case .saved = try transfer.send(bench.volume.connect()) else {
            Issue.record("It was not saved.")
            return
        }
        #expect(bench.text == "2\n")
    }

    @Test("Nobody takes over what another process works on")
    func live() throws {
        let bench = try EditBench()
        let transfer = try bench.fetched()
        try transfer.save("2\n")
        #expect(bench.store.adoptLeftovers().transfers.isEmpty)
        #expect(bench.folder.exists("state/edits/\(transfer.directory.token)"))
        #expect(try transfer.directory.readRecord() != nil)
    }

    @Test("What a killed editor left beside an unchanged copy is kept; a half-fetched file is not")
    func others() throws {
        let bench = try EditBench()
        let swap = try leave(bench) { transfer in
            let path = "state/edits/\(transfer.directory.token)/copy/.main.js.swp"
            try bench.folder.write("unsaved", to: path)
        }
        let half = try leave(bench) { try $0.directory.remove(.record) }
        let bad = try leave(bench) { transfer in
            try bench.folder.write("{", to: "state/edits/\(transfer.directory.token)/record.json")
        }
        let found = bench.store.adoptLeftovers()
        #expect(found.transfers.map(\.directory.token) == [swap])
        #expect(!bench.folder.exists("state/edits/\(half)"))
        #expect(found.troubles.count == 1)
        #expect(bench.folder.exists("state/edits/\(bad)/copy/main.js"))
    }

    @Test("Directories that an editor made go with an edit that is over, and half-made edits too")
    func directories() throws {
        let bench = try EditBench()
        let token = try leave(bench) { transfer in
            let directory = "state/edits/\(transfer.directory.token)"
            try bench.folder.makeFolder("\(directory)/copy/undo")
            try bench.folder.makeFolder("\(directory)/copy/undo/deep")
            try bench.folder.write("x", to: "\(directory)/copy/undo/deep/file")
            try transfer.directory.remove(.record)
        }
        try bench.folder.makeFolder("state/edits/.new-old")
        try bench.folder.makeFolder("state/edits/.new-old/copy")
        try bench.folder.makeFolder("state/edits/.new-fresh")
        let long = [timespec(), timespec()]
        #expect(utimensat(AT_FDCWD, bench.folder.path("state/edits/.new-old"), long, 0) == 0)
        let found = bench.store.adoptLeftovers()
        #expect(found.troubles.isEmpty)
        #expect(!bench.folder.exists("state/edits/\(token)"))
        #expect(!bench.folder.exists("state/edits/.new-old"))
        #expect(bench.folder.exists("state/edits/.new-fresh"))
    }

    @Test("No more than fifty are begun")
    func limit() throws {
        let bench = try EditBench()
        let all = try (0..<EditStore.limit).map { _ in try bench.fetched() }
        let refusal = try #require(try bench.refusal(EditBench.path))
        #expect(refusal.contains("50 files are being edited"))
        try all.first?.directory.discard()
        #expect(try bench.refusal(EditBench.path) == nil)
    }
}
