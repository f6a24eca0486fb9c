import Files
import Glibc
import Local
import Support
import Testing

@Suite("What stands where a file of this machine is to be")
struct ReplacingTests {
    private let folder: TemporaryFolder
    private let files = LocalFileSystem()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func path(_ name: String) -> Path { Path(folder.path(name)) }

    private func text(_ name: String) -> String? {
        folder.read(name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Writes `text` to a part, and makes that final.
    private func write(
        _ text: String, to name: String, replaces: Bool = true
    ) throws -> (remark: String?, committed: Committed) {
        let creation = Creation(replaces: replaces)
        let sink = try files.create(path(name), creation)
        try Array(text.utf8).withUnsafeBytes { try sink.write($0) }
        try sink.finish()
        return (
            sink.remark, try files.commit(sink, creation, size: UInt64(text.utf8.count))
        )
    }

    @Test("A rename that fails leaves what it was to replace")
    func failedRename() throws {
        try folder.write("old", to: "a")
        let id = PartID(token: "testtest", number: 1)
        #expect(throws: FileSystemError.self) {
            try files.rename(
                path("gone"), to: path("a"), replacement: RenameReplacement(id: id) { _ in })
        }
        #expect(text("a") == "old")
    }

    @Test("A link that a file takes the place of is told, and what it led to stays")
    func link() throws {
        try folder.write("precious", to: "real")
        #expect(symlink("real", folder.path("link")) == 0)
        let remark = try write("new", to: "link").committed.remark
        #expect(remark?.contains("was a link and is now a regular file") == true)
        #expect(text("real") == "precious")
        #expect(text("link") == "new")
    }

    @Test("Where the directory takes no new file, the one there is written, where that is wanted")
    func closedDirectory() throws {
        try folder.makeFolder("closed")
        try folder.write("a longer old text", to: "closed/a")
        #expect(chmod(folder.path("closed/a"), 0o666) == 0)
        #expect(chmod(folder.path("closed"), 0o555) == 0)
        #expect(chmod(folder.path, 0o755) == 0)
        defer { chmod(folder.path("closed"), 0o755) }
        try FileUser.asNobody {
            // Nobody has been asked: what is there stays.
            let refused = #expect(throws: FileSystemError.self) {
                _ = try write("new", to: "closed/a", replaces: false)
            }
            #expect(refused?.kind == .denied)
            #expect(text("closed/a") == "a longer old text")
            // One that is not there cannot be made.
            #expect(throws: FileSystemError.self) { _ = try write("new", to: "closed/b") }
            let (remark, _) = try write("new", to: "closed/a")
            #expect(remark?.hasPrefix("Written in place, because ") == true)
        }
        #expect(text("closed/a") == "new")
    }
}

/// Whose rights calls on files have, on this thread.
private enum FileUser {
    private typealias Call = @convention(c) (uid_t) -> CInt

    /// Runs `body` without root's right to write everywhere.
    static func asNobody(_ body: () throws -> Void) throws {
        guard getuid() == 0 else { return try body() }
        let symbol = try #require(dlsym(nil, "setfsuid"))
        let setUser = unsafeBitCast(symbol, to: Call.self)
        _ = setUser(65_534)
        defer { _ = setUser(0) }
        try body()
    }
}
