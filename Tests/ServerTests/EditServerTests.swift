import Files
import Glibc
import HTTP
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

    @Test("Empty files with which a killed save tried a server go with the next", arguments: places)
    func tried(_ place: Place) throws {
        let (bank, folder) = (try Bank(place), try TemporaryFolder())
        try bank.store(Bank.noise(100), at: "main.js")
        let transfer = try fetch(bank, "main.js", folder)
        let id = PartID(token: transfer.directory.token, number: 1)
        // Killed before the temporary file itself was there.
        transfer.record.count = 1
        transfer.record.sent = EditRecord.Sent(number: 1, name: id.name.bytes)
        for role in 1...3 { try bank.store([], at: id.name(inRole: role).text) }
        try save(Bank.noise(200), transfer, folder)
        #expect(try send(transfer, bank) == "saved")
        #expect(bank.contents(of: "main.js") == Bank.noise(200))
        // The third could be a file that was replaced.
        #expect((1...3).filter { bank.exists(id.name(inRole: $0).text) } == [3])
        #expect(try transfer.isOver(countingOthers: true))
    }

    @Test(
        "A line that is cut anywhere leaves the old file or the new one, and the next try sends it",
        arguments: [Place.apacheDAV, .rcloneDAV])
    func cut(_ place: Place) throws {
        let kind = try #require(place.web)
        let server = try startedServer(
            kind, login: kind.logins.last, certificate: nil, isInMemory: false)
        defer { server.stop() }
        let relay = try CuttingRelay(to: server.site.port)
        defer { relay.stop() }
        var site = server.site
        site = Site(scheme: site.scheme, host: site.host, port: relay.port, user: site.user)
        site.timeout = 20
        let files = WebService.fileSystem(
            for: site, connection: 1,
            trust: TrustPolicy(authorities: nil, memory: TransientTrust()),
            log: { _ in }, password: { _ in Secret(WebServer.user) },
            proxyPassword: { _ in nil })
        defer { files.close() }
        let folder = try TemporaryFolder()
        var old = Bank.noise(2_000)
        try server.root.write(old, to: "main.js")
        try server.own("main.js")
        let fetch = EditFetch(
            location: Location(site: site, path: Path("/main.js")), token: PartID.newToken(),
            isLargeAllowed: false, store: EditStore(at: Path(folder.path("edits"))))
        guard case .fetched(let transfer) = try fetch.run(files) else { throw NotFetched() }
        var broken = 0
        for (number, cut) in [1, 300, 900, 1_800, 3_000, 4_500].enumerated() {
            let new = Bank.noise(2_000 + number)
            try save(new, transfer, folder)
            relay.cut(after: cut)
            if (try? transfer.send(files)) == nil { broken += 1 }
            let there = server.root.read("main.js")
            #expect(there == old || there == new, "cut after \(cut)")
            relay.cut(after: .max)
            let sent = try transfer.send(files)
            if case .conflicted = sent { Issue.record("a conflict after \(cut)") }
            #expect(server.root.read("main.js") == new)
            old = new
        }
        #expect(broken > 1)
        #expect(try transfer.isOver(countingOthers: true))
    }
}
