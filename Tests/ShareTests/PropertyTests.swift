import Files
import Glibc
import Jobs
import Support
import Synchronization
import Testing

@testable import Share

@Suite("Properties that visitors set") struct PropertyTests {
    /// Keeps them as a store does, or fails.
    private final class Shelf: PropertyKeeping {
        let kept = Mutex<[Path: [KeptProperty]]>([:])
        let fails = Mutex(false)

        func load() throws(PropertyFailure) -> [KeptProperty] {
            try check()
            return kept.withLock { $0.values.flatMap(\.self) }
        }

        func save(_ properties: [Path: [KeptProperty]]) throws(PropertyFailure) {
            try check()
            kept.withLock { $0.merge(properties) { $1 } }
        }

        private func check() throws(PropertyFailure) {
            if fails.withLock({ $0 }) { throw PropertyFailure("The disk is full.") }
        }
    }

    private let shelf = Shelf()

    private func bench(
        _ limits: DeadProperties.Limits = .init(),
        warn: @escaping @Sendable (String) -> Void = { _ in }
    ) throws -> FolderBench {
        let bench = try FolderBench(
            properties: DeadProperties(limits, keeper: shelf, warn: warn))
        try bench.disk.makeFolder("d")
        try bench.disk.makeFolder("d/e")
        try bench.disk.write("x", to: "d/f")
        try bench.disk.write("y", to: "g")
        return bench
    }

    private func patch(
        _ bench: FolderBench, _ path: String, set: String = "", remove: String = "",
        _ attributes: String = ""
    ) -> FolderBench.Answer {
        var text = "<propertyupdate xmlns='DAV:' xmlns:z='urn:z' \(attributes)>"
        if !set.isEmpty { text += "<set><prop>\(set)</prop></set>" }
        if !remove.isEmpty { text += "<remove><prop>\(remove)</prop></remove>" }
        return bench.ask(.proppatch, path, body: Array((text + "</propertyupdate>").utf8))
    }

    /// The values of a property by its name in `urn:z`; nil where it is not there.
    private func value(_ bench: FolderBench, _ path: String, _ name: String = "p") -> String? {
        let query = "<propfind xmlns='DAV:'><prop><\(name) xmlns='urn:z'/></prop></propfind>"
        let answer = bench.ask(
            .propfind, path, headers: [("Depth", "0")], body: Array(query.utf8))
        #expect(XMLEvents.read(answer.body) != nil)
        guard answer.text.contains("200 OK") else { return nil }
        let rest =
            answer.text.split(separator: "<X:\(name) xmlns:X=\"urn:z\"", maxSplits: 1).last ?? ""
        return rest.split(separator: "</X:\(name)>").first.map {
            String($0.drop { $0 != ">" }.dropFirst())
        }
    }

