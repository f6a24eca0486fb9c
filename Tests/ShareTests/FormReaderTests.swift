import Files
import Testing

@testable import Share

@Suite("Forms are read in pieces of any size") struct FormReaderTests {
    /// What a form's parts are: `field|file name|contents`.
    private func read(_ bytes: [UInt8], boundary: String = "AaB", piece: Int) throws -> (
        [String], isWhole: Bool
    ) {
        var reader = FormReader(boundary: Array(boundary.utf8))
        var parts: [String] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let next = Array(rest.prefix(piece))
            rest = rest.dropFirst(piece)
            try next.withUnsafeBytes { next in
                try reader.feed(next) { event in
                    switch event {
                    case .begin(let part):
                        let name = part.fileName.map { String(decoding: $0, as: UTF8.self) }
                        parts.append(
                            "\(String(decoding: part.field, as: UTF8.self))|\(name ?? "-")|")
                    case .bytes(let bytes):
                        parts[parts.count - 1] += String(decoding: bytes, as: UTF8.self)
                    case .end: parts[parts.count - 1] += "$"
                    }
                }
            }
        }
        return (parts, reader.isWhole)
    }

    private static let usual = """
        preamble\r\n--AaB \t\r\nContent-Disposition: form-data; name="a"\r\n\r\none\r\n--AaB\r\n\
        content-disposition:form-data;\r\n name=f; filename="x.txt"\r\nContent-Type: a/b\r\n\r\n\
        two\r\n--Aa\r\n\r\r\n-\n--AaB\r\nContent-Disposition: form-data; name=e; filename=\"\"\r\n\
        \r\n\r\n--AaB--epilogue\r\n--AaB\r\n
        """

    @Test("Every size of piece gives the same", arguments: Array(1...60) + [1_000])
    func pieces(piece: Int) throws {
        let (parts, isWhole) = try read(
            Array(FormReaderTests.usual.utf8), piece: piece)
        // `\n--AaB` alone is no delimiter: a line break is CR LF.
        #expect(
            parts == [
                "a|-|one$",
                "f|x.txt|two\r\n--Aa\r\n\r\r\n-\n--AaB\r\nContent-Disposition: form-data; name=e; "
                    + "filename=\"\"\r\n\r\n$",
            ])
        #expect(isWhole)
    }

    @Test("A part may be empty, and the form begin with its delimiter", arguments: [1, 7, 100])
    func empty(piece: Int) throws {
        let text =
            "--AaB\r\nContent-Disposition: form-data; name=e; filename=n\r\n\r\n\r\n--AaB--"
        let (parts, isWhole) = try read(Array(text.utf8), piece: piece)
        #expect(parts == ["e|n|$"])
        #expect(isWhole)
    }

    @Test(
        "What breaks off is not whole",
        arguments: [
            "", "--AaB", "--AaB\r\n", "--AaB\r\nContent-Disposition: form-data; name=e\r\n\r\nx",
            "--AaB\r\nContent-Disposition: form-data; name=e\r\n\r\nx\r\n--AaB\r\n",
        ])
    func cut(text: String) throws {
        #expect(try read(Array(text.utf8), piece: 5).isWhole == false)
    }

    @Test(
        "What is no form is refused",
        arguments: [
            "--AaBC\r\n\r\n", "--AaB\r\n\r\n\r\nx\r\n--AaB--",
            "--AaB\r\nContent-Type: a/b\r\n\r\nx\r\n--AaB--",
            "--AaB\r\nContent-Disposition: attachment; name=a\r\n\r\nx\r\n--AaB--",
            "--AaB\r\nX: " + String(repeating: "x", count: 17_000),
            "--AaB" + String(repeating: " ", count: 300) + "\r\n",
        ])
    func broken(text: String) {
        for piece in [1, 1_000_000] {
            #expect(throws: Refusal.self) { try read(Array(text.utf8), piece: piece) }
        }
    }

    @Test("There are not any number of parts") func many() {
        let part = "--AaB\r\nContent-Disposition: form-data; name=e\r\n\r\n\r\n"
        let text = String(repeating: part, count: FormReader.partLimit + 1)
        #expect(throws: Refusal.self) { try read(Array(text.utf8), piece: 65_536) }
    }

    @Test(
        "Boundaries are quoted or not",
        arguments: [
            ("multipart/form-data; boundary=abc", "abc"),
            ("Multipart/Form-Data;charset=utf-8; Boundary=\"a b:c\"", "a b:c"),
            ("multipart/form-data; boundary=", nil), ("multipart/form-data", nil),
            ("multipart/mixed; boundary=abc", nil), ("multipart/form-data; boundary=\"a@b\"", nil),
            ("multipart/form-data; boundary=" + String(repeating: "x", count: 71), nil),
        ])
    func boundaries(type: String, expected: String?) {
        #expect(FormBoundary.parse(type) == expected.map { Array($0.utf8) })
    }

    @Test(
        "Names of files come in many ways",
        arguments: [
            ("filename=\"a.txt\"", "a.txt"), ("filename=a.txt", "a.txt"),
            ("filename=\"C:\\dir\\new.txt\"", "new.txt"), ("filename=\"/etc/passwd\"", "passwd"),
            ("filename=\"a\\\"b.txt\"", "a\"b.txt"), ("filename=\"a%22b.txt\"", "a\"b.txt"),
            ("filename=\"100%.txt\"", "100%.txt"), ("filename=\"a;b=c.txt\"", "a;b=c.txt"),
            ("filename=x; filename*=UTF-8''gr%C3%B6%C3%9Fe", "größe"),
            ("filename*=iso-8859-1'de'gr%F6", "grö"), ("filename*=x'y'z; filename=b", "b"),
            ("filename=\"写真.jpg\"", "写真.jpg"), ("filename=\"dir/\"", ""), ("filename=\"..\"", ".."),
            ("filename=\"open", "open"),
        ])
    func names(parameter: String, expected: String) throws {
        let head = "Content-Disposition: form-data; name=\"f\"; \(parameter)\r\n"
        let part = try #require(FormPart(Array(head.utf8)))
        #expect(part.lastComponent.map { String(decoding: $0, as: UTF8.self) } == expected)
    }

    @Test(
        "Second names keep what is behind the dot, and fit",
        arguments: [
            ("name.txt", 1, "name (1).txt"), ("name", 12, "name (12)"), (".rc", 1, ".rc (1)"),
            ("a.tar.gz", 2, "a.tar (2).gz"),
            (String(repeating: "ä", count: 127), 1, String(repeating: "ä", count: 125) + " (1)"),
        ])
    func second(name: String, number: Int, expected: String) throws {
        let made = SecondName.make(of: try #require(Name(name)), number: number)
        #expect(String(decoding: made.bytes, as: UTF8.self) == expected)
        #expect(made.bytes.count <= 255)
    }
}
