import Disk
import Files
import Glibc
import Support
import Testing

@Suite("Small files that are replaced as a whole")
struct WholeFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func write(_ text: String, to name: String, mode: UInt32 = 0o600) throws {
        try WholeFile.write(Array(text.utf8), to: Array(folder.path(name).utf8), mode: mode)
    }

    private func text(_ name: String) -> String? {
        folder.read(name).map { String(decoding: $0, as: UTF8.self) }
    }

    private func status(_ name: String) -> stat {
        var status = stat()
        lstat(folder.path(name), &status)
        return status
    }

    private func names() throws -> [String] {
        try DirectoryHandle(at: Path(folder.path)).names().map(\.text).sorted()
    }

    @Test("A new file has the mode that was asked for, one that was there keeps its own")
    func modes() throws {
        try write("one", to: "a", mode: 0o640)
        #expect(status("a").st_mode & 0o7777 == 0o640)
        chmod(folder.path("a"), 0o604)
        try write("two", to: "a", mode: 0o640)
        #expect(status("a").st_mode & 0o7777 == 0o604)
        #expect(text("a") == "two")
        #expect(try names() == ["a"])
    }

    @Test("The owner stays", .enabled(if: geteuid() == 0, "only root may give files away"))
    func owner() throws {
        try folder.write("one", to: "a")
        #expect(chown(folder.path("a"), 12_345, 54_321) == 0)
        chmod(folder.path("a"), 0o4755)
        try write("two", to: "a")
        #expect(status("a").st_uid == 12_345)
        #expect(status("a").st_gid == 54_321)
        #expect(status("a").st_mode & 0o7777 == 0o4755)
    }

    @Test("A link stays, and what it leads to is replaced, by however many links and directories")
    func links() throws {
        for name in ["real", "real/deep", "else"] { try folder.makeFolder(name) }
        try folder.write("one", to: "else/file")
        chmod(folder.path("else/file"), 0o644)
        symlink("real/deep", folder.path("short"))
        symlink("../../else/second", folder.path("real/deep/first"))
        symlink(folder.path("else/file"), folder.path("else/second"))
        try write("two", to: "short/first")
        #expect(text("else/file") == "two")
        #expect(status("else/file").st_mode & 0o7777 == 0o644)
        for name in ["short", "real/deep/first", "else/second"] {
            #expect(status(name).isLink, "\(name)")
        }
    }

    @Test("A link that leads to nothing yet gets its file")
    func dangling() throws {
        try folder.makeFolder("there")
        symlink("there/new", folder.path("link"))
        try write("one", to: "link")
        #expect(text("there/new") == "one")
        #expect(status("link").isLink)
        symlink("nowhere/new", folder.path("lost"))
        #expect(throws: DiskError(.look, ENOENT)) { try write("one", to: "lost") }
        symlink("round", folder.path("round"))
        #expect(throws: DiskError(.open, ELOOP)) { try write("one", to: "round") }
    }

    @Test("What is no file is not replaced")
    func others() throws {
        mkfifo(folder.path("pipe"), 0o600)
        try folder.makeFolder("folder")
        symlink("/dev/null", folder.path("null"))
        for name in ["pipe", "folder", "null"] {
            #expect(throws: DiskError.self) { try write("one", to: name) }
        }
        #expect(status("pipe").st_mode & S_IFMT == S_IFIFO)
        #expect(try names() == ["folder", "null", "pipe"])
    }

    @Test("A file is made, and never over another")
    func make() throws {
        let path = Path(folder.path("a"))
        try WholeFile.make([1], at: path, mode: 0o640)
        #expect(folder.read("a") == [1])
        #expect(status("a").st_mode & 0o7777 == 0o640)
        #expect(throws: DiskError(.name, EEXIST)) {
            try WholeFile.make([2], at: path, mode: 0o640)
        }
        #expect(folder.read("a") == [1])
        #expect(try names() == ["a"])
    }
}