    @Test("They are told as they came, whatever is in them") func values() throws {
        let bench = try bench()
        let values = [
            "text &amp; &lt;b&gt;", "<X:a xmlns:X=\"urn:q\">1</X:a>two<b>3</b>",
            "<D:href>/x</D:href>",
            "<X:a xmlns:X=\"urn:q\" xmlns:A0=\"urn:r\" A0:k=\"v&quot;\" l=\"m\"></X:a>",
            "<X:a xmlns:X=\"urn:q\" xmlns:A0=\"urn:r\" A0:k=\"1\" xmlns:A1=\"urn:r\" A1:l=\"2\"></X:a>",
            "<xml:a>reserved</xml:a>", "\u{10000}\u{E9}", "",
        ]
        for value in values {
            // As a document of another kind would have it.
            let answer = patch(
                bench, "/g",
                set: "<z:p>\(value.replacing("D:href", with: "href"))</z:p>".replacing(
                    "<b>", with: "<b xmlns=''>"))
            #expect(answer.status == 207)
            #expect(answer.text.contains("200 OK"))
            #expect(self.value(bench, "/g") ?? "" == value)
        }
        let all = bench.ask(.propfind, "/g", headers: [("Depth", "0")]).text
        #expect(all.contains("<X:p xmlns:X=\"urn:z\">"))
        #expect(all.contains("<D:getetag>"))
        let names = bench.ask(
            .propfind, "/g", headers: [("Depth", "0")],
            body: Array("<propfind xmlns='DAV:'><propname/></propfind>".utf8))
        #expect(names.text.contains("<X:p xmlns:X=\"urn:z\"/>"))
        // In no namespace, and with a language.
        #expect(patch(bench, "/d", set: "<q xmlns='' xml:lang='de'>Wert</q>").text.contains("200"))
        let told = bench.ask(.propfind, "/d", headers: [("Depth", "0")]).text
        #expect(told.contains("<q xml:lang=\"de\">Wert</q>"))
        #expect(patch(bench, "/d", set: "<z:r>x</z:r>", "xml:lang='fr'").text.contains("200"))
        #expect(
            bench.ask(.propfind, "/d", headers: [("Depth", "0")]).text
                .contains("<X:r xmlns:X=\"urn:z\" xml:lang=\"fr\">x</X:r>"))
    }

    @Test("They are set and removed in their order, all or none") func order() throws {
        let bench = try bench()
        #expect(patch(bench, "/g", set: "<z:p>1</z:p><z:p>2</z:p>").text.contains("200 OK"))
        #expect(value(bench, "/g") == "2")
        let refused = patch(bench, "/g", set: "<z:p>3</z:p><getetag>x</getetag>")
        #expect(refused.text.contains("424 Failed Dependency"))
        #expect(refused.text.contains("403 Forbidden"))
        #expect(value(bench, "/g") == "2")
        #expect(patch(bench, "/g", remove: "<z:p/><z:none/>").text.contains("200 OK"))
        #expect(value(bench, "/g") == nil)
        #expect(patch(bench, "/none", set: "<z:p>1</z:p>").status == 404)
    }

    @Test("They go where the file goes, and with it") func following() throws {
        let bench = try bench()
        for path in ["/d", "/d/f", "/g"] {
            #expect(patch(bench, path, set: "<z:p>\(path)</z:p>").status == 207)
        }
        func move(_ method: Method, _ path: String, _ target: String, _ depth: String? = nil) {
            let headers = [("Destination", target)] + (depth.map { [("Depth", $0)] } ?? [])
            #expect(bench.ask(method, path, headers: headers).status < 300)
        }
        move(.copy, "/d", "/c")
        #expect(value(bench, "/c") == "/d")
        #expect(value(bench, "/c/f") == "/d/f")
        #expect(value(bench, "/d/f") == "/d/f")
        move(.copy, "/d", "/flat", "0")
        #expect(value(bench, "/flat") == "/d")
        move(.move, "/g", "/c/f")
        #expect(value(bench, "/c/f") == "/g")
        move(.move, "/c", "/d")
        #expect(value(bench, "/d/f") == "/g")
        #expect(bench.ask(.put, "/d/f", body: Array("new".utf8)).status == 204)
        #expect(value(bench, "/d/f") == "/g")
        #expect(bench.ask(.delete, "/d").status == 204)
        #expect(bench.ask(.mkcol, "/d").status == 201)
        #expect(bench.ask(.put, "/d/f").status == 201)
        #expect(value(bench, "/d") == nil)
        #expect(value(bench, "/d/f") == nil)
        // What was removed on this machine has left nothing to what comes after it.
        #expect(patch(bench, "/d/f", set: "<z:p>1</z:p>").status == 207)
        #expect(unlink(bench.disk.path("d/f")) == 0)
        #expect(bench.ask(.put, "/d/f").status == 201)
        #expect(value(bench, "/d/f") == nil)
    }

    @Test("They outlive the share, and lie nowhere beside the files") func kept() throws {
        let bench = try bench()
        #expect(patch(bench, "/d/f", set: "<z:p xml:lang='en'>1</z:p>").status == 207)
        #expect(bench.names("d") == ["e", "f"])
        let next = DeadProperties(keeper: shelf)
        let name = PropertyName("p", in: "urn:z")
        #expect(
            next.properties(of: Path("/d/f"))
                == [name: DeadProperties.Value(markup: Array("1".utf8), language: "en")])
        #expect(patch(bench, "/d/f", remove: "<z:p/>").status == 207)
        #expect(DeadProperties(keeper: shelf).properties(of: Path("/d/f")).isEmpty)
    }

    @Test("What cannot be kept is refused, or told") func failures() throws {
        let told = Mutex<[String]>([])
        let bench = try bench { sentence in told.withLock { $0.append(sentence) } }
        #expect(patch(bench, "/g", set: "<z:p>1</z:p>").status == 207)
        shelf.fails.withLock { $0 = true }
        let answer = patch(bench, "/g", set: "<z:p>2</z:p>")
        #expect(answer.status == 507)
        #expect(answer.text == "The disk is full.")
        #expect(value(bench, "/g") == "1")
        #expect(bench.ask(.move, "/g", headers: [("Destination", "/h")]).status == 201)
        #expect(told.withLock { $0 } == ["The disk is full."])
        #expect(value(bench, "/h") == "1")
        let unread = Mutex<[String]>([])
        _ = DeadProperties(keeper: shelf) { sentence in unread.withLock { $0.append(sentence) } }
        #expect(unread.withLock { $0 } == ["The disk is full."])
    }

    @Test("They are bounded in size and number") func bounds() throws {
        // A name takes six bytes with its namespace.
        let bench = try bench(.init(all: 6, each: 4, value: 20, total: 80))
        func set(_ path: String, _ name: String, _ count: Int) -> UInt16 {
            patch(
                bench, path,
                set: "<z:\(name)>\(String(repeating: "v", count: count))</z:\(name)>"
            ).status
        }
        #expect(set("/g", "a", 21) == 507)
        #expect(set("/g", "a", 20) == 207)
        for name in ["b", "c", "d"] { #expect(set("/g", name, 1) == 207) }
        #expect(set("/g", "e", 1) == 507)
        #expect(set("/d", "a", 20) == 207)
        #expect(set("/d", "b", 20) == 507)
        // Less may always take the place of more.
        #expect(set("/g", "a", 1) == 207)
        #expect(set("/d", "b", 1) == 207)
        #expect(set("/d/f", "a", 1) == 507)
        let long = String(repeating: "x", count: 70_000)
        #expect(patch(bench, "/g", set: "<z:a>\(long)</z:a>").status == 400)
    }

    @Test("Where a copy would have too many of them, it has none: not those of what it replaces")
    func copiesBounds() throws {
        let bench = try bench(.init(all: 3, each: 3))
        for path in ["/d", "/d/f", "/g"] {
            #expect(patch(bench, path, set: "<z:p>\(path)</z:p>").status == 207)
        }
        #expect(bench.ask(.copy, "/d/f", headers: [("Destination", "/g")]).status == 204)
        #expect(value(bench, "/g") == "/d/f")
        #expect(bench.ask(.copy, "/d", headers: [("Destination", "/g")]).status == 204)
        #expect(value(bench, "/g") == nil)
        #expect(value(bench, "/g/f") == nil)
        #expect(value(bench, "/d/f") == "/d/f")
    }

    @Test("The time that Windows sets is the file's") func windows() throws {
        let bench = try bench()
        let answer = patch(
            bench, "/g",
            set: """
                <w:Win32CreationTime xmlns:w='urn:schemas-microsoft-com:'>Sun, 06 Nov 1994 \
                08:49:37 GMT</w:Win32CreationTime>\
                <w:Win32LastModifiedTime xmlns:w='urn:schemas-microsoft-com:'>Sun, 06 Nov 1994 \
                08:49:37 GMT</w:Win32LastModifiedTime>\
                <w:Win32FileAttributes xmlns:w='urn:schemas-microsoft-com:'>00000020\
                </w:Win32FileAttributes>
                """)
        #expect(answer.status == 207)
        #expect(!answer.text.contains("403"))
        #expect(try bench.folder.status(of: Path("/g")).modified == 784_111_777)
        let query = """
            <propfind xmlns='DAV:'><prop xmlns:w='urn:schemas-microsoft-com:'>\
            <w:Win32LastModifiedTime/><w:Win32FileAttributes/></prop></propfind>
            """
        let text = bench.ask(
            .propfind, "/g", headers: [("Depth", "0")], body: Array(query.utf8)
        ).text
        #expect(text.contains(">Sun, 06 Nov 1994 08:49:37 GMT</X:Win32LastModifiedTime>"))
        #expect(text.contains(">00000020</X:Win32FileAttributes>"))
    }
}
