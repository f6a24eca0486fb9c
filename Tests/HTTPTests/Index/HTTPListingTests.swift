import Files
import HTTP
import Support
import Testing

@Suite("Listing over HTTP")
struct HTTPListingTests {
    private static let index =
        "<html><head><title>Index of /dir/</title></head><body><h1>Index of /dir/</h1><hr><pre>"
        + "<a href=\"../\">../</a>\r\n"
        + "<a href=\"sub/\">sub/</a>             18-Nov-2026 10:00       -\r\n"
        + "<a href=\"a%20b.txt\">a b.txt</a>     18-Nov-2026 10:00      12\r\n"
        + "</pre><hr></body></html>"

    @Test("An index page is a directory; where it is elsewhere, its links are seen from there")
    func index() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("GET /dir/")
            try peer.answer("302 Found", ["Location: /real/"])
            try peer.expectRequest("GET /real/")
            try peer.answer("200 OK", ["Content-Type: text/html"], body: Self.index)
        }
        let listing = try WebClient(peer).files.list(Path("/dir"))
        #expect(listing.entries.map(\.name.text) == ["sub", "a b.txt"])
        #expect(listing.entries.map(\.kind) == [.directory, .file])
        #expect(listing.entries.last?.size == 12)
        try peer.verify()
    }

    @Test("A page that is no index is no directory")
    func noIndex() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("GET /")
            try peer.answer("200 OK", body: "<html><h1>Welcome</h1></html>")
            try peer.expectRequest("GET /b/")
            try peer.answer("403 Forbidden", ["Content-Type: application/xml"], body: "<Error/>")
            for target in [
                "/?list-type=2&delimiter=/&prefix=b/", "/b/?list-type=2&delimiter=/&prefix=",
            ] {
                try peer.expectRequest("GET \(target)")
                try peer.answer("200 OK", body: "<html><h1>Welcome</h1></html>")
            }
        }
        let client = WebClient(peer)
        let first = client.failure { () throws(FileSystemError) in
            _ = try client.files.list(.root)
        }
        #expect(first?.kind == .unsupported)
        #expect(first?.detail.contains("is not a file index") == true)
        let second = client.failure { () throws(FileSystemError) in
            _ = try client.files.list(Path("/b"))
        }
        #expect(second?.kind == .denied)
        try peer.verify()
    }

    private static func bucket(_ body: String) -> String {
        "<?xml version=\"1.0\"?><ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
            + body + "</ListBucketResult>"
    }

    private static func file(_ key: String) -> String {
        "<Contents><Key>\(key)</Key><LastModified>2026-11-18T10:00:00.000Z</LastModified>"
            + "<Size>5</Size></Contents>"
    }

    @Test("A bucket is listed a directory at a time, page after page")
    func buckets() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("GET /")
            try peer.answer("200 OK", body: Self.bucket(Self.file("a/b/c") + Self.file("top")))
            try peer.expectRequest("GET /?list-type=2&delimiter=/&prefix=")
            try peer.answer(
                "200 OK",
                body: Self.bucket(
                    "<IsTruncated>true</IsTruncated><NextContinuationToken>x+/=</NextContinuationToken>"
                        + "<CommonPrefixes><Prefix>a/</Prefix></CommonPrefixes>"))
            try peer.expectRequest(
                "GET /?list-type=2&delimiter=/&prefix=&continuation-token=x%2B/%3D")
            try peer.answer("200 OK", body: Self.bucket(Self.file("top")))
            try peer.expectRequest("GET /?list-type=2&delimiter=/&prefix=a/%26b/")
            try peer.answer(
                "200 OK", body: Self.bucket("<Prefix>a/&amp;b/</Prefix>" + Self.file("a/&amp;b/c")))
        }
        let client = WebClient(peer)
        let root = try client.files.list(.root)
        #expect(root.entries.map(\.name.text) == ["a", "top"])
        #expect(root.entries.map(\.kind) == [.directory, .file])
        #expect(try client.files.list(Path("/a/&b")).entries.map(\.name.text) == ["c"])
        try peer.verify()
    }

    @Test("A bucket is found from a directory in it")
    func bucketAbove() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("GET /store/a/")
            try peer.answer("404 Not Found", ["Content-Type: application/xml"], body: "<Error/>")
            try peer.expectRequest("GET /?list-type=2&delimiter=/&prefix=store/a/")
            try peer.answer("403 Forbidden")
            try peer.expectRequest("GET /store/?list-type=2&delimiter=/&prefix=a/")
            try peer.answer("200 OK", body: Self.bucket(Self.file("a/x")))
        }
        let listing = try WebClient(peer).files.list(Path("/store/a"))
        #expect(listing.entries.map(\.name.text) == ["x"])
        try peer.verify()
    }
}
