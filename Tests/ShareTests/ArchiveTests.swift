import Digests
import Files
import Glibc
import Support
import Testing

@testable import Share

@Suite("A folder as one download") struct ArchiveTests {
    private static let deep = String(repeating: "long", count: 40)

    private func bench() throws -> FolderBench {
        let bench = try FolderBench()
        try bench.disk.makeFolder("in")
        try bench.disk.makeFolder("in/empty")
        try bench.disk.makeFolder("in/\(ArchiveTests.deep)")
        try bench.disk.makeFolder("in/\(ArchiveTests.deep)/\(ArchiveTests.deep)")
        try bench.disk.write(
            "deep", to: "in/\(ArchiveTests.deep)/\(ArchiveTests.deep)/größe & 写真.txt")
        try bench.disk.write("", to: "in/nothing")
        let large = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        try bench.disk.write(large, to: "in/large.bin")
        try bench.disk.write(Array(large.prefix(65_535)), to: "in/one block.bin")
        try bench.disk.write("secret", to: "in/.hidden")
        symlink("/etc/passwd", bench.disk.path("in/link"))
        mkfifo(bench.disk.path("in/pipe"), 0o600)
        return bench
    }

    private static let contents = [
        "About this archive.txt", "empty", "large.bin", deep, "nothing", "one block.bin",
    ]

    @Test("Each visitor has so many archives at once, and all together") func allowance() throws {
        let allowance = ArchiveAllowance()
        func enter(_ visitor: String) -> ArchiveAllowance.Place? { try? allowance.enter(visitor) }
        var places = (0..<8).map { _ in enter("a") }
        #expect(places.allSatisfy { $0 != nil })
        #expect(enter("a") == nil)
        for visitor in ["b", "c"] { places += (0..<4).map { _ in enter(visitor) } }
        #expect(places.count == ArchiveAllowance.most && places.allSatisfy { $0 != nil })
        #expect(enter("e") == nil)
        places[0] = nil
        #expect(enter("e") != nil)
        #expect(enter("a") != nil)
    }

    @Test("An archive that is refused is answered, and one that has ended makes room")
    func refused() throws {
        let bench = try bench()
        for _ in 0..<9 { #expect(bench.ask(.get, "/in/?archive=tar").status == 200) }
        var places: [ArchiveAllowance.Place] = []
        for _ in 0..<8 { places.append(try bench.folder.archives.enter("127.0.0.1")) }
        let answer = bench.ask(.get, "/in/?archive=zip")
        #expect(answer.status == 503)
        #expect(answer.headers["Retry-After"] == "30")
        #expect(bench.ask(.head, "/in/?archive=zip").status == 200)
        #expect(places.count == 8)
    }

    @Test("tar takes the .tar, and gets every byte of it") func tar() throws {
        let bench = try bench()
        let answer = bench.ask(.get, "/in/?archive=tar")
        #expect(answer.status == 200)
        #expect(answer.body.count % 512 == 0)
        #expect(
            answer.headers["Content-Disposition"]?.hasPrefix("attachment; filename=\"in.tar\"")
                == true)
        try bench.disk.write(answer.body, to: "a.tar")
        try bench.disk.makeFolder("out")
        let code = Command.run([
            "tar", "-xf", bench.disk.path("a.tar"), "-C", bench.disk.path("out"),
        ])
        #expect(code == 0)
        expectSame(bench)
    }

    @Test("Python takes the .zip, and gets every byte of it") func zip() throws {
        let bench = try bench()
        let answer = bench.ask(.get, "/in/?archive=zip")
        #expect(answer.status == 200)
        try bench.disk.write(answer.body, to: "a.zip")
        let script = """
            import sys, zipfile
            archive = zipfile.ZipFile(sys.argv[1])
            assert archive.testzip() is None
            archive.extractall(sys.argv[2])
            """
        let code = Command.run([
            "python3", "-c", script, bench.disk.path("a.zip"), bench.disk.path("out"),
        ])
        #expect(code == 0)
        expectSame(bench)
    }

    private func expectSame(_ bench: FolderBench) {
        #expect(bench.names("out/in") == ArchiveTests.contents)
        let deep = "in/\(ArchiveTests.deep)/\(ArchiveTests.deep)/größe & 写真.txt"
        #expect(bench.text("out/\(deep)") == "deep")
        for name in ["in/large.bin", "in/one block.bin", "in/nothing"] {
            #expect(bench.disk.read("out/\(name)") == bench.disk.read(name))
        }
        let notes = bench.text("out/in/About this archive.txt") ?? ""
        #expect(notes.contains("in/link: skipped, because it is a link."))
        #expect(notes.contains("in/pipe: skipped, because it is not a regular file."))
        #expect(!notes.contains(".hidden"))
    }

