import Files
import Glibc
import Jobs
import Local
import Support
import Sync
import Testing

@testable import Engine

@Suite("A directory is replaced as a whole on every server")
struct SwapServerTests {
    private func fill(_ here: TemporaryFolder, _ bank: Bank) throws {
        for name in ["build", "build/assets", "build/assets/deep", "build/bare"] {
            try here.makeFolder(name)
        }
        try here.write(Bank.noise(40_000), to: "build/assets/deep/large")
        for name in ["index", "assets/a", "same"] { try here.write(name, to: "build/" + name) }
        for name in ["www", "www/site", "www/site/assets", "www/site/old", "www/site/.kept"] {
            try bank.makeFolder(name)
        }
        for name in ["index", "old/x", "old/y", ".kept/earlier", "assets/gone"] {
            try bank.store(Array("before".utf8), at: "www/site/" + name)
        }
        try bank.store(Array("same".utf8), at: "www/site/same")
    }

    private func desk(_ here: TemporaryFolder, _ bank: Bank) throws -> SwapDesk {
        let connect = bank.connect
        return try SwapDesk(
            Pair(
                Location(site: .local, path: Path(here.path("build"))),
                Location(site: bank.fileSystem.site, path: try bank.path("www/site")))
        ) { $0.isLocal ? LocalFileSystem() : connect() }
    }

    @Test("It is done, has nothing to do again, and is undone", arguments: Place.allCases)
    func whole(_ place: Place) throws {
        let (bank, here) = (try Bank(place), try TemporaryFolder())
        try fill(here, bank)
        let top = bank.outside("www")
        let before = try ModelTree(folder: top)
        let desk = try desk(here, bank)
        #expect(try desk.swap() == [])
        #expect(bank.exists("www/site/.kept/earlier") && bank.exists("www/site/.kept/run1/old/x"))
        let new = try ModelTree(folder: bank.outside("www/site"), hidden: ".kept")
        #expect(new.differing(from: try ModelTree(folder: here.path("build"))) == [])
        #expect(try bank.names(in: "www").map(\.text) == ["site"])
        #expect(try desk.differences() == [])
        // A second one keeps the first one's backup.
        try here.write("again", to: "build/index")
        #expect(try desk.swap() == [])
        #expect(bank.contents(of: "www/site/.kept/run2/index") == Array("index".utf8))
        #expect(bank.contents(of: "www/site/.kept/run1/index") == Array("before".utf8))
        #expect(try desk.differences() == [])
        for _ in 0..<2 { #expect(try desk.undo() == []) }
        #expect(try ModelTree(folder: top).differing(from: before) == [])
    }

    @Test(
        "Without a backup nothing of the old one is left",
        arguments: Place.allCases.filter { !$0.speaksDAV })
    func deletes(_ place: Place) throws {
        let (bank, here) = (try Bank(place), try TemporaryFolder())
        try fill(here, bank)
        let desk = try desk(here, bank)
        var wishes = SwapDesk.Wishes()
        wishes.backup = nil
        #expect(try desk.swap(wishes) == [])
        let new = try ModelTree(folder: bank.outside("www"))
        var wanted = ModelTree()
        wanted.nodes["site"] = .directory
        for (path, node) in try ModelTree(folder: here.path("build")).nodes {
            wanted.nodes["site/" + path] = node
        }
        #expect(new.differing(from: wanted) == [])
        #expect(try desk.differences(wishes) == [])
    }

    @Test("WebDAV knows no links: nothing is deleted through one", arguments: [Place.apacheDAV])
    func davLinks(_ place: Place) throws {
        let (bank, here) = (try Bank(place), try TemporaryFolder())
        try fill(here, bank)
        for name in ["data", "data/uploads"] { try bank.makeFolder(name) }
        try bank.store(Array("u".utf8), at: "data/uploads/u")
        try bank.makeLink("www/site/uploads", to: "../../data/uploads")
        let desk = try desk(here, bank)
        var wishes = SwapDesk.Wishes()
        wishes.backup = nil
        let target = Location(site: bank.fileSystem.site, path: try bank.path("www/site"))
        #expect(throws: SwapRefusal.unlisted(target, .linkNature)) { try desk.swap(wishes) }
        #expect(try desk.swap() == [])
        #expect(bank.exists("data/uploads/u"))
        #expect(try desk.undo() == [])
        #expect(bank.exists("data/uploads/u") && bank.exists("www/site/uploads/u"))
        // The target itself: its link is renamed, not what it leads to.
        #expect(rename(bank.outside("www/site"), bank.outside("www/real")) == 0)
        try bank.makeLink("www/site", to: "real")
        let before = try ModelTree(folder: bank.outside("www/real"))
        #expect(throws: SwapRefusal.unlisted(target, .linkNature)) { try desk.swap(wishes) }
        #expect(try ModelTree(folder: bank.outside("www/real")) == before)
    }

    @Test(
        "Directories in which nobody may write are removed all the same",
        arguments: [Place.vsftpd, .openSSH])
    func closed(_ place: Place) throws {
        let (bank, here) = (try Bank(place), try TemporaryFolder())
        try fill(here, bank)
        #expect(chmod(here.path("build/assets/deep"), 0o555) == 0)
        let before = try ModelTree(folder: bank.outside("www"))
        let desk = try desk(here, bank)
        var wishes = SwapDesk.Wishes()
        wishes.comparesModes = true
        wishes.meanwhile = { _ = unlink(bank.outside("www/site/old/x")) }
        #expect(try desk.swap(wishes).count == 1)
        #expect(try bank.names(in: "www").map(\.text) == ["site"])
        try bank.store(Array("before".utf8), at: "www/site/old/x")
        wishes.meanwhile = {}
        #expect(try desk.swap(wishes) == [])
        #expect(try desk.undo() == [])
        #expect(try ModelTree(folder: bank.outside("www")).differing(from: before) == [])
    }

    @Test(
        "A link to a directory is refused, also where the server shows it as one",
        arguments: Place.allCases.filter { $0.showsLinks })
    func link(_ place: Place) throws {
        let (bank, here) = (try Bank(place), try TemporaryFolder())
        try fill(here, bank)
        #expect(rename(bank.outside("www/site"), bank.outside("www/real")) == 0)
        try bank.makeLink("www/site", to: "real")
        let before = try ModelTree(folder: bank.outside("www/real"))
        let desk = try desk(here, bank)
        #expect(throws: SwapRefusal.self) { try desk.swap() }
        #expect(try ModelTree(folder: bank.outside("www/real")) == before)
        var status = stat()
        #expect(
            lstat(bank.outside("www/site"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    }
}
