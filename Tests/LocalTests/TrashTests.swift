import Disk
import Files
import Glibc
import Support
import Testing

@testable import Local

@Suite struct TrashTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.makeFolder("home")
        try folder.makeFolder("disk")
        try folder.write("one", to: "home/a")
        try folder.write("two", to: "disk/b")
    }

    /// What is below `disk` is on a mount of its own, or seems to be.
    private func trash(home: String = "home/data/Trash", user: UInt32 = getuid()) -> Trash {
        let disk = folder.at("disk")
        let places = TrashPlaces(home: folder.at(home), user: user) { path throws(DiskError) in
            var status = stat()
            guard lstat(path.bytes.map(CChar.init(bitPattern:)) + [0], &status) == 0 else {
                throw DiskError(.look, errno)
            }
            return MountIdentity(device: path.isInside(disk) ? 2 : 1)
        } mountPoints: {
            [disk]
        }
        return Trash(places) { 1_000_000_000 }
    }

    private func failure(_ body: () throws -> Void) -> FileSystemError? {
        do {
            try body()
            return nil
        } catch {
            return error as? FileSystemError
        }
    }

    private var ownTrash: String { "disk/.Trash-\(getuid())" }

    @Test("A file of the home's file system is moved to the home trash, with a record of it")
    func home() throws {
        let id = try trash().put(folder.at("home/a"))
        #expect(!folder.exists("home/a"))
        #expect(folder.text("home/data/Trash/files/a") == "one")
        let record = try #require(folder.text("home/data/Trash/info/a.trashinfo"))
        let start = "[Trash Info]\nPath=\(folder.path("home/a"))\nDeletionDate=2001-09-"
        #expect(record.hasPrefix(start))
        var status = stat()
        #expect(lstat(folder.path("home/data/Trash/files"), &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700)
        let entry = try #require(trash().list().entries.first)
        #expect(entry.id == id)
        #expect(entry.origin == .path(folder.at("home/a")))
        #expect(entry.size == 3)
        #expect(entry.deleted?.year == 2001)
        #expect(try trash().restore(id) == folder.at("home/a"))
        #expect(folder.text("home/a") == "one")
        #expect(trash().list().entries.isEmpty)
    }

    @Test("A file of another mount goes to that mount's own trash, with a relative record")
    func top() throws {
        let id = try trash().put(folder.at("disk/b"))
        #expect(folder.text("\(ownTrash)/files/b") == "two")
        #expect(folder.text("\(ownTrash)/info/b.trashinfo")?.contains("\nPath=b\n") == true)
        #expect(try trash().restore(id) == folder.at("disk/b"))
        #expect(folder.text("disk/b") == "two")
    }

    @Test("A shared .Trash is used only where it is a directory with the sticky bit")
    func shared() throws {
        try folder.makeFolder("disk/.Trash")
        _ = try trash().put(folder.at("disk/b"))
        #expect(folder.exists("\(ownTrash)/files/b"))
        #expect(chmod(folder.path("disk/.Trash"), 0o1777) == 0)
        try folder.write("three", to: "disk/c")
        let id = try trash().put(folder.at("disk/c"))
        #expect(folder.exists("disk/.Trash/\(getuid())/files/c"))
        #expect(try trash().restore(id) == folder.at("disk/c"))
    }

    @Test("A link in place of a trash directory is not followed") func links() throws {
        try folder.makeFolder("home/trap")
        #expect(chmod(folder.path("home/trap"), 0o1777) == 0)
        #expect(symlink("../home/trap", folder.path("disk/.Trash")) == 0)
        #expect(symlink("../home/trap", folder.path(ownTrash)) == 0)
        let error = failure { _ = try trash().put(folder.at("disk/b")) }
        #expect(error?.kind == .unsupported)
        #expect(folder.text("disk/b") == "two")
        let trap = try #require(opendir(folder.path("home/trap")))
        defer { closedir(trap) }
        var count = 0
        while readdir(trap) != nil { count += 1 }
        #expect(count == 2)
    }

    @Test("A trash that belongs to another user is not used") func foreign() throws {
        try folder.makeFolder("disk/.Trash-4242", mode: 0o777)
        let error = failure { _ = try trash(user: 4_242).put(folder.at("disk/b")) }
        #expect(error?.kind == .unsupported)
        #expect(folder.text("disk/b") == "two")
    }

    @Test("A directory goes in one step, and a link itself, never what it leads to")
    func directoryAndLink() throws {
        try folder.makeFolder("home/d")
        try folder.write("deep", to: "home/d/x")
        #expect(symlink("d", folder.path("home/l")) == 0)
        let link = try trash().put(folder.at("home/l"))
        #expect(folder.text("home/d/x") == "deep")
        let directory = try trash().put(folder.at("home/d"))
        #expect(folder.text("home/data/Trash/files/d/x") == "deep")
        try trash().delete(link)
        try trash().delete(directory)
        #expect(trash().list().entries.isEmpty)
        #expect(!folder.exists("home/data/Trash/files/d"))
    }

    @Test("Names that are taken, by a record or a file alone, get a number") func taken() throws {
        _ = try trash().put(folder.at("home/a"))
        try folder.write("again", to: "home/a")
        let second = try trash().put(folder.at("home/a"))
        #expect(second.name == Name("a.2"))
        try folder.write("orphan", to: "home/data/Trash/files/a.3")
        try folder.write("third", to: "home/a")
        let third = try trash().put(folder.at("home/a"))
        #expect(third.name == Name("a.4"))
        #expect(folder.text("home/data/Trash/files/a.3") == "orphan")
        #expect(!folder.exists("home/data/Trash/info/a.3.trashinfo"))
        #expect(trash().list().entries.count == 4)
    }

    @Test("Names of any bytes, and of any length, come back as they were") func names() throws {
        let long = String(repeating: "ä", count: 127)
        for bytes in [Array(long.utf8), [0xFF, 0x0A, 0x25, 0x3D]] {
            let name = try #require(Name(bytes))
            let path = folder.at("home").appending(name)
            let number = creat(path.bytes.map(CChar.init(bitPattern:)) + [0], 0o600)
            #expect(number >= 0)
            close(number)
            let first = try trash().put(path)
            #expect(first.name.bytes.count <= 245)
            #expect(String(validating: first.name.bytes, as: UTF8.self) != nil || bytes[0] == 0xFF)
            #expect(try trash().restore(first) == path)
        }
    }

    @Test("Nothing is restored over a file, and missing directories are made") func restoring()
        throws
    {
        let first = try trash().put(folder.at("home/a"))
        try folder.write("new", to: "home/a")
        let error = failure { _ = try trash().restore(first) }
        #expect(error?.kind == .exists)
        #expect(folder.text("home/a") == "new")
        #expect(folder.text("home/data/Trash/files/a") == "one")
        try folder.makeFolder("disk/d")
        try folder.write("in", to: "disk/d/x")
        let inner = try trash().put(folder.at("disk/d/x"))
        _ = try trash().put(folder.at("disk/d"))
        _ = try trash().restore(inner)
        #expect(folder.text("disk/d/x") == "in")
    }

    @Test(
        "A hostile record is shown and never restored",
        arguments: [
            "", "[Trash Info]\n", "[Trash Info]\nPath=../../evil\n", "[Trash Info]\nPath=/evil\n",
            "[Trash Info]\nPath=a/%2e%2e/%2E./evil\n", "[Trash Info]\nPath=a%00b\n",
            "[Trash Info]\nPath=a%zz\n", "[Other]\nPath=b\n", "[Trash Info]\n[Other]\nPath=b\n",
            "[Trash Info]\nPath=" + String(repeating: "a/", count: 40_000) + "\n",
        ]
    ) func hostile(_ record: String) throws {
        let id = try trash().put(folder.at("disk/b"))
        try folder.write(record, to: "\(ownTrash)/info/b.trashinfo")
        let entry = try #require(trash().list().entries.first)
        guard case .unusable = entry.origin else {
            Issue.record("\(entry.origin)")
            return
        }
        #expect(failure { _ = try trash().restore(id) }?.kind == .unsupported)
        #expect(folder.text("\(ownTrash)/files/b") == "two")
    }

    @Test("A wrong date is no date, and a restore below a link is refused") func dateAndLink()
        throws
    {
        let id = try trash().put(folder.at("disk/b"))
        try folder.write(
            "[Trash Info]\nPath=out/b\nDeletionDate=2024-02-31T00:00:00\n",
            to: "\(ownTrash)/info/b.trashinfo")
        #expect(symlink("../home", folder.path("disk/out")) == 0)
        #expect(trash().list().entries.first?.deleted == nil)
        #expect(failure { _ = try trash().restore(id) } != nil)
        #expect(!folder.exists("home/b"))
        #expect(folder.exists("\(ownTrash)/files/b"))
    }

    @Test("What is in the trash, or holds it, is refused; what is missing, too") func refused()
        throws
    {
        let id = try trash().put(folder.at("home/a"))
        #expect(failure { _ = try trash().put(id.path) }?.kind == .denied)
        #expect(failure { _ = try trash().put(folder.at("home")) }?.kind == .denied)
        #expect(failure { _ = try trash().put(folder.at("home/none")) }?.kind == .notFound)
        #expect(trash().list().entries.count == 1)
    }

    @Test("Where a rename is not possible, the record goes and the file stays") func otherSystem()
        throws
    {
        let far = try TemporaryFolder(isInMemory: true)
        var (here, there) = (stat(), stat())
        try #require(lstat(folder.path, &here) == 0 && lstat(far.path, &there) == 0)
        guard here.st_dev != there.st_dev else { return }
        let root = folder.root
        let places = TrashPlaces(home: far.at("Trash")) { path throws(DiskError) in
            MountIdentity(device: path.isInside(root) || path.isInside(far.root) ? 1 : 2)
        }
        let id = try Trash(places).put(folder.at("home/a"))
        #expect(id.directory == folder.at(".Trash-\(getuid())"))
        #expect(!far.exists("Trash/info/a.trashinfo"))
        #expect(folder.text(".Trash-\(getuid())/files/a") == "one")
    }

    @Test("Many at the same time share a name without a loss") func race() async throws {
        let count = 24
        for number in 0..<count {
            try folder.makeFolder("home/d\(number)")
            try folder.write("\(number)", to: "home/d\(number)/same")
        }
        let trash = trash()
        let paths = (0..<count).map { folder.at("home/d\($0)/same") }
        let taken = try await withThrowingTaskGroup(of: TrashID.self) { group in
            for path in paths { group.addTask { try trash.put(path) } }
            return try await group.reduce(into: Set<TrashID>()) { $0.insert($1) }
        }
        #expect(taken.count == count)
        for id in taken { _ = try trash.restore(id) }
        for number in 0..<count { #expect(folder.text("home/d\(number)/same") == "\(number)") }
    }

    @Test("The mount table is read with blanks in its paths") func mounts() {
        let table = """
            1 0 8:1 / / rw - ext4 /dev/sda1 rw
            2 1 8:2 / /media/my\\040disk rw shared:1 - vfat /dev/sdb1 rw
            3 1 0:3 / /proc rw - proc proc rw
            nonsense
            """
        #expect(MountPoints.parse(Array(table.utf8)) == [.root, Path("/media/my disk")])
    }
}
