import Files
import Support
import Testing

@Suite("Servers that copy a whole file by themselves")
struct OnSiteCopyTests {
    private static let bytes = Bank.noise(1_000_000)

    /// Copies `file` to `there/file` where the server does it; whether it did.
    private func copy(_ bank: Bank) throws -> Bool {
        try bank.store(OnSiteCopyTests.bytes, at: "file")
        try bank.makeFolder("there")
        _ = try bank.fileSystem.home()
        guard let files = bank.fileSystem as? any CopyingOnSite else { return false }
        let creation = Creation(size: UInt64(OnSiteCopyTests.bytes.count), replaces: false)
        let id = PartID(token: PartID.newToken(), number: 1)
        let target = try bank.path("there/file")
        guard
            let part = try files.copyOnSite(
                bank.path("file"), size: UInt64(OnSiteCopyTests.bytes.count), to: target, as: id,
                creation)
        else { return false }
        let pending = PendingCommit(
            part: part, creation: creation, size: UInt64(OnSiteCopyTests.bytes.count))
        let committed = try #require(files.commit([pending]) { _ in }[id]).get()
        #expect(committed.proof == .sizeConfirmed)
        let source = try files.open(target, from: 0)
        #expect(try Bank.read(source) == OnSiteCopyTests.bytes)
        try source.finish()
        #expect(try files.list(target.parent).count == 1)
        return true
    }

    @Test(
        "Those that can do it, and the copy is whole",
        arguments: [Place.proftpd, .proftpdTLS, .apacheDAV, .rcloneDAV])
    func copied(place: Place) throws {
        #expect(try copy(Bank(place)))
    }

    @Test("Those that cannot, say so", arguments: [Place.demo, .vsftpd, .pureFTPd, .pyftpdlib])
    func notCopied(place: Place) throws {
        #expect(try !copy(Bank(place)))
    }
}
