import Files
import Glibc
import Local
import Support
import Testing

@Suite("This machine's files")
struct LocalFileSystemTests {
    let folder: TemporaryFolder
    let files = LocalFileSystem()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func write(
        _ bytes: [UInt8], to path: Path, _ creation: Creation
    ) throws -> Result<Committed, FileSystemError> {
        let sink = try files.create(path, creation)
        try bytes.withUnsafeBytes { try sink.write($0) }
        try sink.finish()
        let size = creation.offset + UInt64(bytes.count)
        return Result { () throws(FileSystemError) in
            try files.commit(sink, creation, size: size)
        }
    }

    @Test("A file has its name only once it is committed, with its time and mode")
    func commit() throws {
        let path = folder.at("new.txt")
        let creation = Creation(
            size: 5, modified: Timestamp(seconds: 1_000_000_000), mode: 0o640, root: folder.root)
        let sink = try files.create(path, creation)
        try Array("hello".utf8).withUnsafeBytes { try sink.write($0) }
        try sink.finish()
        #expect(try files.entry(at: path) == nil)
        #expect(try files.size(of: sink.part, root: folder.root) == 5)
        #expect(try files.commit(sink, creation, size: 5).proof == .synced)
        let entry = try #require(try files.entry(at: path))
        #expect(entry.size == 5)
        #expect(entry.modified == Timestamp(seconds: 1_000_000_000))
        let expected: UInt16 = 0o640
        #expect(entry.mode == expected)
        #expect(try files.size(of: sink.part, root: folder.root) == nil)
    }

    @Test("A file of the wrong size is not given its name")
    func truncated() throws {
        let path = folder.at("short")
        let sink = try files.create(path, Creation())
        try sink.finish()
        let error = #expect(throws: FileSystemError.self) { try files.commit(sink, size: 1) }
        #expect(error?.kind == .truncated)
        #expect(try files.entry(at: path) == nil)
    }

    @Test("Many files are committed together, and a failing one fails alone")
    func together() throws {
        var pending: [PendingCommit] = []
        for index in 0..<20 {
            let sink = try files.create(folder.at("f\(index)"), Creation())
            try Array("x".utf8).withUnsafeBytes { try sink.write($0) }
            try sink.finish()
            pending.append(
                PendingCommit(part: sink.part, creation: Creation(), size: index == 7 ? 2 : 1))
        }
        let results = files.commit(pending) { _ in }
        #expect(results.count == 20)
        let failed = results.filter { (try? $0.value.get()) == nil }.map(\.key)
        #expect(failed == [pending[7].part.id])
        #expect(try files.list(folder.root).entries.filter { !$0.name.isHidden }.count == 19)
    }

