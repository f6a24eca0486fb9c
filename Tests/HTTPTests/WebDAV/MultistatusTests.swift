import Files
import Testing
import Web

@testable import HTTP

@Suite("Answers to PROPFIND are read as entries, whatever a server makes of the standard")
struct MultistatusTests {
    private func reader(_ xml: String, path: String = "/dav", isSingle: Bool = false) throws
        -> MultistatusReader
    {
        let reader = MultistatusReader(path: Path(path), isSingle: isSingle)
        try feed(Array(xml.utf8), to: reader)
        return reader
    }

    private func feed(_ bytes: [UInt8], to reader: MultistatusReader) throws {
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(XMLFailure) in
                try reader.feed(bytes)
                try reader.finish()
            }
        }
        try result.get()
    }

    private func entries(_ xml: String, path: String = "/dav") throws -> [String] {
        try reader(xml, path: path).builder.directory.entries.map(shown)
    }

    private let apache = """
        <?xml version="1.0" encoding="utf-8"?>
        <D:multistatus xmlns:D="DAV:" xmlns:ns0="DAV:">
        <D:response xmlns:lp1="DAV:" xmlns:lp2="http://apache.org/dav/props/">
        <D:href>/dav/</D:href><D:propstat><D:prop><lp1:resourcetype><D:collection/></lp1:resourcetype>
        <lp1:creationdate>2026-11-21T10:53:06Z</lp1:creationdate>
        <lp1:getlastmodified>Sat, 21 Nov 2026 10:53:06 GMT</lp1:getlastmodified>
        <lp1:getetag>"1000-64f"</lp1:getetag></D:prop><D:status>HTTP/1.1 200 OK</D:status>
        </D:propstat></D:response>
        <D:response xmlns:lp1="DAV:"><D:href>/dav/a%20b%25.txt</D:href><D:propstat><D:prop>
        <lp1:resourcetype/><lp1:getcontentlength>1234</lp1:getcontentlength>
        <lp1:getlastmodified>Thu, 04 Mar 2021 05:06:07 GMT</lp1:getlastmodified>
        </D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>
        <D:response xmlns:lp1="DAV:"><D:href>/dav/sub/</D:href><D:propstat><D:prop><lp1:resourcetype>
        <D:collection/></lp1:resourcetype><lp1:getcontentlength>4096</lp1:getcontentlength></D:prop>
        <D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>
        </D:multistatus>
        """

    @Test("Apache's, without the directory itself")
    func plain() throws {
        let reader = try reader(apache)
        #expect(
            reader.builder.directory.entries.map(shown) == [
                "a b%.txt 1234 2021-03-04T05:06:07", "sub/",
            ])
        #expect(reader.own?.isCollection == true)
        #expect(reader.own?.etag == "\"1000-64f\"")
        #expect(reader.own?.modified == Timestamp(seconds: 1_795_258_386))
        #expect(reader.builder.directory.droppedCount == 0)
    }

    @Test("However it is cut")
    func pieces() throws {
        let bytes = Array(apache.utf8)
        let whole = try reader(apache).builder.directory.entries
        for cut in stride(from: 0, through: bytes.count, by: 7) {
            let reader = MultistatusReader(path: Path("/dav"))
            for piece in [bytes[..<cut], bytes[cut...]] {
                let result = piece.withUnsafeBytes { piece in
                    Result { () throws(XMLFailure) in try reader.feed(piece) }
                }
                try result.get()
            }
            try reader.finish()
            #expect(reader.builder.directory.entries == whole)
        }
    }

    private func response(_ href: String, _ properties: String = "", status: String = "") -> String
    {
        "<response><href>\(href)</href><propstat><prop>\(properties)</prop>\(status)</propstat></response>"
    }

    private func multistatus(_ responses: String...) -> String {
        "<multistatus xmlns=\"DAV:\">\(responses.joined())</multistatus>"
    }

    @Test(
        "An href may be written in many ways",
        arguments: [
            "/dav/a", "/dav/%61", "http://other.example:81/dav/a", "https://x/dav/a", "a", "./a",
            "//host/dav/a", "\n/dav/a ", "/dav//a", "/%64av/a", "<![CDATA[/dav/a]]>",
        ])
    func hrefs(href: String) throws {
        #expect(try entries(multistatus(response("/dav/"), response(href))) == ["a"])
    }

    @Test("What a server left without its percent signs is part of the name")
    func bare() throws {
        let xml = multistatus(
            response("/dav/"), response("/dav/a b?c#d"), response("/dav/é%"), response("/dav/%E9"))
        #expect(try entries(xml) == ["a b?c#d", "é%", "é"])
    }

    @Test(
        "Names that are none, and what lies elsewhere, are dropped",
        arguments: [
            "/dav/a%2Fb", "/dav/%2e%2e", "/dav/..%2fa", "/dav/a/b", "/other/a", "/", "/dav/%00",
            "/dav/../a", "..", "",
        ])
    func dropped(href: String) throws {
        let reader = try reader(multistatus(response("/dav/"), response(href)))
        #expect(reader.builder.directory.isEmpty)
    }

    @Test(
        "What the server refuses to describe is missing, so that the listing is not whole",
        arguments: ["403 Forbidden", "423 Locked", "500 Oops", "404 Not Found", "410 Gone"])
    func refusedMember(status: String) throws {
        let xml = multistatus(
            response("/dav/"), response("/dav/a"),
            "<response><href>/dav/b</href><status>HTTP/1.1 \(status)</status></response>")
        let listing = try reader(xml).builder.directory
        #expect(listing.entries.map(\.name.text) == ["a"])
        #expect(listing.isWhole == ["404 Not Found", "410 Gone"].contains(status))
    }

    @Test("A directory is one by its type, whatever its name ends in")
    func types() throws {
        let xml = multistatus(
            response("/dav"), response("/dav/a", "<resourcetype><collection/></resourcetype>"),
            response("/dav/b/", "<resourcetype/>"), response("/dav/c/"), response("/dav/a/"))
        #expect(try entries(xml) == ["a/", "b", "c/"])
    }

    @Test("Properties count only where their status says that they are there")
    func propstats() throws {
        let xml = multistatus(
            "<response><href>/dav/a</href><propstat><prop><getcontentlength/><quota-used-bytes/></prop>"
                + "<status>HTTP/1.1 404 Not Found</status></propstat><propstat><prop>"
                + "<getetag>x</getetag></prop><status>HTTP/1.1 200 OK</status></propstat></response>",
            "<response><href>/dav/b</href><propstat><prop><getcontentlength>7</getcontentlength></prop>"
                + "<status>HTTP/1.1 403 Forbidden</status></propstat></response>",
            response("/dav/c", "<getcontentlength>99999999999999999999</getcontentlength>"),
            response("/dav/d", "<getcontentlength> 8 </getcontentlength>"),
            response(
                "/dav/e",
                "<getcontentlength>-8</getcontentlength><x:getcontentlength"
                    + " xmlns:x=\"urn:x\">9</x:getcontentlength>"))
        #expect(try entries(xml) == ["a", "b", "c", "d 8", "e"])
    }

    @Test("Failures and the server's words are kept")
    func failures() throws {
        let reader = try reader(
            multistatus(
                "<response><href>/dav/a</href><status>HTTP/1.1 423 Locked</status></response>",
                "<response><href>/dav/b</href><status>HTTP/1.1 200 OK</status></response>",
                "<responsedescription>Some are locked.</responsedescription>"))
        #expect(reader.failures == [.init(href: Array("/dav/a".utf8), status: 423)])
        #expect(reader.words == Array("Some are locked.".utf8))
        #expect(reader.responseCount == 2)
    }

    @Test("A proxy may show the directory under another path")
    func moved() throws {
        let xml = multistatus(
            response("/inner/files/", "<resourcetype><collection/></resourcetype>"),
            response("/inner/files/a"), response("/inner/files/sub/"))
        #expect(try entries(xml) == ["a", "sub/"])
        #expect(try entries(xml, path: "/") == ["a", "sub/"])
    }

    @Test("A single resource is what was asked for, whatever it is called")
    func single() throws {
        let xml = multistatus(
            response(
                "/elsewhere",
                "<getcontentlength>5</getcontentlength>"
                    + "<quota-available-bytes>10</quota-available-bytes>"
                    + "<quota-used-bytes>20</quota-used-bytes>"))
        let own = try #require(try reader(xml, path: "/dav/a", isSingle: true).own)
        #expect(own.size == 5 && own.available == 10 && own.used == 20 && own.isCollection == nil)
    }

    @Test(
        "What is no sound multistatus is refused",
        arguments: [
            "", "<", "no XML", "<html></html>", "<multistatus/>", "<multistatus xmlns=\"DAV:\">",
            "<!DOCTYPE a [<!ENTITY b \"c\">]><multistatus xmlns=\"DAV:\"/>",
            "<!DOCTYPE a SYSTEM \"http://127.0.0.1/\"><multistatus xmlns=\"DAV:\"/>",
            "<multistatus xmlns=\"DAV:\">&unknown;</multistatus>",
            String(repeating: "<a>", count: 100_000),
            "<multistatus xmlns=\"DAV:\"><a b=\"" + String(repeating: "x", count: 5_000_000)
                + "\"/></multistatus>",
        ])
    func refused(xml: String) {
        #expect(throws: XMLFailure.self) { try reader(xml) }
    }

    @Test("Limits cut a listing visibly, and a name of megabytes is dropped")
    func limits() throws {
        var limits = DirectoryBuilder.Limits()
        limits.entries = 2
        let reader = MultistatusReader(path: Path("/dav"), limits: limits)
        try feed(
            Array(multistatus(response("a"), response("b"), response("c"), response("d")).utf8),
            to: reader)
        #expect(reader.builder.directory.count == 2)
        #expect(reader.isFull)
        let long = String(repeating: "x", count: 3_000_000)
        #expect(try entries(multistatus(response(long), response("b"))) == ["b"])
    }
}
