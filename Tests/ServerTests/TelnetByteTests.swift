import Files
import Support
import Testing

@Suite("The byte 0xFF in a name")
struct TelnetByteTests {
    /// "я" of CP1251 at the end, within and twice, and before what would be a Telnet command.
    private static let names: [[UInt8]] = [
        [0x61, 0xFF], [0xFF, 0x62], [0x61, 0xFF, 0xFF, 0x62], [0x61, 0xFF, 0xFB, 0x62],
        [0xFF, 0xF4],
    ]

    @Test(
        "Is written, found, renamed and removed as it is, on servers that know Telnet and others",
        // Python's server takes names for UTF-8, and no others.
        arguments: Place.servers.filter { $0.kind != .pyftpdlib })
    func names(place: Place) throws {
        let bank = try Bank(place)
        for bytes in TelnetByteTests.names {
            let name = try #require(Name(bytes))
            let path = try bank.path("x").parent.appending(name)
            let sink = try bank.fileSystem.create(path, Creation(size: 5))
            try Bank.write(Array("hello".utf8)[...], to: sink)
            try sink.finish()
            try bank.fileSystem.commit(sink, Creation(size: 5), size: 5)
            let listing = try bank.fileSystem.list(path.parent)
            #expect(listing.entries.map(\.name) == [name])
            #expect(try bank.fileSystem.details(of: [path])[0]?.size == 5, "\(bytes)")
            #expect(try bank.fileSystem.entry(at: path)?.size == 5, "\(bytes)")
            let other = try #require(Name([0x78] + bytes))
            let target = path.parent.appending(other)
            try bank.fileSystem.rename(path, to: target)
            #expect(try bank.fileSystem.list(path.parent).entries.map(\.name) == [other])
            try bank.fileSystem.removeFiles([target])[0].get()
            try bank.fileSystem.makeDirectory(path, root: nil)
            #expect(try bank.fileSystem.list(path).isEmpty)
            try bank.fileSystem.removeDirectories([path])[0].get()
            #expect(try bank.fileSystem.list(path.parent).isEmpty)
        }
    }
}
