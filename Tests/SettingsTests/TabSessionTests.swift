import Files
import Settings
import Support
import Testing

@Suite("The tabs of the last time")
struct TabSessionTests {
    private func tab(_ url: String, marks: [String] = []) throws -> TabSession.Tab {
        let target = try SiteURL.parse(url).target
        var tab = TabSession.Tab(site: target.site, path: target.path, sort: "time")
        tab.marks = marks.compactMap { Name($0) }
        return tab
    }

    @Test("What is written is read again, with names of any bytes")
    func roundTrip() throws {
        let directory = try TemporaryFolder()
        var session = TabSession()
        var first = try tab("file:///home/me/a%20b", marks: ["x", "new\nline", "%41"])
        first.isReversed = true
        first.cursor = Name([0xFF, 0x20, 0x0A])
        session.left.tabs = [first, try tab("file:///")]
        session.left.shown = 1
        var second = try tab("ftp://me@web01:2121/w%20w/%FF")
        second.showsHidden = true
        var third = try tab("sftp://me@web01/inside/%FF")
        third.site.archive = Path([0x2F, 0x61, 0x20, 0xFF, 0x2E, 0x7A, 0x69, 0x70])
        var fourth = try tab("file:///inside")
        fourth.site.archive = Path("/home/me/a.tar.gz")
        session.right.tabs = [second, third, fourth]
        session.isRightFocused = true
        let file = directory.path("state/ferry/tabs")
        try session.save(to: file)
        #expect(TabSession.load(file) == session)
    }

    @Test("A password of a URL is not written down")
    func noPassword() throws {
        let directory = try TemporaryFolder()
        var session = TabSession()
        session.left.tabs = [try tab("ftp://me:secret@web01/")]
        let file = directory.path("tabs")
        try session.save(to: file)
        let text = String(decoding: try #require(directory.read("tabs")), as: UTF8.self)
        #expect(text.contains("web01"))
        #expect(!text.contains("secret"))
    }

    @Test(
        "A file that means nothing has no tabs",
        arguments: [
            "", "\0\0", "tab", "shown ::::\nsort", "mark zz\ncursor 0\nsort time", "side\nside x\n",
            "sort name reverse\nmark 41\n",
        ])
    func nonsense(text: String) throws {
        let directory = try TemporaryFolder()
        try directory.write(text, to: "tabs")
        let file = directory.path("tabs")
        #expect(TabSession.load(file).isEmpty)
    }

    @Test("What is said of a tab that cannot be understood is not said of the one before it")
    func unreadable() throws {
        let directory = try TemporaryFolder()
        try directory.write(
            "side left\ntab file:///a\ntab nonsense:\nmark 41\ncursor 41\ntab file:///b\nmark 42\n",
            to: "tabs")
        let session = TabSession.load(directory.path("tabs"))
        #expect(session.left.tabs.map(\.marks.count) == [0, 1])
        #expect(session.left.tabs[0].cursor == nil)
    }

    @Test(
        "Tabs of one side alone are worth being shown again; one directory of this machine is not")
    func worth() throws {
        var session = TabSession()
        #expect(session.isEmpty)
        session.left.tabs = [try tab("file:///a")]
        #expect(session.isEmpty)
        session.left.tabs.append(try tab("file:///b"))
        #expect(!session.isEmpty)
        session.left.tabs = [try tab("ftp://web01/")]
        #expect(!session.isEmpty)
    }

    @Test("Neither more tabs nor more marks are read than are kept")
    func bounds() throws {
        let directory = try TemporaryFolder()
        let tab = "tab file:///x\n" + String(repeating: "mark 41\n", count: 600)
        try directory.write("side left\n" + String(repeating: tab, count: 12), to: "tabs")
        let file = directory.path("tabs")
        let session = TabSession.load(file)
        #expect(session.left.tabs.count == TabSession.tabLimit)
        #expect(session.left.tabs[0].marks.count == TabSession.markLimit)
    }

    @Test("Tabs that are not to be kept go, and the one that was seen stays the one that is seen")
    func keeping() throws {
        var session = TabSession()
        session.left.tabs = [
            try tab("ftp://127.0.0.1:1/a"), try tab("file:///b"), try tab("file:///c"),
        ]
        session.left.shown = 2
        let kept = session.keeping { $0.site.isLocal }
        #expect(kept.left.tabs.map(\.path) == [Path("/b"), Path("/c")])
        #expect(kept.left.shown == 1)
        #expect(session.keeping { _ in false }.left.shown == 0)
    }
}
