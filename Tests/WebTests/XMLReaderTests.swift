import Testing
import Web

@Suite("XML of strangers")
struct XMLReaderTests {
    /// What was read, a line for each element and text.
    private final class Lines: XMLContent {
        var all: [String] = []
        weak var reader: XMLReader?
        var stopsAt: String?

        func begin(_ name: UnsafeRawBufferPointer) {
            let name = String(decoding: name, as: UTF8.self).replacing("\n", with: "|")
            all.append("<" + name)
            if name == stopsAt { reader?.stop("was enough") }
        }

        func end() { all.append(">") }

        func readText(_ text: UnsafeRawBufferPointer) {
            let text = String(decoding: text, as: UTF8.self)
            if let last = all.last, !last.hasPrefix("<"), last != ">" {
                all[all.count - 1] += text
            } else {
                all.append(text)
            }
        }
    }

    private func read(
        _ text: String, pieces: Int = .max, depth: Int = XMLReader.depthLimit,
        stopsAt: String? = nil
    ) throws -> [String] {
        let lines = Lines()
        lines.stopsAt = stopsAt
        let reader = try #require(XMLReader(lines, depthLimit: depth))
        lines.reader = reader
        let bytes = Array(text.utf8)
        try bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                try reader.feed(UnsafeRawBufferPointer(rebasing: rest.prefix(pieces)))
                rest = rest.dropFirst(pieces)
            }
        }
        try reader.finish()
        return lines.all
    }

    @Test("It is the same in pieces of any size", arguments: [1, 3, .max])
    func pieces(size: Int) throws {
        let text = "<?xml version=\"1.0\"?><a xmlns=\"DAV:\"><b>1 &lt; 2 é</b><c xmlns=\"\"/></a>"
        #expect(
            try read(text, pieces: size)
                == ["<DAV:|a", "<DAV:|b", "1 < 2 é", ">", "<c", ">", ">"])
    }

    /// The attribute `wanted` of each element.
    private final class Attributes: XMLContent {
        var all: [String?] = []

        func begin(_ name: UnsafeRawBufferPointer) {}

        func begin(_ name: UnsafeRawBufferPointer, attributes: XMLAttributes) {
            all.append(attributes["wanted"])
        }

        func end() {}
        func readText(_ text: UnsafeRawBufferPointer) {}
    }

    private func attributes(_ text: String, doctype: String? = nil) throws -> [String?] {
        let content = Attributes()
        let reader = try #require(XMLReader(content, doctype: doctype))
        try reader.feed(Array(text.utf8))
        try reader.finish()
        return content.all
    }

    @Test("Attributes are there for whoever wants them")
    func attributes() throws {
        let text = "<a other=\"x\" wanted=\"1 &lt; é\"><b/><c other=\"wanted\"/></a>"
        #expect(try attributes(text) == ["1 < é", nil, nil])
    }

    @Test("A doctype that is named and empty may stand there, and explains no entity")
    func doctype() throws {
        let line = "<!DOCTYPE a PUBLIC \"x\" \"file:///etc/passwd\">"
        #expect(try attributes(line + "<a wanted=\"1\"/>", doctype: "a") == ["1"])
        for (text, doctype) in [
            (line + "<a/>", nil), (line + "<a/>", "b"), (line + "<a>&b;</a>", "a"),
            ("<!DOCTYPE a [<!ENTITY b \"c\">]><a/>", "a"), ("<!DOCTYPE a []><a/>", "a"),
        ] as [(String, String?)] {
            #expect(throws: XMLFailure.self, "\(text)") { try attributes(text, doctype: doctype) }
        }
    }

    @Test("What is unsound, too deep or has a DTD is refused, in words")
    func refused() {
        for (text, words) in [
            ("<a><b></a>", "not valid XML"), ("<a>", "not valid XML"), ("", "not valid XML"),
            ("<!DOCTYPE a [<!ENTITY x \"y\">]><a>&x;</a>", "DTD"),
            (String(repeating: "<a>", count: 65), "too deep"),
        ] {
            let error = #expect(throws: XMLFailure.self) { try read(text) }
            #expect(error?.description.contains(words) == true, "\(text.prefix(20))")
        }
        #expect(throws: XMLFailure.self) { try read("<a><b><c/></b></a>", depth: 2) }
    }

    @Test("What it is read into can have enough")
    func stopped() {
        let error = #expect(throws: XMLFailure.self) {
            try read("<a><b/><c/></a>", stopsAt: "b")
        }
        #expect(error?.description == "was enough")
    }
}
