import Files
import Testing

@testable import HTTP

@Suite("Only links to what lies right in the directory become names")
struct IndexLinkTests {
    private func links(_ hrefs: [String], at url: String = "http://files.example/pub/x%20y/")
        -> [String]
    {
        let page = hrefs.map { "<li><a href=\"\($0)\">n</a>\n" }.joined()
        return listed("<title>Index of</title>" + page, at: url) ?? ["no index"]
    }

    @Test("In every way that a server writes them")
    func accepted() {
        let hrefs = [
            "a", "./b", "/pub/x%20y/c", "/pub/x y/d", "//files.example/pub/x%20y/e",
            "http://FILES.example:80/pub/x%20y/f", "http://user@files.example/pub/x%20y/g", " h ",
            "/pub/./z/../x%20y/i", "j/", "./k/", "../x%20y/l", "m#part", "/%70ub/x+y/../x%20y//n",
            "%41%", "%zz", "o+p", "q&amp;r", "s&#x26;t&#38;", "u&v", "w\nx", "y\\",
            "https://files.example/pub/x%20y/z",
        ]
        #expect(
            links(hrefs) == [
                "a", "b", "c", "d", "e", "f", "g", "h", "i", "j/", "k/", "l", "m", "n", "A%", "%zz",
                "o+p", "q&r", "s&t&", "u&v", "wx", "y/", "z",
            ])
    }

    @Test(
        "Nothing else",
        arguments: [
            "", "#", "#a", "?C=N;O=D", "a?b", "..", "../", "../../x", ".", "./", "/", "/pub/",
            "/pub/x%20y/", "/pub/x%20y", "/pub/x", "a/b", "a//b", "/pub/x%20y/a/b",
            "http://other.example/pub/x%20y/a",
            "http://files.example:81/pub/x%20y/a", "//other.example/pub/x%20y/a",
            "javascript:alert(1)", "mailto:a@b.example", "JavaScript:a", "data:a,b", "ftp:a", "a:b",
            "%2e%2e", "%2E%2e/", "%2e", "..%2f", "a%2Fb", "%2f", "a%00b", "%00", "..\\..\\a",
            "a\\b", "\\\\other.example\\a", "file:///etc/passwd", "http:a", "http:/a",
            "&#46;&#46;/", "a&#x2f;b", "..&sol;a/b",
        ])
    func refused(href: String) {
        #expect(links([href]) == [])
    }

    @Test("A name is kept once")
    func once() {
        #expect(links(["a", "b", "./a", "%61", "a/", "b#x"]) == ["a", "b"])
    }

    @Test("The base that the page names is what links are seen from")
    func base() {
        let links = "<a href=a>a</a><a href=pub/b>b</a><a href=/pub/c>c</a>"
        func at(_ base: String) -> [String]? {
            listed("<title>Index of</title><base href=\"\(base)\">" + links)
        }
        #expect(at("/") == ["b", "c"])
        #expect(at("http://files.example/pub/") == ["a", "c"])
        #expect(at("http://other.example/pub/") == ["c"])
        #expect(at("../pub/page.html") == ["a", "c"])
        #expect(
            listed("<title>Index of</title>\(links)<base href=\"/x/\"><a href=d>") == ["a", "c"])
    }

    @Test("A URL without a slash at its end is a file in its directory")
    func fileURL() {
        #expect(links(["a", "/pub/b"], at: "http://files.example/pub") == ["a"])
        #expect(
            links(["a", "/pub/b"], at: "https://files.example/pub/index.html?a/b") == ["a", "b"])
        #expect(links(["a"], at: "http://files.example") == ["a"])
        #expect(links(["a"], at: "http://[::1]:8080/") == ["a"])
    }

    @Test("Names that are not UTF-8 keep their bytes")
    func bytes() {
        let page =
            Array("<title>Index of</title><a href=\"%E9t%e9\">x</a><a href=\"".utf8)
            + [0xE9, 0x22, 0x3E]
        let directory = page.withUnsafeBytes {
            IndexPage.parse($0, url: "http://files.example/")
        }
        #expect(directory?.entries.map(\.name.bytes) == [[0xE9, 0x74, 0xE9], [0xE9]])
    }
}
