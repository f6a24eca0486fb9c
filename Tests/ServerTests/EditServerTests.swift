import Files
import Glibc
import Support
import Testing

@testable import Engine

@Suite("A file of every server is edited in a copy")
struct EditServerTests {
    private struct NotFetched: Error {}

    private static let places = Place.allCases

    private func fetch(_ bank: Bank, _ name: String, _ folder: TemporaryFolder) throws
        -> EditTransfer
    {
        let fetch = EditFetch(
            location: Location(site: bank.fileSystem.site, path: try bank.path(name)),
            token: PartID.newToken(), isLargeAllowed: false,
            store: EditStore(at: Path(folder.path("edits"))))
        guard case .fetched(let transfer) = try fetch.run(bank.fileSystem) else {
            throw NotFetched()
        }
        return transfer
    }

    private func save(_ bytes: [UInt8], _ transfer: EditTransfer, _ folder: TemporaryFolder) throws
    {
        let name = try #require(transfer.copyName)
        try folder.write(bytes, to: "edits/\(transfer.directory.token)/copy/\(name.text)")
    }

    private func send(_ transfer: EditTransfer, _ bank: Bank) throws -> String {
        switch try transfer.send(bank.fileSystem) {
        case .unchanged: "unchanged"
        case .saved: "saved"
        case .conflicted: "conflicted"
        }
    }

    @Test("Saves arrive whole, one after the other, and nothing is left beside", arguments: places)
    func saving(_ place: Place) throws {
        let (bank, folder) = (try Bank(place), try TemporaryFolder())
        try bank.store(Bank.noise(70_000), at: "main.js")
        let transfer = try fetch(bank, "main.js", folder)
        #expect(try send(transfer, bank) == "unchanged")
        for size in [1_000_003, 0, 17] {
            let bytes = Bank.noise(size)
            try save(bytes, transfer, folder)
            #expect(try send(transfer, bank) == "saved")
            #expect(bank.contents(of: "main.js") == bytes)
        }
        // The connection is lost between two saves.
        try bank.restartServer()
        let bytes = Bank.noise(300_000)
        try save(bytes, transfer, folder)
        if (try? send(transfer, bank)) == nil { #expect(try send(transfer, bank) == "saved") }
        #expect(bank.contents(of: "main.js") == bytes)
        #expect(try bank.names() == [Name("main.js")].compactMap(\.self))
        #expect(try transfer.isOver(countingOthers: true))
    }

    @Test("What somebody else has changed meanwhile is never replaced unasked", arguments: places)
    func conflict(_ place: Place) throws {
        let (bank, folder) = (try Bank(place), try TemporaryFolder())
        let old = Array("one\ntwo\n".utf8)
        try bank.store(old, at: "main.js")
        let transfer = try fetch(bank, "main.js", folder)
        // The same size, and soon enough to have the same time.
        let theirs = Array("one\nTWO\n".utf8)
        try bank.store(theirs, at: "main.js")
        let mine = Array("one\n2\n".utf8)
        try save(mine, transfer, folder)
        #expect(try send(transfer, bank) == "conflicted")
        #expect(bank.contents(of: "main.js") == theirs)
        try transfer.acceptTheirs()
        #expect(try send(transfer, bank) == "saved")
        #expect(bank.contents(of: "main.js") == mine)
        #expect(try bank.names() == [Name("main.js")].compactMap(\.self))
    }
}