    @Test("A file of many blocks of any size arrives as it was written")
    func manyBlocks() throws {
        let path = folder.at("large")
        let bytes = (0..<20_000_003).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
        let sink = try files.create(path, Creation())
        var rest = bytes[...]
        for size in sequence(first: 1, next: { $0 * 3 }) {
            try rest.prefix(size).withUnsafeBytes { try sink.write($0) }
            rest = rest.dropFirst(size)
            if rest.isEmpty { break }
        }
        try sink.finish()
        try files.commit(sink, size: UInt64(bytes.count))
        let source = try files.open(path, from: 0)
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: bytes.count + 1, alignment: 1)
        defer { buffer.deallocate() }
        var filled = 0
        while true {
            let count = try source.read(into: .init(rebasing: buffer[filled...]))
            if count == 0 { break }
            filled += count
        }
        try source.finish()
        #expect(buffer[..<filled].elementsEqual(bytes))
    }

    @Test("A part is continued at its offset")
    func resume() throws {
        let path = folder.at("part")
        let part = try held(path)
        let creation = Creation(offset: 8)
        let second = try files.resume(part, creation)
        try Array("89end".utf8).withUnsafeBytes { try second.write($0) }
        try second.finish()
        try files.commit(second, creation, size: 13)
        #expect(folder.text("part") == "0123456789end")
    }

    /// A part of ten bytes, which nobody else may go on with while it is open.
    private func held(_ path: Path) throws -> Part {
        let first = try files.create(path, Creation())
        try Array("0123456789".utf8).withUnsafeBytes { try first.write($0) }
        let error = #expect(throws: FileSystemError.self) {
            _ = try LocalFileSystem().resume(first.part, Creation(offset: 8))
        }
        #expect(error?.kind == .busy)
        first.cancel()
        return first.part
    }

    @Test("A shorter file is continued in a copy, and stays until the whole one is there")
    func continueExisting() throws {
        try folder.write("begin", to: "old")
        let path = folder.at("old")
        let creation = Creation(offset: 5)
        let sink = try files.create(path, creation)
        try Array("-end".utf8).withUnsafeBytes { try sink.write($0) }
        #expect(folder.text("old") == "begin")
        try sink.finish()
        try files.commit(sink, creation, size: 9)
        #expect(folder.text("old") == "begin-end")
    }

    @Test("What may not be replaced is not")
    func exists() throws {
        try folder.write("mine", to: "taken")
        let creation = Creation(replaces: false)
        let sink = try files.create(folder.at("taken"), creation)
        try sink.finish()
        let error = #expect(throws: FileSystemError.self) {
            try files.commit(sink, creation, size: 0)
        }
        #expect(error?.kind == .exists)
        #expect(folder.text("taken") == "mine")
        try files.discard(sink.part, root: nil)
        #expect(try files.list(folder.root).count == 1)
    }

    @Test("A file that is replaced gives its mode and its owner to the one that takes its place")
    func keptMode() throws {
        try folder.write("secret", to: "key")
        #expect(chmod(folder.path("key"), 0o600) == 0)
        let isRoot = getuid() == 0
        if isRoot { #expect(chown(folder.path("key"), 1_234, 2_345) == 0) }
        _ = try write(Array("new".utf8), to: folder.at("key"), Creation(mode: 0o644)).get()
        var status = stat()
        #expect(stat(folder.path("key"), &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o600)
        if isRoot { #expect(status.st_uid == 1_234 && status.st_gid == 2_345) }
        #expect(folder.text("key") == "new")
    }

    @Test("A rename over a file is one step, and only where that is wanted")
    func replacing() throws {
        try folder.write("old", to: "a")
        try folder.write("new", to: "b")
        let id = PartID(token: "testtest", number: 1)
        try files.rename(
            folder.at("b"), to: folder.at("a"),
            replacement: RenameReplacement(id: id) { _ in
                Issue.record("nothing has to go aside here")
            })
        #expect(folder.text("a") == "new")
        #expect(try files.list(folder.root).count == 1)
    }

    @Test("A tree is deleted by its directories, not through a link that took the place of one")
    func ledOut() throws {
        try files.makeDirectory(folder.at("tree"), root: nil)
        try files.makeDirectory(folder.at("outside"), root: nil)
        try folder.write("precious", to: "outside/file")
        // What was a directory when it was listed is a link by now.
        #expect(symlink("../outside", folder.path("tree/sub")) == 0)
        let through = folder.at("tree/sub/file")
        #expect(throws: FileSystemError.self) {
            try files.removeFiles([through], root: folder.root)[0].get()
        }
        #expect(throws: FileSystemError.self) {
            try files.removeDirectories([through], root: folder.root)[0].get()
        }
        #expect(folder.text("outside/file") == "precious")
    }

    @Test("Below the root no link is followed, and nothing outside is written")
    func confinement() throws {
        let root = folder.at("root")
        let outside = folder.at("outside")
        try files.makeDirectory(root, root: nil)
        try files.makeDirectory(outside, root: nil)
        #expect(symlink("../outside", folder.path("root/trap")) == 0)
        let through = root.appending(try #require(Name("trap"))).appending(try #require(Name("x")))
        for attempt in [
            { _ = try files.create(through, Creation(root: root)) },
            { try files.makeDirectory(through, root: root) },
            {
                _ = try files.create(
                    outside.appending(try #require(Name("x"))), Creation(root: root))
            },
        ] {
            #expect(throws: FileSystemError.self) { try attempt() }
        }
        #expect(try files.list(outside).isEmpty)
    }

    @Test("A link in the place of the file itself is replaced, not followed")
    func linkInPlace() throws {
        try folder.write("victim", to: "victim")
        #expect(symlink("victim", folder.path("link")) == 0)
        let result = try write(
            Array("new".utf8), to: folder.at("link"), Creation(root: folder.root))
        _ = try result.get()
        #expect(folder.text("victim") == "victim")
        #expect(folder.text("link") == "new")
    }

    @Test("A directory that was deleted and made again is not written into by its old descriptor")
    func staleDirectory() throws {
        let directory = folder.at("d")
        for _ in 0..<2 {
            try files.makeDirectory(directory, root: folder.root)
            let file = directory.appending(try #require(Name("f")))
            _ = try write([1], to: file, Creation(root: folder.root)).get()
            #expect(try files.entry(at: file) != nil)
            #expect(unlink(folder.path("d/f")) == 0)
            #expect(rmdir(folder.path("d")) == 0)
        }
    }

    @Test("Listings tell kinds, sizes, targets and owners, whatever the bytes of a name")
    func list() throws {
        try folder.write("abc", to: "file")
        try files.makeDirectory(folder.at("dir"), root: nil)
        #expect(symlink("nowhere/at all", folder.path("link")) == 0)
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        let odd: [UInt8] = [0xFF, 0x0A, 0x20, 0x25, 0x73]
        let path = folder.root.appending(try #require(Name(odd)))
        _ = try write([], to: path, Creation()).get()
        let directory = try files.list(folder.root)
        #expect(directory.count == 5)
        func entry(_ name: [UInt8]) throws -> Entry {
            let name = try #require(Name(name))
            let index = try #require(directory.index(of: name))
            return try #require(directory.entry(at: index))
        }
        #expect(try entry(Array("file".utf8)).size == 3)
        #expect(try entry(Array("file".utf8)).kind == .file)
        #expect(try entry(Array("dir".utf8)).kind == .directory)
        #expect(try entry(Array("link".utf8)).target == Array("nowhere/at all".utf8))
        #expect(try entry(Array("pipe".utf8)).kind == .other)
        #expect(try entry(odd).size == 0)
        #expect(try entry(odd).owner != nil)
    }

    @Test("A pipe, a directory and a missing file are not opened, each in its own words")
    func unreadable() throws {
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        for (name, kind) in [
            ("pipe", FileSystemError.Kind.unsupported), (".ferry-none", .notFound),
        ] {
            let error = #expect(throws: FileSystemError.self) {
                _ = try files.open(folder.at(name), from: 0)
            }
            #expect(error?.kind == kind)
            #expect(error?.message.contains(name) == true)
        }
        #expect(throws: FileSystemError.self) { _ = try files.open(folder.root, from: 0) }
    }

    @Test("A file that took another's place is told apart, though its size and time are the same")
    func fingerprints() throws {
        let folder = try TemporaryFolder()
        let local = LocalFileSystem()
        let path = Path(folder.path("a"))
        try folder.write("one", to: "a")
        let before = try #require(try local.fingerprints(of: [path])[path])
        #expect(try local.fingerprints(of: [path])[path]?.isSame(as: before) == true)
        let time = Timestamp(seconds: 1_600_000_000)
        for case .failure(let error) in local.setModified([(path, time)]) { throw error }
        let old = try #require(try local.fingerprints(of: [path])[path])
        #expect(!old.isSame(as: before))
        try folder.write("two", to: "b")
        for case .failure(let error) in local.setModified([(Path(folder.path("b")), time)]) {
            throw error
        }
        try #require(Glibc.rename(folder.path("b"), folder.path("a")) == 0)
        let new = try #require(try local.fingerprints(of: [path])[path])
        #expect(new.size == old.size && new.modified == old.modified)
        #expect(!new.isSame(as: old))
    }

    @Test("A source that grows while it is read is noticed")
    func changed() throws {
        try folder.write("one", to: "log")
        let source = try files.open(folder.at("log"), from: 0)
        var buffer = [UInt8](repeating: 0, count: 10)
        let count = try buffer.withUnsafeMutableBytes { try source.read(into: $0) }
        #expect(count == 3)
        try folder.write("one and more", to: "log")
        let error = #expect(throws: FileSystemError.self) { try source.finish() }
        #expect(error?.kind == .changed)
    }

    @Test("Renaming never replaces")
    func rename() throws {
        try folder.write("a", to: "a")
        try folder.write("b", to: "b")
        let error = #expect(throws: FileSystemError.self) {
            try files.rename(folder.at("a"), to: folder.at("b"))
        }
        #expect(error?.kind == .exists)
        try files.rename(folder.at("a"), to: folder.at("c"))
        #expect(folder.text("c") == "a")
        #expect(folder.text("b") == "b")
    }

    @Test("Deleting tells of each name apart")
    func remove() throws {
        try folder.write("a", to: "a")
        try files.makeDirectory(folder.at("d"), root: nil)
        try folder.write("x", to: "d/x")
        let results = files.removeFiles([folder.at("a"), folder.at("none")])
        #expect(throws: Never.self) { try results[0].get() }
        #expect(throws: FileSystemError.self) { try results[1].get() }
        let error = #expect(throws: FileSystemError.self) {
            try files.removeDirectories([folder.at("d")])[0].get()
        }
        #expect(error?.kind == .notEmpty)
    }

    @Test("A name of 255 bytes can be written, a longer one is refused in words")
    func longNames() throws {
        let longest = String(repeating: "n", count: 255)
        _ = try write([1, 2], to: folder.at(longest), Creation()).get()
        #expect(try files.entry(at: folder.at(longest))?.size == 2)
        let error = #expect(throws: FileSystemError.self) {
            _ = try write([1], to: folder.at(longest + "n"), Creation()).get()
        }
        #expect(error?.kind == .badName)
    }
}
