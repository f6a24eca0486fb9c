import Files
import Testing

@Suite("A path with patterns")
struct PathGlobTests {
    private func fits(_ glob: PathGlob?, _ names: [String]) -> [String]? {
        guard let last = glob?.components.last else { return nil }
        return names.filter { last.fits(Array($0.utf8)) }
    }

    private static let names = ["a.gz", "b.gz", ".c.gz", "A.GZ", "ä.gz", "a*.gz", "[1]", "1"]

    @Test("It fits what a shell's fits") func shells() {
        func url(_ text: String) -> [String]? { fits(PathGlob(url: text), Self.names) }
        #expect(url("/logs/*.gz") == ["a.gz", "b.gz", "ä.gz", "a*.gz"])
        #expect(url("/?.gz") == ["a.gz", "b.gz", "ä.gz"])
        #expect(url("/.*") == [".c.gz"])
        #expect(url("/[!a].gz") == ["b.gz", "ä.gz"])
        #expect(url("/[a-b].gz") == ["a.gz", "b.gz"])
        #expect(url("/**") == url("/*"))
        #expect(url("/%C3%A4*") == ["ä.gz"])
        #expect(url("/[1]") == ["1"])
    }

    @Test("A byte that is no UTF-8 stands for itself") func bytes() throws {
        let names: [[UInt8]] = [[0xE4, 0xF6], [0xE4], [0xF6], Array("ä".utf8)]
        for (glob, fitting) in [
            ("/%E4*", [names[0], names[1]]), ("/?%F6", [names[0]]), ("/[%E4]?", [names[0]]),
        ] {
            let component = try #require(PathGlob(url: glob)?.components.last)
            #expect(names.filter { component.fits($0) } == fitting, "\(glob)")
        }
    }

    @Test("Percent-encoded and behind a backslash a character stands for itself") func literal() {
        #expect(PathGlob(url: "/a%2A.gz") == nil)
        #expect(PathGlob(url: "/%5B1]") == nil)
        #expect(PathGlob(url: "/plain/path") == nil)
        #expect(fits(PathGlob(url: "/?%2A.gz"), Self.names) == ["a*.gz"])
        #expect(PathGlob(reference: Array("logs/a\\*".utf8)) == nil)
        #expect(PathGlob.unescaped(reference: Array("a\\*\\b".utf8)) == Array("a*\\b".utf8))
        #expect(fits(PathGlob(reference: Array("?\\*.gz".utf8)), Self.names) == ["a*.gz"])
        // A backslash in a URL is one of the name's.
        #expect(fits(PathGlob(url: "/\\*"), ["\\a", "*", "a"]) == ["\\a"])
    }

    @Test("Between brackets, too, an encoded character stands for itself") func sets() {
        let names = ["!b", "ab", "]b", "-b", "mb", "\\b"]
        #expect(fits(PathGlob(url: "/[%21a]b"), names) == ["!b", "ab"])
        #expect(fits(PathGlob(url: "/[a%5D]b"), names) == ["ab", "]b"])
        #expect(fits(PathGlob(url: "/[a%2Dz]b"), names) == ["ab", "-b"])
        #expect(fits(PathGlob(url: "/[a-z]b"), names) == ["ab", "mb"])
        #expect(fits(PathGlob(url: "/[%5Ca]b"), names) == ["ab", "\\b"])
        #expect(PathGlob(url: "/%FC/*.gz")?.components.first == .name([0xFC]))
    }

    @Test("A question mark is a pattern on WebDAV, unless a query follows it") func dav() throws {
        let target = try SiteURL.parse("davs://h/log?.gz").target
        #expect(target.path == Path("/log?.gz"))
        #expect(target.glob != nil)
        #expect(target.site[SiteURL.query] == nil)
        let query = try SiteURL.parse("davs://h/log?key=1").target
        #expect(query.path == Path("/log"))
        #expect(query.site[SiteURL.query] == "key=1")
        #expect(try SiteURL.parse("https://h/log?x").target.path == Path("/log"))
    }

    @Test("Each component is one of its own") func components() throws {
        let glob = try #require(PathGlob(url: "/logs/2*/a.gz/"))
        #expect(
            glob.components.map(\.literal).map { String(decoding: $0, as: UTF8.self) }
                == ["logs", "2*", "a.gz"])
        #expect(glob.components.first == .name(Array("logs".utf8)))
        #expect(glob.components.last == .name(Array("a.gz".utf8)))
    }
}
