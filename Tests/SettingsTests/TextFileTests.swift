import Glibc
import Support
import Testing

@testable import Settings

@Suite("Settings files are written whole")
struct TextFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func text(_ name: String) -> String? {
        folder.read(name).map { String(decoding: $0, as: UTF8.self) }
    }

    private func status(_ name: String) -> stat {
        var status = stat()
        lstat(folder.path(name), &status)
        return status
    }

    @Test("Of a link the file behind it is written, and the link stays")
    func link() throws {
        try folder.makeFolder("dotfiles")
        try folder.makeFolder("config")
        try folder.write("old", to: "dotfiles/sites.toml")
        #expect(symlink("../dotfiles/sites.toml", folder.path("config/sites.toml")) == 0)
        #expect(symlink(folder.path("config/sites.toml"), folder.path("config/again")) == 0)
        try TextFile.write("new", to: folder.path("config/again"))
        #expect(text("dotfiles/sites.toml") == "new")
        #expect(status("config/again").st_mode & S_IFMT == S_IFLNK)
        #expect(status("config/sites.toml").st_mode & S_IFMT == S_IFLNK)
        // One that leads nowhere yet.
        #expect(symlink("../dotfiles/none", folder.path("config/dangling")) == 0)
        try TextFile.write("made", to: folder.path("config/dangling"))
        #expect(text("dotfiles/none") == "made")
    }

    @Test("Links in a circle are an error that names the file")
    func circle() throws {
        #expect(symlink("a", folder.path("b")) == 0)
        #expect(symlink("b", folder.path("a")) == 0)
        let error = #expect(throws: SettingsError.self) {
            try TextFile.write("x", to: folder.path("a"))
        }
        #expect(error?.description.contains("The path has too many links.") == true)
    }

    @Test("A file keeps its mode; a new one is the user's alone")
    func mode() throws {
        try folder.write("old", to: "file")
        #expect(chmod(folder.path("file"), 0o640) == 0)
        try TextFile.write("new", to: folder.path("file"))
        #expect(status("file").st_mode & 0o7777 == 0o640)
        try TextFile.write("new", to: folder.path("below/other"))
        #expect(status("below/other").st_mode & 0o7777 == 0o600)
    }

    @Test("A file keeps its owner, where root writes it")
    func owner() throws {
        guard getuid() == 0 else { try Test.cancel("only root gives files away") }
        try folder.write("old", to: "file")
        #expect(chown(folder.path("file"), 12_345, 12_346) == 0)
        try TextFile.write("new", to: folder.path("file"))
        #expect(status("file").st_uid == 12_345)
        #expect(status("file").st_gid == 12_346)
        #expect(text("file") == "new")
    }
}
