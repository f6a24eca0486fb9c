import Files
import Glibc
import HTTP
import Support
import Testing

@Suite("Posting forms")
struct FormTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func body(_ text: String = "hello") throws -> MultipartBody {
        try folder.write(text, to: "a.txt")
        return try MultipartBody([
            .text(name: Array("x".utf8), value: Array("y".utf8)),
            .file(field: Array("file".utf8), path: Path(folder.path("a.txt"))),
        ])
    }

    /// Posts to `/form`; the answer's line and body.
    private func post(
        _ body: MultipartBody, _ client: WebClient
    ) throws(FileSystemError) -> (status: String, text: String) {
        let reply = try client.files.post(body, to: Path("/form"), isDirectory: false)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 100, alignment: 1)
        defer { buffer.deallocate() }
        var bytes: [UInt8] = []
        while true {
            let count = try reply.read(into: buffer)
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return (reply.text, String(decoding: bytes, as: UTF8.self))
    }

    /// Takes a form and looks at it.
    private static func take(
        _ peer: ScriptedConversation, _ line: String, file: String = "hello"
    ) throws {
        let request = try peer.expectRequest(line)
        if request["Expect"] != nil { try peer.send("HTTP/1.1 100 Continue\r\n\r\n") }
        guard let length = request["Content-Length"].flatMap({ Int($0) }),
            let type = request["Content-Type"],
            let mark = type.split(separator: "boundary=").last,
            type.hasPrefix("multipart/form-data;")
        else { throw ScriptedPeer.Mismatch("\(request.fields)") }
        let text = String(decoding: try peer.bytes(length), as: UTF8.self)
        let expected =
            "--\(mark)\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\ny\r\n--\(mark)\r\n"
            + "Content-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n"
            + "Content-Type: text/plain\r\n\r\n\(file)\r\n--\(mark)--\r\n"
        guard text == expected else { throw ScriptedPeer.Mismatch(text) }
    }

    @Test("The form goes out whole with its length, and the answer comes back")
    func whole() throws {
        let peer = try ScriptedPeer { peer in
            try FormTests.take(peer, "POST /form")
            try peer.answer("201 Created", body: "thanks")
        }
        let answer = try post(body(), WebClient(peer))
        #expect(answer.status == "201 Created")
        #expect(answer.text == "thanks")
        try peer.verify()
    }

    @Test("After 301, 302 and 303 the page that is named is fetched", arguments: [301, 302, 303])
    func toPage(status: Int) throws {
        let peer = try ScriptedPeer { peer in
            try FormTests.take(peer, "POST /form")
            try peer.answer("\(status) Go", ["Location: /done?id=1"])
            let next = try peer.expectRequest("GET /done?id=1")
            #expect(next["Content-Type"] == nil)
            try peer.answer("200 OK", body: "done")
        }
        let answer = try post(body(), WebClient(peer))
        #expect(answer.text == "done")
        try peer.verify()
    }

    @Test("After 307 and 308 the form goes out again, to the same server", arguments: [307, 308])
    func again(status: Int) throws {
        let peer = try ScriptedPeer { peer in
            try FormTests.take(peer, "POST /form")
            try peer.answer("\(status) Go", ["Location: /other"])
            try FormTests.take(peer, "POST /other")
            try peer.answer("200 OK", body: "done")
        }
        #expect(try post(body(), WebClient(peer)).text == "done")
        try peer.verify()
    }

    @Test("A form is not sent on to another server, nor in circles")
    func elsewhere() throws {
        for location in ["http://127.0.0.1:1/form", "/form"] {
            let peer = try ScriptedPeer { peer in
                try FormTests.take(peer, "POST /form")
                try peer.answer("307 Go", ["Location: \(location)"])
                try peer.expectGone()
            }
            let client = WebClient(peer)
            let form = try body()
            let error = client.failure { () throws(FileSystemError) in
                _ = try post(form, client)
            }
            #expect(error?.detail.contains("redirects") == true)
            client.files.close()
            try peer.verify()
        }
    }

    @Test("A server that wants a login first gets the form with one")
    func login() throws {
        let peer = try ScriptedPeer { peer in
            let first = try peer.expectRequest("POST /form")
            #expect(first["Expect"] == "100-continue")
            try peer.answer("401 Who?", ["WWW-Authenticate: Basic realm=x"])
            peer.close()
            try peer.accept()
            try FormTests.take(peer, "POST /form")
            try peer.answer("200 OK", body: "in")
        }
        let client = WebClient(peer, user: "ann", password: "pw")
        #expect(try post(body(), client).text == "in")
        try peer.verify()
    }

    @Test("A refusal before the whole form is there is the answer")
    func early() throws {
        let peer = try ScriptedPeer { peer in
            let request = try peer.expectRequest("POST /form")
            #expect(request["Expect"] == "100-continue")
            try peer.answer("413 Too large", body: "no")
            try peer.expectGone()
        }
        let client = WebClient(peer)
        let answer = try post(body(String(repeating: "x", count: 3 << 20)), client)
        #expect(answer.status == "413 Too large")
        client.files.close()
        try peer.verify()
    }

    @Test("A file that shrinks meanwhile breaks the form off, and the server gets no whole one")
    func shrinking() throws {
        let path = folder.path("a.txt")
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("POST /form")
            #expect(truncate(path, 1 << 20) == 0)
            try peer.send("HTTP/1.1 100 Continue\r\n\r\n")
            try peer.expectEndOfBytes()
        }
        let client = WebClient(peer)
        let form = try body(String(repeating: "x", count: 4 << 20))
        let error = client.failure { () throws(FileSystemError) in _ = try post(form, client) }
        #expect(error?.kind == .changed)
        client.files.close()
        try peer.verify()
    }
}