    @Test("An unknown kind is refused with those that there are") func unknown() throws {
        let answer = try FolderBench().ask(.get, "/?archive=rar")
        #expect(answer.status == 400)
        #expect(answer.text.contains("?archive=zip"))
        #expect(try FolderBench().ask(.get, "/nowhere/?archive=zip").status == 404)
    }

    @Test(
        "A file that grows is cut to what its header says, and that is told",
        arguments: ["tar", "zip"])
    func grows(kind: String) throws {
        let bench = try FolderBench()
        try bench.disk.write("first", to: "log")
        let walk = try FolderWalk(
            try bench.folder.directory(.root), name: Array("top".utf8),
            shows: bench.folder.shows)
        var source = Changing(walk, bench.disk) { disk in
            try? disk.write("first and more", to: "log")
        }
        let bytes = try source.read(kind)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("first"))
        #expect(!text.contains("and more"))
        #expect(text.contains("top/log: It grew while it was being read"))
    }

    @Test("A file that shrinks breaks a .tar off, because zeros would look like the file")
    func shrinks() throws {
        let bench = try FolderBench()
        try bench.disk.write("a long text", to: "log")
        let walk = try FolderWalk(
            try bench.folder.directory(.root), name: Array("top".utf8),
            shows: bench.folder.shows)
        var source = Changing(walk, bench.disk) { disk in truncate(disk.path("log"), 3) }
        let refusal = #expect(throws: Refusal.self) { try source.read("tar") }
        #expect(refusal?.sentence.contains("shrank") == true)
    }

    @Test("A .tar's header has room for what ustar has not") func pax() throws {
        let header = TarRecord.header(
            path: Array("big".utf8), size: 9 << 30, modified: -5, mode: 0o600, isDirectory: false)
        let text = String(decoding: header, as: UTF8.self)
        #expect(header.count == 3 * 512)
        #expect(text.contains("19 size=9663676416\n"))
        #expect(text.contains("12 mtime=-5\n"))
        let plain = TarRecord.header(
            path: Array("small".utf8), size: 5, modified: 5, mode: 0o600, isDirectory: false)
        #expect(plain.count == 512)
    }

    @Test("A .zip goes on past four gigabytes and 65,535 files") func zip64() {
        var record = ZipRecord(
            path: Array("big".utf8), isDirectory: false, modified: 0, mode: 0o644,
            expectedSize: 5 << 30, offset: 6 << 30)
        record.size = 5 << 30
        record.packedSize = record.size + 5
        #expect(record.isLarge)
        #expect(record.descriptor.count == 24)
        // The 64-bit sizes and the offset, after the kind of the extra field and its length.
        #expect(record.directoryEntry.count == 46 + 3 + (4 + 24) + 9)
        #expect(ZipRecord.end(count: 70_000, size: 1, offset: 1).count == 56 + 20 + 22)
        #expect(ZipRecord.end(count: 7, size: 1, offset: 1).count == 22)
    }

    @Test("The checksum is the one of ISO 3309, in pieces of any size") func checksum() {
        let text = Array("123456789".utf8)
        for cut in 0...text.count {
            var checksum = CRC32()
            checksum.update(text[..<cut])
            checksum.update(text[cut...])
            #expect(checksum.value == 0xCBF4_3926)
        }
    }

    @Test("Folders too deep in one another are refused") func depth() throws {
        let bench = try FolderBench()
        var path = ""
        for _ in 0...FolderWalk.depthLimit {
            path += path.isEmpty ? "d" : "/d"
            try bench.disk.makeFolder(path)
        }
        let answer = bench.ask(.get, "/?archive=tar")
        #expect(answer.status == 413)
    }
}

/// Reads an archive, and changes the disk once its file is open.
private struct Changing {
    private var walk: FolderWalk
    private let disk: TemporaryFolder
    private let change: (TemporaryFolder) -> Void

    init(_ walk: FolderWalk, _ disk: TemporaryFolder, _ change: @escaping (TemporaryFolder) -> Void)
    {
        self.walk = walk
        self.disk = disk
        self.change = change
    }

    mutating func read(_ kind: String) throws -> [UInt8] {
        // The file is opened by the step that its header is made of.
        var steps: [FolderWalk.Step] = []
        while let step = try walk.next() { steps.append(step) }
        change(disk)
        var bytes: [UInt8] = []
        if kind == "tar" {
            var archive = TarArchive(Recorded(steps), name: Array("top".utf8), now: 0)
            while let block = try archive.next() { bytes += block }
        } else {
            var archive = ZipArchive(Recorded(steps), name: Array("top".utf8), now: 0)
            while let block = try archive.next() { bytes += block }
        }
        return bytes
    }
}

/// A walk that was done already.
private struct Recorded: FolderSteps {
    private var steps: [FolderWalk.Step]

    init(_ steps: [FolderWalk.Step]) {
        self.steps = steps.reversed()
    }

    mutating func next() -> FolderWalk.Step? { steps.popLast() }
}
