import Files
import HTTP
import Support
import Testing

@Suite("Uploading over HTTP")
struct HTTPUploadTests {
    @Test("A server that allows PUT gets files with their length and kind")
    func put() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("OPTIONS /a.html")
            try peer.answer("200 OK", ["Allow: GET,HEAD, put"])
            for name in ["a.html", "b"] {
                let request = try peer.expectRequest("PUT /\(name)")
                #expect(request["Content-Length"] == "5")
                #expect(request["Transfer-Encoding"] == nil)
                #expect(request["Expect"] == nil)
                #expect(
                    request["Content-Type"]
                        == (name == "b" ? "application/octet-stream" : "text/html"))
                #expect(try peer.bytes(5) == Array("hello".utf8))
                try peer.answer("201 Created")
            }
            try peer.expectRequest("HEAD /a.html")
            try peer.answerHead("200 OK", ["Content-Length: 5"])
            try peer.expectRequest("HEAD /b")
            try peer.answerHead("200 OK", ["Content-Length: 4"])
        }
        let client = WebClient(peer)
        #expect(!client.files.capabilities.contains(.write))
        try client.write("/a.html", "hello", Creation(size: 5))
        #expect(client.files.capabilities.contains(.write))
        try client.write("/b", "hello", Creation(size: 5))
        #expect(try client.commit("/a.html", Creation(size: 5), size: 5).proof == .sizeConfirmed)
        let error = client.failure { () throws(FileSystemError) in
            try client.commit("/b", Creation(size: 5), size: 5)
        }
        #expect(error?.kind == .truncated)
        try peer.verify()
    }

    @Test("What a server took and does not have is not claimed to be there")
    func lost() throws {
        let peer = try ScriptedPeer { peer in
            for target in ["/a", "/a/"] {
                try peer.expectRequest("HEAD \(target)")
                try peer.answerHead("404 Not Found")
            }
        }
        let client = WebClient(peer)
        let error = client.failure { () throws(FileSystemError) in
            try client.commit("/a", Creation(size: 5), size: 5)
        }
        #expect(error?.kind == .truncated)
        try peer.verify()
    }

    @Test("A server that does not allow PUT is not sent anything")
    func refusedPut() throws {
        for (status, fields) in [
            ("200 OK", ["Allow: GET, HEAD"]), ("405 No", ["Allow: PUT"]), ("204 Fine", []),
        ] {
            let peer = try ScriptedPeer { peer in
                try peer.expectRequest("OPTIONS /a")
                try peer.answer(status, fields)
                try peer.expectEnd()
            }
            let client = WebClient(peer)
            let error = client.failure { () throws(FileSystemError) in
                try client.write("/a", "hello", Creation(size: 5))
            }
            #expect(error?.kind == .unsupported)
            client.files.close()
            try peer.verify()
        }
    }

    @Test("A body of unknown length goes out in chunks, and an empty one as empty")
    func lengths() throws {
        let peer = try ScriptedPeer { peer in
            try peer.allowPut()
            let chunked = try peer.expectRequest("PUT /a")
            #expect(chunked["Transfer-Encoding"] == "chunked")
            #expect(chunked["Expect"] == "100-continue")
            try peer.send("HTTP/1.1 100 Continue\r\n\r\n")
            #expect(try peer.line() == "5")
            #expect(try peer.line() == "hello")
            #expect(try peer.line() == "0")
            #expect(try peer.line() == "")
            try peer.answer("201 Created")
            #expect(try peer.expectRequest("PUT /b")["Content-Length"] == "0")
            try peer.answer("201 Created")
        }
        let client = WebClient(peer, .http)
        try client.write("/a", "hello")
        try client.write("/b", "", Creation(size: 0))
        try peer.verify()
    }

    @Test("A large body is not sent where the server does not want it")
    func asksFirst() throws {
        let large = String(repeating: "x", count: 2 << 20)
        let peer = try ScriptedPeer { peer in
            try peer.allowPut()
            let request = try peer.expectRequest("PUT /a")
            #expect(request["Expect"] == "100-continue")
            try peer.answer("507 Full")
            try peer.expectGone()
        }
        let client = WebClient(peer, .http)
        let error = client.failure { () throws(FileSystemError) in
            try client.write("/a", large, Creation(size: UInt64(large.utf8.count)))
        }
        #expect(error?.kind == .full)
        client.files.close()
        try peer.verify()
    }

    @Test("A server that does not answer whether it wants a body gets it")
    func silentExpectation() throws {
        let text = String(repeating: "x", count: (1 << 20) + 1)
        let peer = try ScriptedPeer { peer in
            try peer.allowPut()
            #expect(try peer.expectRequest("PUT /a")["Expect"] == "100-continue")
            #expect(try peer.bytes((1 << 20) + 1).allSatisfy { $0 == 0x78 })
            try peer.answer("201 Created")
        }
        try WebClient(peer).write("/a", text, Creation(size: (1 << 20) + 1))
        try peer.verify()
    }

    @Test("A server that wants to be asked nothing is sent the body at once")
    func refusedExpectation() throws {
        let text = String(repeating: "x", count: (1 << 20) + 1)
        let peer = try ScriptedPeer { peer in
            try peer.allowPut()
            #expect(try peer.expectRequest("PUT /a")["Expect"] == "100-continue")
            try peer.answer("417 Expectation Failed")
            let again = try peer.expectRequest("PUT /a")
            #expect(again["Expect"] == nil)
            _ = try peer.bytes((1 << 20) + 1)
            try peer.answer("201 Created")
        }
        try WebClient(peer).write("/a", text, Creation(size: (1 << 20) + 1))
        try peer.verify()
    }

    @Test("A small body that is asked about for its login goes out unasked after a 417")
    func refusedSmallExpectation() throws {
        let peer = try ScriptedPeer { peer in
            try peer.allowPut()
            #expect(try peer.expectRequest("PUT /a")["Expect"] == "100-continue")
            try peer.answer("417 Expectation Failed", ["Connection: close"])
            peer.close()
            try peer.accept()
            // libcurl may have asked again by itself before it was told otherwise.
            var again = try peer.request()
            if again["Expect"] != nil {
                peer.close()
                try peer.accept()
                again = try peer.request()
            }
            #expect(again["Expect"] == nil)
            #expect(try peer.bytes(5) == Array("hello".utf8))
            try peer.answer("201 Created")
        }
        let client = WebClient(peer, user: "user", password: "secret")
        try client.write("/a", "hello", Creation(size: 5))
        try peer.verify()
    }

    @Test("A refusal in the middle of a body is heard")
    func refusedMeanwhile() throws {
        let text = String(repeating: "x", count: 1 << 20)
        let peer = try ScriptedPeer { peer in
            try peer.allowPut()
            let request = try peer.expectRequest("PUT /a")
            #expect(request["Expect"] == nil)
            try peer.answer("413 Too Large", ["Connection: close"])
            try peer.expectEndOfBytes()
        }
        let client = WebClient(peer)
        let error = client.failure { () throws(FileSystemError) in
            try client.write("/a", text, Creation(size: 1 << 20))
        }
        #expect(error?.kind == .full)
        client.files.close()
        try peer.verify()
    }

    @Test("A login that is wanted first costs no body")
    func login() throws {
        let peer = try ScriptedPeer { peer in
            try peer.allowPut()
            let first = try peer.expectRequest("PUT /a")
            #expect(first["Expect"] == "100-continue")
            #expect(first["Authorization"] == nil)
            try peer.answer("401 Who?", ["WWW-Authenticate: Digest realm=x, nonce=n, qop=auth"])
            peer.close()
            try peer.accept()
            let second = try peer.expectRequest("PUT /a")
            #expect(second["Authorization"]?.hasPrefix("Digest ") == true)
            try peer.send("HTTP/1.1 100 Continue\r\n\r\n")
            #expect(try peer.bytes(5) == Array("hello".utf8))
            try peer.answer("201 Created")
        }
        let client = WebClient(peer, .http, user: "user", password: "secret")
        try client.write("/a", "hello", Creation(size: 5))
        try peer.verify()
    }

    @Test("A file that is there is not replaced where that was not wanted")
    func exists() throws {
        let peer = try ScriptedPeer { peer in
            try peer.allowPut()
            let request = try peer.expectRequest("PUT /a")
            #expect(request["If-None-Match"] == "*")
            _ = try peer.bytes(5)
            try peer.answer("412 Precondition Failed")
        }
        let client = WebClient(peer, .http)
        let error = client.failure { () throws(FileSystemError) in
            try client.write("/a", "hello", Creation(size: 5, replaces: false))
        }
        #expect(error?.kind == .exists)
        try peer.verify()
    }

    @Test("A source of another size than it had is not passed off as whole")
    func wrongSize() throws {
        let peer = try ScriptedPeer { peer in
            try peer.allowPut()
            try peer.expectGone()
        }
        let client = WebClient(peer, .http)
        for text in ["hello!", "hell"] {
            let error = client.failure { () throws(FileSystemError) in
                try client.write("/a", text, Creation(size: 5))
            }
            #expect(error?.kind == .changed)
        }
        client.files.close()
        try peer.verify()
    }
}

extension ScriptedConversation {
    /// Says that files may be put.
    fileprivate func allowPut() throws {
        try expectRequest("OPTIONS /a")
        try answer("200 OK", ["Allow: GET, PUT"])
    }
}
