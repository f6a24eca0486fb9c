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
