import Archives
import Files
import Glibc
import Jobs
import Local
import Support
import Testing

@Suite("An archive as a file system") struct ArchiveFileSystemTests {
    /// Makes an archive of a small tree by a program, and enters it.
    private func archive(
        _ name: String, _ command: String
    ) throws -> (TemporaryFolder, ArchiveFileSystem) {
        let folder = try TemporaryFolder()
        let root = folder.path
        try folder.makeFolder("tree")
        try folder.makeFolder("tree/sub")
        try folder.write(Array("hello\n".utf8), to: "tree/hello.txt")
        try folder.write((0..<300_000).map { UInt8($0 % 251) }, to: "tree/sub/large.bin")
        #expect(symlink("sub/large.bin", root + "/tree/link") == 0)
        #expect(Command.run(["/bin/sh", "-c", "cd '\(root)/tree' && \(command)"]) == 0)
        var site = Site.local
        let path = Path(root + "/" + name)
        site.archive = path
        return (
            folder,
            ArchiveFileSystem(site, at: path, in: LocalFileSystem(), memory: ArchiveMemory())
        )
    }

    private func read(
        _ path: String, from offset: UInt64 = 0, in files: ArchiveFileSystem
    ) throws -> [UInt8] {
        let source = try files.open(Path(path), from: offset)
        var bytes = [UInt8](repeating: 0, count: 70_000)
        var all: [UInt8] = []
        while true {
            let result = bytes.withUnsafeMutableBytes { room in
                Result { () throws(FileSystemError) in try source.read(into: room) }
            }
            let count = try result.get()
            if count == 0 { break }
            all += bytes[..<count]
        }
        try source.finish()
        return all
    }

    @Test(
        "is listed and read, whatever its format",
        arguments: [
            ("a.zip", "zip -qry ../a.zip ."), ("a.tar", "tar cf ../a.tar ."),
            // Sizes behind the contents; stored; other methods; a program before it; a comment.
            ("a.zip", "zip -qry - . | cat > ../a.zip"), ("a.zip", "zip -qry0 ../a.zip ."),
            ("a.zip", "zip -qryZ bzip2 ../a.zip ."),
            ("a.zip", "7z a -snl -mm=LZMA ../a.zip . >/dev/null"),
            ("a.zip", "7z a -snl -mm=PPMd ../a.zip . >/dev/null"),
            ("a.zip", "zip -qryfz ../a.zip ."),
            ("a.zip", "zip -qry ../b.zip . && cat /bin/true ../b.zip > ../a.zip"),
            ("a.zip", "zip -qry ../a.zip . && echo words | zip -qz ../a.zip"),
            // Its name alone makes no .zip file.
            ("a.zip", "tar czf ../a.zip ."),
            ("a.tar.gz", "tar czf ../a.tar.gz ."), ("a.tar.xz", "tar cJf ../a.tar.xz ."),
            ("a.tar.zst", "tar cf - . | zstd -q > ../a.tar.zst"),
            ("a.tar.bz2", "tar cjf ../a.tar.bz2 ."), ("a.7z", "7z a -snl ../a.7z . >/dev/null"),
            ("a.iso", "genisoimage -quiet -R -o ../a.iso ."),
        ])
    func formats(_ name: String, _ command: String) throws {
        let (folder, files) = try archive(name, command)
        defer { withExtendedLifetime(folder) {} }
        let root = try files.list(.root)
        #expect(root.entries.map(\.name.text).sorted() == ["hello.txt", "link", "sub"])
        #expect(root.remark == nil)
        let hello = try #require(try files.entry(at: Path("/hello.txt")))
        #expect(hello.kind == .file)
        #expect(hello.size == 6)
        #expect(try files.entry(at: Path("/link"))?.kind == .link)
        #expect(try files.details(of: [Path("/link")]).first??.size == 300_000)
        #expect(try files.list(Path("/sub")).entries.map(\.name.text) == ["large.bin"])
        let large = (0..<300_000).map { UInt8($0 % 251) }
        #expect(try read("/sub/large.bin", in: files) == large)
        #expect(try read("/hello.txt", in: files) == Array("hello\n".utf8))
        #expect(try read("/link", from: 123_456, in: files) == Array(large[123_456...]))
        #expect(try files.entry(at: Path("/nothing")) == nil)
    }

    @Test(
        "is extracted whole by the queue, its root as a directory",
        arguments: [("a.tar.gz", "tar czf ../a.tar.gz ."), ("a.tar", "tar cf ../a.tar .")])
    func extraction(_ name: String, _ command: String) throws {
        let (folder, files) = try archive(name, command)
        let target = Path(folder.path("out"))
        let jobs = try ArchiveQueue.run(
            [
                JobRequest(
                    operation: .copy, source: Location(site: files.site, path: .root),
                    entry: Entry(name: try #require(Name("out")), kind: .directory),
                    target: Location(site: .local, path: target), root: Path(folder.path))
            ], name)
        #expect(jobs.map(\.state) == [.done], "\(jobs.map(\.story))")
        #expect(folder.read("out/hello.txt") == Array("hello\n".utf8))
        #expect(folder.read("out/sub/large.bin") == (0..<300_000).map { UInt8($0 % 251) })
        #expect(folder.read("out/link") == folder.read("out/sub/large.bin"))
        var status = stat()
        #expect(lstat(folder.path("out/link"), &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFLNK)
        #expect(lstat(folder.path("out/hello.txt"), &status) == 0)
        #expect(lstat(folder.path("tree/hello.txt"), &status) == 0)
    }

    @Test("cannot be changed") func readOnly() throws {
        let (folder, files) = try archive("a.tar", "tar cf ../a.tar .")
        defer { withExtendedLifetime(folder) {} }
        #expect {
            try files.makeDirectory(Path("/new"), root: nil)
        } throws: { error in
            "\(error)".contains("Ferry does not change archives")
        }
        #expect(throws: FileSystemError.self) { try files.makeEmptyFile(Path("/new")) }
    }

    @Test("that is none is refused by a sentence") func noArchive() throws {
        let (folder, files) = try archive("a.zip", "cp hello.txt ../a.zip")
        defer { withExtendedLifetime(folder) {} }
        #expect {
            _ = try files.list(.root)
        } throws: { error in
            "\(error)".contains("is damaged or no archive")
        }
    }

    @Test("with a method that nothing here unpacks says so, and not that it is damaged")
    func unknownMethod() throws {
        let (folder, files) = try archive(
            "a.zip", "7z a -snl -mm=Deflate64 ../a.zip . >/dev/null")
        defer { withExtendedLifetime(folder) {} }
        #expect {
            _ = try read("/sub/large.bin", in: files)
        } throws: { error in
            "\(error)".contains("in a way that Ferry cannot unpack")
        }
    }

    @Test("with an encrypted file says so") func encrypted() throws {
        let (folder, files) = try archive("a.zip", "zip -qrP secret ../a.zip hello.txt")
        defer { withExtendedLifetime(folder) {} }
        #expect(try files.list(.root).entries.map(\.name.text) == ["hello.txt"])
        #expect {
            _ = try files.open(Path("/hello.txt"), from: 0)
        } throws: { error in
            "\(error)".contains("is encrypted")
        }
    }
}
