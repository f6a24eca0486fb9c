import Archives
import Files
import Support
import Testing

@Suite("A zip file on a server") struct ZipServerTests {
    /// So many files of 2,000 bytes each.
    private static func zip(_ count: Int) -> [UInt8] {
        var zip = ZipBytes()
        for number in 0..<count {
            zip.add(
                Array("dir/file\(number)".utf8),
                [UInt8](repeating: UInt8(number % 251), count: 2_000))
        }
        return zip.ended()
    }

    private static func enter(_ volume: MemoryVolume) -> ArchiveFileSystem {
        var site = volume.site
        site.archive = Path("/a.zip")
        return ArchiveFileSystem(
            site, at: Path("/a.zip"), in: volume.connect(), memory: ArchiveMemory())
    }

    private static func read(_ source: any FileSource) throws(FileSystemError) -> [UInt8] {
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 4_096, alignment: 16)
        defer { room.deallocate() }
        var all: [UInt8] = []
        while true {
            let count = try source.read(into: room)
            guard count > 0 else { break }
            all += room.prefix(count)
        }
        try source.finish()
        return all
    }

    @Test("is listed by a handful of requests, and a file in it is read by two more")
    func requests() throws {
        let volume = MemoryVolume()
        volume.add("/a.zip", ZipServerTests.zip(10_000))
        let files = ZipServerTests.enter(volume)
        #expect(try files.list(Path("/dir")).count == 10_000)
        let listed = volume.count("open")
        #expect(listed <= 4, "\(listed) requests")
        let bytes = try ZipServerTests.read(try files.open(Path("/dir/file9000"), from: 0))
        #expect(bytes == [UInt8](repeating: UInt8(9_000 % 251), count: 2_000))
        #expect(volume.count("open") <= listed + 2, "\(volume.count("open")) requests")
    }

    @Test("whose directory is none is given up at its first bytes, however long it says it is")
    func noDirectory() async throws {
        let folder = try TemporaryFolder()
        let length: UInt32 = 512 << 20
        var end: [UInt8] = [0x50, 0x4B, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0]
        for number in [length, 0] {
            end += (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
        }
        try folder.write(end + [0, 0], to: "end")
        let make = "cd '\(folder.path)' && truncate -s 512M a.zip && cat end >> a.zip"
        #expect(Command.run(["/bin/sh", "-c", make]) == 0)
        let archive = folder.path("a.zip")
        // In a process of its own, as other tests take memory too.
        await #expect(processExitsWith: .success) { [archive = archive as String] in
            Memory.forgetPeak()
            let before = Memory.resident
            let files = ArchiveQueue.enter(ArchiveQueue.site(archive), ArchiveMemory())
            let error = #expect(throws: FileSystemError.self) { try files.list(.root) }
            #expect(error?.reply?.contains("its directory is damaged") == true)
            #expect(before > 0 && Memory.peak < before + 64 << 20)
        }
    }

    @Test("is read file after file in one go") func inOrder() throws {
        let volume = MemoryVolume()
        volume.add("/a.zip", ZipServerTests.zip(500))
        let files = ZipServerTests.enter(volume)
        for entry in try files.list(Path("/dir")).entries {
            let path = Path("/dir").appending(entry.name)
            #expect(try ZipServerTests.read(try files.open(path, from: 0)).count == 2_000)
        }
        #expect(volume.count("open") <= 8, "\(volume.count("open")) requests")
    }
}
