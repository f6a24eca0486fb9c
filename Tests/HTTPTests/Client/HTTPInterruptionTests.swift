import Files
import HTTP
import Support
import Testing

@Suite("Interrupting HTTP")
struct HTTPInterruptionTests {
    /// Runs `body`, and interrupts it once the script says so.
    private func interrupted(
        script:
            @escaping @Sendable (ScriptedConversation, _ reached: @Sendable () -> Void) throws
            -> Void,
        _ body: (WebClient) throws(FileSystemError) -> Void
    ) throws {
        let reached = Signal()
        let peer = try ScriptedPeer { peer in
            try script(peer) { reached.send() }
            try peer.expectEnd()
            try peer.accept()
            try peer.expectRequest("GET /after")
            try peer.answer("200 OK", body: "again")
        }
        let client = WebClient(peer, timeout: 60)
        let interrupt = client.files.interrupt
        Background.run {
            reached.wait()
            interrupt()
        }
        let error = client.failure { () throws(FileSystemError) in try body(client) }
        #expect(error?.kind == .cancelled)
        #expect(!client.files.isConnected)
        #expect(try client.read("/after") == "again")
        try peer.verify()
    }

    @Test("A server that never answers")
    func head() throws {
        try interrupted { peer, reached in
            _ = try peer.request()
            reached()
        } _: { client throws(FileSystemError) in
            _ = try client.read("/a")
        }
    }

    @Test("A body that stands still")
    func body() throws {
        try interrupted { peer, reached in
            _ = try peer.request()
            try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf")
            reached()
        } _: { client throws(FileSystemError) in
            _ = try client.read("/a")
        }
    }

    @Test("Files whose sizes are asked for: the rest is not asked for in vain")
    func committing() throws {
        try interrupted { peer, reached in
            try peer.expectRequest("HEAD /a")
            reached()
        } _: { client throws(FileSystemError) in
            let parts = ["/a", "/b", "/c"].enumerated().map { index, path in
                PendingCommit(
                    part: Part(
                        id: PartID(token: "testtest", number: UInt64(index + 1)),
                        file: Path(path), place: .inPlace),
                    creation: Creation(size: 1), size: 1)
            }
            let results = client.files.commit(parts) { _ in }
            #expect(results.count == 3)
            for result in results.values { _ = try result.get() }
        }
    }

    @Test("An upload that nobody takes")
    func upload() throws {
        try interrupted { peer, reached in
            _ = try peer.request()
            try peer.answer("200 OK", ["Allow: GET, PUT"])
            _ = try peer.request()
            reached()
        } _: { client throws(FileSystemError) in
            try client.write("/a", "hello", Creation(size: 5))
        }
    }

    @Test("An upload in the middle of its bytes")
    func uploading() throws {
        try interrupted { peer, reached in
            _ = try peer.request()
            try peer.answer("200 OK", ["Allow: GET, PUT"])
            _ = try peer.request()
            try peer.send("HTTP/1.1 100 Continue\r\n\r\n")
            reached()
            try peer.expectEndOfBytes()
        } _: { client throws(FileSystemError) in
            let piece = String(repeating: "x", count: 64 << 20)
            try client.write("/a", piece, Creation(size: 64 << 20))
        }
    }

    @Test("A server that never takes a connection")
    func connecting() throws {
        let deaf = try DeafListener(address: "127.0.0.1")
        var site = Site(scheme: .http, host: "127.0.0.1", port: deaf.port)
        site.timeout = 60
        let begun = Signal()
        let files = WebService.fileSystem(
            for: site, connection: 1, trust: TrustPolicy(memory: TransientTrust()),
            log: { if $0.direction == .remark { begun.send() } }, password: { _ in nil },
            proxyPassword: { _ in nil })
        let interrupt = files.interrupt
        Background.run {
            begun.wait()
            interrupt()
        }
        #expect(throws: FileSystemError.self) { try files.open(Path("/a"), from: 0) }
        #expect(!files.isConnected)
    }
}
