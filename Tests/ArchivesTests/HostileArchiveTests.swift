import Archives
import Files
import Glibc
import Jobs
import Local
import Support
import Testing

@Suite("Archives that mean harm", .serialized)
struct HostileArchiveTests {
    @Test("There are 200 of them, each with a name of its own")
    func count() {
        #expect(HostileArchives.all.count >= 200)
        #expect(Set(HostileArchives.all.map(\.name)).count == HostileArchives.all.count)
    }

    @Test("Extracted, they write nothing outside, and no link that is made leads out")
    func extraction() throws {
        let folder = try TemporaryFolder(isInMemory: true)
        var names: [String] = []
        for (number, archive) in HostileArchives.all.enumerated()
        where archive.name != "more entries than may be" {
            try folder.write(archive.bytes, to: "archive\(number)")
            try folder.makeFolder("target\(number)")
            names += ["archive\(number)", "target\(number)"]
            try extract(
                ArchiveQueue.site(folder.path("archive\(number)")),
                to: Path(folder.path("target\(number)")), archive.name)
        }
        #expect(folder.names == names.sorted())
        for place in ["/out", "/tmp/out", folder.path + "/../out", "/etc/out", "/root/out"] {
            var status = stat()
            #expect(lstat(place, &status) != 0, "\(place) was written")
        }
        var (links, files) = (0, 0)
        for name in names where name.hasPrefix("target") {
            Tree.walk(folder.path(name)) { path, kind in
                switch kind {
                case S_IFLNK:
                    links += 1
                    #expect(Tree.leadsInside(path, of: folder.path(name)), "\(path)")
                case S_IFREG: files += 1
                default: break
                }
            }
        }
        // What is harmless in them is there.
        #expect(links > 0)
        #expect(files > 200)
    }

    /// Has a queue copy all that is seen in the archive's root.
    private func extract(_ site: Site, to target: Path, _ name: String) throws {
        guard let listing = try? ArchiveQueue.enter(site).list(.root) else { return }
        _ = try ArchiveQueue.run(
            listing.entries.map { entry in
                JobRequest(
                    operation: .copy,
                    source: Location(site: site, path: Path.root.appending(entry.name)),
                    entry: entry,
                    target: Location(site: .local, path: target.appending(entry.name)),
                    root: target, policy: .overwrite)
            }, name)
    }

    @Test("Entered and read whole, they take 64 MiB at most")
    func memory() async {
        // In a process of its own, as other tests take memory too.
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder(isInMemory: true)
            for (name, bytes) in HostileArchives.all {
                try folder.write(bytes, to: "archive")
                Memory.forgetPeak()
                let before = Memory.resident
                let files = ArchiveQueue.enter(
                    ArchiveQueue.site(folder.path("archive")), ArchiveMemory())
                HostileArchiveTests.read(.root, in: files, depth: 0)
                files.close()
                #expect(before > 0 && Memory.peak >= before)
                #expect(Memory.peak <= before + 64 << 20, "\(name)")
            }
        }
    }

    /// Reads a few of the files of each directory, whatever becomes of it.
    private static func read(_ directory: Path, in files: ArchiveFileSystem, depth: Int) {
        guard depth < 4, let listing = try? files.list(directory) else { return }
        for entry in listing.entries.prefix(20) {
            let path = directory.appending(entry.name)
            if entry.kind == .directory { read(path, in: files, depth: depth + 1) }
            guard let source = try? files.open(path, from: 0) else { continue }
            let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
            defer { room.deallocate() }
            for _ in 0..<1_000 {
                guard let count = try? source.read(into: room), count > 0 else { break }
            }
            try? source.finish()
        }
    }

    @Test("What leads out is counted, and the first of it named")
    func remark() throws {
        let folder = try TemporaryFolder()
        var tar = TarBytes()
        tar.add(Array("../out".utf8))
        tar.add(Array("/etc/out".utf8))
        tar.add(Array("pipe".utf8), type: "6")
        tar.add(Array("good".utf8))
        try folder.write(tar.ended, to: "a.tar")
        let files = ArchiveQueue.enter(
            ArchiveQueue.site(folder.path("a.tar")), ArchiveMemory())
        let root = try files.list(.root)
        #expect(root.entries.map(\.name.text) == ["good"])
        #expect(
            root.remark
                == "Skipped 3 of the archive's entries, 2 of them because they lead out of it, such "
                + "as '../out'.")
    }

    @Test("One that unpacks to far more than it is, or holds too much, is refused whole")
    func bombs() throws {
        let folder = try TemporaryFolder()
        let bomb = try #require(
            HostileArchives.all.first { $0.name == "zip whose files overlap" })
        try folder.write(bomb.bytes, to: "a.zip")
        let site = ArchiveQueue.site(folder.path("a.zip"))
        #expect {
            _ = try ArchiveQueue.enter(site, ArchiveMemory()).list(.root)
        } throws: {
            "\($0)".contains("unpacks to more than 1000 times its size")
        }
        var limits = ArchiveLimits()
        limits.entries = 10
        let files = ArchiveFileSystem(
            site, at: Path(folder.path("a.zip")), in: LocalFileSystem(), memory: ArchiveMemory(),
            limits: limits)
        #expect {
            _ = try files.list(.root)
        } throws: {
            "\($0)".contains("holds more than 10 entries")
        }
    }
}

/// What is on the disk.
private enum Tree {
    static func walk(_ path: String, _ body: (String, mode_t) -> Void) {
        guard let directory = opendir(path) else { return }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name != ".", name != ".." else { continue }
            var status = stat()
            guard lstat(path + "/" + name, &status) == 0 else { continue }
            body(path + "/" + name, status.st_mode & S_IFMT)
            if status.st_mode & S_IFMT == S_IFDIR { walk(path + "/" + name, body) }
        }
    }

    static func leadsInside(_ link: String, of root: String) -> Bool {
        var text = [CChar](repeating: 0, count: 4_097)
        guard readlink(link, &text, 4_096) > 0, text[0] != 0x2F else { return false }
        var depth = link.dropFirst(root.count).split(separator: "/").count - 1
        for piece in text.prefix(while: { $0 != 0 }).split(separator: 0x2F) {
            depth += piece.elementsEqual([0x2E, 0x2E]) ? -1 : piece.elementsEqual([0x2E]) ? 0 : 1
            if depth < 0 { return false }
        }
        return true
    }
}
