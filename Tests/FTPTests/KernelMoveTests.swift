import FTP
import Files
import Glibc
import Support
import Testing

@Suite("Large files whose bytes the kernel moves to and from an FTP server")
struct KernelMoveTests {
    private static let bytes = (0..<(3 << 20 | 1)).map {
        UInt8(truncatingIfNeeded: $0 &* 13 &+ $0 / 256)
    }

    private let target: TemporaryFolder

    init() throws {
        target = try TemporaryFolder(isInMemory: true)
    }

    private func end() throws -> FileEnd {
        try FileEnd("\(target.path)/end", O_RDWR | O_CREAT)
    }

    /// A download of which SIZE says so many bytes; `rest` sends them. How many bytes the kernel has
    /// moved.
    private func download(
        size: Int = KernelMoveTests.bytes.count,
        _ rest: @escaping @Sendable (ScriptedConversation) throws -> Void
    ) throws -> Int {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SIZE a", "213 \(size)")
            try peer.expectPassive()
            try peer.expect("RETR a")
            try peer.acceptData()
            try peer.reply("150 here it comes")
            try rest(peer)
        }
        let client = Client(peer)
        defer { client.files.close() }
        let source = try #require(
            try client.files.open(Path("/a"), from: 0) as? any FileSource & KernelSource)
        do {
            return try end().fill(from: source)
        } catch {
            source.cancel()
            throw error
        }
    }

    private func failure(_ body: () throws -> Int) -> FileSystemError.Kind? {
        #expect(throws: FileSystemError.self) { _ = try body() }?.kind
    }

    @Test("All of a download")
    func whole() throws {
        let moved = try download { peer in
            try peer.sendData(KernelMoveTests.bytes)
            peer.closeData()
            try peer.reply("226 done")
        }
        #expect(moved == KernelMoveTests.bytes.count)
        #expect(target.read("end") == KernelMoveTests.bytes)
    }

    @Test("226 before the data")
    func earlyEnd() throws {
        _ = try download { peer in
            try peer.reply("226 done already")
            try peer.sendData(KernelMoveTests.bytes)
            peer.closeData()
        }
        #expect(target.read("end") == KernelMoveTests.bytes)
    }

    @Test("Fewer bytes than promised")
    func short() throws {
        let kind = failure {
            try download { peer in
                try peer.sendData(Array(KernelMoveTests.bytes.prefix(2_000_000)))
                peer.closeData()
                try peer.reply("226 done")
            }
        }
        #expect(kind == .truncated)
        #expect(target.read("end")?.count == 2_000_000)
    }

    @Test("The server breaks off, and says so")
    func refused() throws {
        let kind = failure {
            try download { peer in
                try peer.sendData(Array(KernelMoveTests.bytes.prefix(2_000_000)))
                peer.closeData()
                try peer.reply("451 the disk broke")
            }
        }
        #expect(kind == .other)
        // The reply may come first.
        #expect(KernelMoveTests.bytes.starts(with: target.read("end") ?? []))
    }

    @Test("A file that goes on and on is stopped")
    func endless() throws {
        let kind = failure {
            try download(size: 1 << 20) { peer in
                // Nobody takes the last of them.
                for _ in 0..<64 {
                    do { try peer.sendData(KernelMoveTests.bytes) } catch { break }
                }
                peer.closeData()
            }
        }
        #expect(kind == .changed)
        #expect(try #require(target.read("end")).count < 8 << 20)
    }

    /// An upload of all bytes; `rest` takes them.
    private func upload(
        _ rest: @escaping @Sendable (ScriptedConversation) throws -> Void
    ) throws -> Int {
        try target.write(KernelMoveTests.bytes, to: "end")
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expectPassive()
            try peer.expect("STOR a")
            try peer.acceptData()
            try peer.reply("150 send")
            try rest(peer)
        }
        let client = Client(peer)
        defer { client.files.close() }
        let part = PartID(token: PartID.newToken(), number: 1)
        let creation = Creation(
            size: UInt64(KernelMoveTests.bytes.count), placement: .inPlace)
        let sink = try #require(
            try client.files.create(Path("/a"), as: part, creation)
                as? any FileSink & KernelSink)
        #expect(sink.isReceiverHere)
        do {
            return try end().empty(into: sink)
        } catch {
            sink.cancel()
            throw error
        }
    }

    @Test("All of an upload")
    func up() throws {
        let moved = try upload { peer in
            guard try peer.receiveData() == KernelMoveTests.bytes else {
                throw ScriptedPeer.Mismatch("other bytes")
            }
            peer.closeData()
            try peer.reply("226 stored")
        }
        #expect(moved == KernelMoveTests.bytes.count)
    }

    @Test("A server that takes no more says why")
    func full() throws {
        let kind = failure {
            try upload { peer in
                peer.closeData()
                try peer.reply("452 no room")
            }
        }
        #expect(kind == .full)
    }
}
