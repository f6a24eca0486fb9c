import Files
import Testing
import Web

@Suite("Media types")
struct MediaTypeTests {
    private func name(_ text: String) throws -> Name { try #require(Name(text)) }

    @Test(
        "A name's extension says what is in the file, whatever its case",
        arguments: [
            ("a.html", "text/html"), ("A.JPG", "image/jpeg"), ("x.tar.gz", "application/gzip"),
            ("テスト.txt", "text/plain"), (".png", "application/octet-stream"),
            ("none", "application/octet-stream"), ("a.", "application/octet-stream"),
            ("a.unknown", "application/octet-stream"), ("a.js", "text/javascript"),
        ])
    func byName(file: String, type: String) throws {
        #expect(MediaType(fileNamed: try name(file)).text == type)
    }

    @Test(
        "A Content-Type is read without its parameters, except for the charset",
        arguments: [
            ("text/html; charset=\"UTF-8\"", "text/html", "utf-8"),
            (" Image/PNG ", "image/png", nil),
            ("text/plain;x=y; Charset=ISO-8859-1", "text/plain", "iso-8859-1"),
            ("application/json;charset=\u{1B}[2J", "application/json", nil),
        ] as [(String, String, String?)])
    func fields(field: String, type: String, charset: String?) throws {
        let read = try #require(MediaType(Array(field.utf8)))
        #expect(read.text == type)
        #expect(read.charset == charset)
    }

    @Test(
        "What is no type is none",
        arguments: ["", "text", "/", "text/", "a/b/c", "te xt/html", "text/\u{1B}[2J", "../../x"])
    func noType(field: String) {
        #expect(MediaType(Array(field.utf8)) == nil)
    }

    @Test(
        "A type gives an extension from the list, and none of its own",
        arguments: [
            ("text/html", "html"), ("image/jpeg", "jpg"), ("text/xml", "xml"),
            ("application/octet-stream", nil), ("image/sh", nil), ("application/pdf", "pdf"),
        ] as [(String, String?)])
    func extensions(type: String, expected: String?) throws {
        #expect(try #require(MediaType(Array(type.utf8))).fileExtension == expected)
    }

    @Test("Text is for people to read; pictures are not")
    func text() throws {
        for type in ["text/css", "application/json", "image/svg+xml", "application/problem+json"] {
            #expect(try #require(MediaType(Array(type.utf8))).isText, "\(type)")
        }
        for type in ["image/png", "application/zip", "application/octet-stream"] {
            #expect(try #require(MediaType(Array(type.utf8))).isText == false, "\(type)")
        }
    }

    @Test(
        "A browser is told a charset of text, and to show what is written in text",
        arguments: [
            ("a.html", "text/html; charset=utf-8"), ("a.css", "text/css; charset=utf-8"),
            ("a.yml", "text/plain; charset=utf-8"), ("a.rs", "text/plain; charset=utf-8"),
            ("a.json", "application/json"), ("a.png", "image/png"), ("a.opus", "audio/ogg"),
            ("a.xhtml", "application/xhtml+xml; charset=utf-8"),
            ("a.bin", "application/octet-stream"),
        ])
    func field(file: String, expected: String) throws {
        #expect(MediaType(fileNamed: try name(file)).field == expected)
    }

    @Test("What a browser would run or lay out is told from the rest")
    func active() throws {
        for file in ["a.html", "a.svg", "a.xml", "a.xhtml", "a.atom"] {
            #expect(MediaType(fileNamed: try name(file)).isActive, "\(file)")
        }
        for file in ["a.txt", "a.js", "a.pdf", "a.png", "a"] {
            #expect(!MediaType(fileNamed: try name(file)).isActive, "\(file)")
        }
    }
}
