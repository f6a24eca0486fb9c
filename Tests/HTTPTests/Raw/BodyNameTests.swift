import Files
import HTTP
import Testing

@Suite("Names for bodies")
struct BodyNameTests {
    private func name(
        _ target: String, type: String? = nil, disposition: String? = nil
    ) -> String? {
        var lines = [Array("HTTP/1.1 200 OK".utf8)]
        if let type { lines.append(Array("Content-Type: \(type)".utf8)) }
        if let disposition { lines.append(Array("Content-Disposition: \(disposition)".utf8)) }
        return BodyName.make(for: RawReplyHead(lines: lines), target: Array(target.utf8))
            .map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test(
        "The URL's last component, with an extension that fits the type",
        arguments: [
            ("/a/b.png", "image/png", "b.png"), ("/a/b", "image/png", "b.png"),
            ("/b.php?x=/y", "text/html; charset=utf-8", "b.php.html"),
            ("/", "text/html", "index.html"),
            ("/", "application/json", "body.json"), ("/photo.jpeg", "image/jpeg", "photo.jpeg"),
            ("/x.csv", "text/plain", "x.csv"), ("/README", "text/plain", "README.txt"),
            ("/x.bin", "application/octet-stream", "x.bin"),
            ("/x.tar.gz", "application/x-gzip", "x.tar.gz"),
            ("http://h/dir/%C3%BC.js", "application/javascript", "ü.js"),
            ("*", "text/css", "body.css"),
            ("/evil.sh", "image/png", "evil.sh.png"), ("/x", "application/x-shellscript", "x"),
        ])
    func fromTarget(target: String, type: String, expected: String) {
        #expect(name(target, type: type) == expected)
    }

    @Test(
        "Content-Disposition comes first",
        arguments: [
            ("attachment; filename=\"a b.txt\"", "a b.txt"),
            ("inline; filename=plain.txt; size=3", "plain.txt"),
            ("attachment; filename=\"x\\\"y.txt\"", "x\"y.txt"),
            ("attachment; filename=\"e.txt\"; filename*=UTF-8''%e2%82%ac.txt", "€.txt"),
            ("attachment; FileName*=iso-8859-1'en'%A3.txt", "£.txt"),
            ("attachment; filename*=UTF-8''%ff.txt; filename=ok.txt", "ok.txt"),
        ])
    func fromDisposition(field: String, expected: String) {
        #expect(name("/url.txt", type: "text/plain", disposition: field) == expected)
    }

    @Test(
        "A name that is no single plain component is not taken",
        arguments: [
            "../../etc/passwd", "/etc/passwd", "a/b", "..", ".", "", ".bashrc", "..\\x", "a\\b",
            "-rf",
            "  ", "a\u{0}b",
        ])
    func hostile(given: String) {
        #expect(
            name("/url.txt", type: "text/plain", disposition: "attachment; filename=\"\(given)\"")
                == "url.txt")
        #expect(name("/dir/%2e%2e", type: "text/html") == "index.html")
        #expect(name("/dir/a%2Fb", type: "text/html") == "index.html")
    }

    @Test("What a terminal must not see becomes an underscore, and long names are cut")
    func unsafeNames() throws {
        #expect(name("/a%1B[2Jb.txt", type: "text/plain") == "a_[2Jb.txt")
        #expect(name("/x%E2%80%AEgpj.exe") == "x_gpj.exe")
        let long = try #require(name("/" + String(repeating: "ü", count: 400) + ".txt"))
        #expect(long.utf8.count <= 200 && long.hasSuffix("ü.txt"))
    }
}
