import Files
import Jobs
import Support
import Testing

@Suite("Servers that copy a whole file by themselves")
struct OnSiteCopyTests {
    /// Copies `file` to `there/file` where the server does it; whether it did.
    private func copy(_ bank: Bank, size: Int = 1_000_000) throws -> Bool {
        let bytes = Bank.noise(size)
        try bank.store(bytes, at: "file")
        try bank.makeFolder("there")
        _ = try bank.fileSystem.home()
        guard let files = bank.fileSystem as? any CopyingOnSite else { return false }
        #expect(files.leastOnSite <= 1_000_000)
        let creation = Creation(size: UInt64(size), replaces: false)
        let id = PartID(token: PartID.newToken(), number: 1)
        let target = try bank.path("there/file")
        guard
            let part = try files.copyOnSite(
                bank.path("file"), size: UInt64(size), to: target, as: id, creation)
        else { return false }
        let pending = PendingCommit(
            part: part, creation: creation, size: UInt64(size))
        let committed = try #require(files.commit([pending]) { _ in }[id]).get()
        #expect(committed.proof == .sizeConfirmed)
        let source = try files.open(target, from: 0)
        #expect(try Bank.read(source) == bytes)
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

    @Test(
        "A WebDAV server copies small files as well, which takes one exchange instead of two",
        arguments: [Place.apacheDAV, .rcloneDAV], [1, 5])
    func small(place: Place, size: Int) throws {
        let bank = try Bank(place)
        let files = try #require(bank.fileSystem as? any CopyingOnSite)
        #expect(files.leastOnSite <= UInt64(size))
        #expect(try copy(bank, size: size))
    }

    @Test(
        "A directory goes as a whole to WebDAV servers that copy it, and file by file to others",
        arguments: [Place.apacheDAV, .apacheDAVTLS, .rcloneDAV, .demo, .openSSH])
    func tree(place: Place) throws {
        let bank = try Bank(place)
        let names = ["a", "b c", "sub/ä", "sub/deep/d", "sub/deep/e%20"]
        try bank.makeFolder("tree")
        try bank.makeFolder("tree/sub")
        try bank.makeFolder("tree/sub/deep")
        try bank.makeFolder("tree/none")
        try bank.makeFolder("there")
        for (number, name) in names.enumerated() {
            try bank.store(Bank.noise(number * 1_000), at: "tree/" + name)
        }
        _ = try bank.fileSystem.home()
        let run = try QueueRun { [connect = bank.connect] _, _ in connect() }
        let (source, target) = (try bank.path("tree"), try bank.path("there/copy"))
        let site = bank.fileSystem.site
        let entry = try #require(try bank.fileSystem.entry(at: source))
        let jobs = run.run([
            JobRequest(
                operation: .copy, source: Location(site: site, path: source), entry: entry,
                target: Location(site: site, path: target), root: target.parent, policy: .ask)
        ])
        #expect(jobs.map(\.state) == [.done])
        #expect(jobs.first?.filesDone == names.count && jobs.first?.done == 10_000)
        for name in names {
            #expect(bank.contents(of: "there/copy/" + name) == bank.contents(of: "tree/" + name))
        }
        #expect(bank.exists("there/copy/none"))
        #expect(try bank.names(in: "there").count == 1)
        let isWhole = [Place.apacheDAV, .apacheDAVTLS, .rcloneDAV].contains(place)
        #expect((jobs.first?.via == .server) == isWhole, "\(jobs.map(\.story))")
    }

    @Test("ProFTPD tells digests of files, by whichever command it has", arguments: [Place.proftpd])
    func digests(place: Place) throws {
        let bank = try Bank(place)
        for name in ["a", "b c", "empty"] {
            try bank.store(name == "empty" ? [] : [0x68, 0x65, 0x6C, 0x6C, 0x6F], at: name)
        }
        let paths = try ["a", "b c", "empty", "none"].map { try bank.path($0) }
        let files = try #require(bank.fileSystem as? any Checksumming)
        let found = try files.checksums(of: paths, .sha256)
        let hello = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
        #expect(found[paths[0]]?.text == hello && found[paths[1]]?.text == hello)
        #expect(found[paths[3]] == nil)
        #expect(try files.checksums(of: paths, .crc32)[paths[0]]?.text == "3610a686")
    }

    @Test("Those that cannot, say so", arguments: [Place.demo, .vsftpd, .pureFTPd, .pyftpdlib])
    func notCopied(place: Place) throws {
        #expect(try !copy(Bank(place)))
    }
}
