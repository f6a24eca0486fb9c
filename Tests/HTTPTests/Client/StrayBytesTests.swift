import Files
import Support
import Testing

@testable import HTTP

@Suite("Bytes beyond the end of an answer spoil no other answer")
struct StrayBytesTests {
    private static let files = ["/a": "one", "/b": "two", "/c": "three", "/d": "four", "/end": ""]

    /// Runs `body` against a server, and ends it.
    private func run(
        _ server: StrayServer, _ scheme: Site.Scheme, _ body: (WebClient) throws -> Void
    ) throws {
        let peer = try ScriptedPeer { peer in try server.serve(peer) }
        let client = WebClient(peer, scheme)
        try body(client)
        _ = try? client.read("/end")
        client.files.close()
        try peer.verify()
    }

    @Test(
        "What is looked up and read is right each time",
        arguments: StrayServer.Manner.allCases, [StrayServer.Place.head, .length])
    func reading(manner: StrayServer.Manner, place: StrayServer.Place) throws {
        for _ in 0..<5 {
            try run(StrayServer(place, manner, files: StrayBytesTests.files), .http) { client in
                for _ in 0..<5 {
                    for (path, text) in [("/a", "one"), ("/b", "two"), ("/c", "three")] {
                        let entry = try client.files.entry(at: Path(path))
                        #expect(entry?.size == UInt64(text.utf8.count))
                        #expect(try client.read(path) == text)
                    }
                    #expect(try client.files.entry(at: Path("/none")) == nil)
                }
            }
        }
    }

    @Test("What comes behind HEAD costs one request, and no HEAD's connection is used afterwards")
    func remembered() throws {
        let server = StrayServer(.head, .late, files: StrayBytesTests.files)
        try run(server, .http) { client in
            for _ in 0..<3 {
                _ = try client.files.entry(at: Path("/a"))
                #expect(try client.read("/b") == "two")
            }
            #expect(
                client.log.texts(.remark).count { $0.contains("sent data after its answer") } == 1)
        }
        #expect(server.requests.filter { $0 == "GET /b" }.count == 4)
    }

    @Test(
        "PROPFIND, GET and PUT are right each time, and nothing is carried out twice that must not",
        arguments: StrayServer.Manner.allCases, StrayServer.Place.allCases)
    func changing(manner: StrayServer.Manner, place: StrayServer.Place) throws {
        for _ in 0..<5 {
            let server = StrayServer(place, manner, files: StrayBytesTests.files)
            try run(server, .dav) { client in
                for path in ["/a", "/b", "/c"] {
                    let result = client.files.removeFiles([Path(path)], root: nil)[0]
                    if case .failure(let error) = result {
                        #expect(manner != .together && error.isTransient, "\(error)")
                        #expect(error.kind == .connection)
                    }
                    #expect(try client.files.entry(at: Path(path)) == nil)
                    #expect(try client.read("/d") == "four")
                    // Twice, and it does not matter: the same bytes under the same name.
                    var creation = Creation(size: 3)
                    creation.placement = .inPlace
                    try client.write("/new\(path.dropFirst())", "new", creation)
                    #expect(try client.read("/d") == "four")
                }
            }
            for path in ["/a", "/b", "/c"] {
                #expect(server.requests.filter { $0 == "DELETE \(path)" }.count == 1)
                #expect(server.stored["/new\(path.dropFirst())"] == "new")
            }
        }
    }

    @Test("What may be sent twice, and where it is not sent at all")
    func rules() {
        let kept = KeptConnections()
        #expect(kept.step(after: .head, before: "GET") == .look(milliseconds: 0))
        for method in ["PUT", "DELETE", "MOVE", "MKCOL", "POST", "COPY"] {
            #expect(kept.step(after: .head, before: method) == .renew)
        }
        var known = kept
        known.noteProven(.status)
        #expect(known.step(after: .status, before: "DELETE") == .look(milliseconds: 0))
        #expect(kept.step(after: .status, before: "DELETE") != .look(milliseconds: 0))
        known.noteSpoilt(.status)
        #expect(known.step(after: .status, before: "GET") == .renew)
        for method in ["GET", "HEAD", "OPTIONS", "PROPFIND", "PUT", "PROPPATCH"] {
            #expect(KeptConnections.mayRepeat(method, []))
        }
        for method in ["DELETE", "MOVE", "MKCOL", "POST", "COPY"] {
            #expect(!KeptConnections.mayRepeat(method, []))
        }
        #expect(!KeptConnections.mayRepeat("PUT", [RequestField("If-None-Match", "*")]))
        #expect(KeptConnections.mayRepeat("GET", [RequestField("If-Range", "x")]))
    }
}
