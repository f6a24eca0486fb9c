import Files
import HTTP
import Support
import Testing

@Suite("Hostile web servers")
struct HostileWebServerTests {
    /// The error of reading a file, whose request was answered with `bytes` and then the end.
    private func error(
        timeout: Int = 10, _ answer: @escaping @Sendable (ScriptedConversation) throws -> Void
    ) throws -> FileSystemError? {
        let peer = try ScriptedPeer { peer in
            _ = try peer.request()
            // A client that has had enough closes in the middle.
            try? answer(peer)
            peer.close()
        }
        let client = WebClient(peer, timeout: timeout)
        let error = client.failureToRead("/a")
        client.files.close()
        try peer.verify()
        #expect(client.log.all.allSatisfy { $0.text.utf8.count < 5_000 })
        return error
    }

    @Test("An endless line in a head, and endless lines, are cut off")
    func endlessHead() throws {
        let line = try error { peer in
            try peer.send("HTTP/1.1 200 OK\r\nX: ")
            while true { try peer.send(String(repeating: "x", count: 10_000)) }
        }
        #expect(line?.kind == .protocolViolation)
        let lines = try error { peer in
            try peer.send("HTTP/1.1 200 OK\r\n")
            while true { try peer.send("X: y\r\n") }
        }
        #expect(lines?.kind == .protocolViolation)
        let long = try error { peer in
            try peer.send("HTTP/1.1 200 OK\r\n")
            while true { try peer.send("X: \(String(repeating: "y", count: 4_000))\r\n") }
        }
        #expect(long?.kind == .protocolViolation)
    }

    @Test("Interim answers without end are cut off")
    func endlessInterim() throws {
        let error = try error { peer in
            while true { try peer.send("HTTP/1.1 103 Hints\r\nLink: <x>\r\n\r\n") }
        }
        #expect(error?.kind == .protocolViolation)
    }

    @Test("Trailers without end are cut off")
    func endlessTrailers() throws {
        let error = try error { peer in
            try peer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n")
            while true { try peer.send("X: \(String(repeating: "y", count: 1_000))\r\n") }
        }
        #expect(error?.kind == .protocolViolation)
    }

    @Test(
        "What is not HTTP is told so",
        arguments: [
            "SSH-2.0-OpenSSH_9.2\r\n", "220 ftp ready\r\n", "HTTP/1.1 20 OK\r\n\r\n",
            "HTTP/1.1 abc\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n", "\r\n\r\n\r\n",
            "HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n",
        ])
    func notHTTP(_ text: String) throws {
        let error = try error { peer in try peer.send(text) }
        #expect(error?.kind == .protocolViolation, "\(error?.detail ?? "no error")")
        #expect(error?.detail.contains("breaks the HTTP protocol") == true)
    }

    @Test("An end without an answer is the end of the connection")
    func nothing() throws {
        let error = try error { _ in }
        #expect(error?.kind == .connection)
        #expect(error?.isTransient == true)
    }

    @Test(
        "Two lengths for one body, or none that can be read, are refused",
        arguments: ["5\r\nContent-Length: 6", "5, 6", "-1", "x", "99999999999999999999999"])
    func lengths(_ text: String) throws {
        let error = try error { peer in
            try peer.send("HTTP/1.1 200 OK\r\nContent-Length: \(text)\r\n\r\nhello!")
        }
        #expect(error?.kind == .protocolViolation, "\(error?.detail ?? "no error")")
    }

    @Test(
        "Chunks whose size is no number are refused", arguments: ["x", "-1", "fffffffffffffffff"])
    func chunks(_ size: String) throws {
        let error = try error { peer in
            try peer.send(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(size)\r\nhello\r\n")
        }
        #expect(error != nil)
        #expect(error?.kind == .protocolViolation || error?.kind == .truncated)
    }

    @Test("What a server says is sanitised wherever it is shown")
    func escapes() throws {
        let error = try error { peer in
            try peer.send(
                "HTTP/1.1 404 No\u{1B}[31m\u{202E}way\r\nServer: \u{1B}]0;x\u{07}\r\n\r\n")
        }
        #expect(error?.kind == .notFound)
        #expect(error?.message.unicodeScalars.contains { $0.value < 0x20 } == false)
        #expect(error?.message.contains("\u{202E}") == false)
    }

    @Test("Silence ends the wait for a head, and for the rest of a body")
    func silence() throws {
        for start in ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"] {
            let peer = try ScriptedPeer { peer in
                _ = try peer.request()
                try peer.send(start)
                try peer.expectEnd()
            }
            let client = WebClient(peer)
            client.files.client.idle = 0.05
            let error = client.failureToRead("/a")
            #expect(error?.kind == .timeout)
            #expect(error?.isTransient == true)
            #expect(!client.files.isConnected)
            try peer.verify()
        }
    }

    @Test("The body of a refusal that trickles in for ever is left")
    func tricklingRefusal() throws {
        let peer = try ScriptedPeer { peer in
            _ = try peer.request()
            try peer.send("HTTP/1.1 404 Not Found\r\n\r\n")
            while (try? peer.send("x")) != nil {}
        }
        #expect(WebClient(peer).failureToRead("/a")?.kind == .notFound)
        try peer.verify()
    }

    @Test("A body that nobody reads takes no memory, and can be left")
    func endlessBody() throws {
        let peer = try ScriptedPeer { peer in
            _ = try peer.request()
            try peer.send("HTTP/1.1 200 OK\r\n\r\n")
            let piece = [UInt8](repeating: 0x78, count: 100_000)
            while (try? peer.send(piece)) != nil {}
        }
        let client = WebClient(peer)
        let source = try client.files.open(Path("/a"), from: 0)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 10, alignment: 1)
        defer { buffer.deallocate() }
        for _ in 0..<1_000 { #expect(try source.read(into: buffer) == 10) }
        source.cancel()
        try peer.verify()
    }

    @Test("A connection that the server closed meanwhile is made again")
    func closedMeanwhile() throws {
        let peer = try ScriptedPeer { peer in
            for _ in 0..<2 {
                try peer.expectRequest("GET /a")
                try peer.answer("200 OK", body: "here")
                peer.close()
                try peer.accept()
            }
            try peer.expectRequest("GET /a")
            try peer.answer("200 OK", body: "here")
        }
        let client = WebClient(peer)
        for _ in 0..<3 { #expect(try client.read("/a") == "here") }
        try peer.verify()
    }
}
