import Files
import Testing

@testable import Settings

@Suite("Sites of other programs beside one's own")
struct SiteListMergeTests {
    private func site(_ name: String, _ host: String, bookmark: String? = nil) -> ImportedSite {
        let named = NamedSite(name: name, site: Site(scheme: .ftp, host: host))
        return ImportedSite(named: named, bookmark: bookmark, notes: [])
    }

    private func names(_ merge: inout SiteListMerge, _ sites: [ImportedSite]) -> [String] {
        sites.map { site in
            switch merge.take(site) {
            case .new(let named): named.name
            case .known(let name): "known as \(name)"
            }
        }
    }

    @Test("A second one of the same name has a number; the same place again is known")
    func numbers() {
        var merge = SiteListMerge([
            site("work/web01", "a").named, site("work/web01 (2)", "b").named,
        ])
        let sites = [
            site("work/web01", "A"), site("work/web01", "b"), site("work/web01", "c"),
            site("work/web01", "d"), site("work/web01", "c"), site("web01", "a"),
            site("other", "a"), site("work/web01 (2)", "e"), site("x (1)", "a"), site("(1)", "a"),
        ]
        #expect(
            names(&merge, sites) == [
                "known as work/web01", "known as work/web01 (2)", "work/web01 (3)",
                "work/web01 (4)", "known as work/web01 (3)", "web01", "other",
                "work/web01 (2) (2)", "x (1)", "(1)",
            ])
    }

    @Test("Bookmarks go below their site, whatever that is called in the end")
    func bookmarks() {
        var merge = SiteListMerge([site("web01", "a").named, site("nas (2)", "n").named])
        let sites = [
            site("web01", "b"), site("web01/logs", "b", bookmark: "logs"),
            site("web01/logs", "c", bookmark: "logs"), site("nas", "n"),
            site("nas/x", "n", bookmark: "x"),
        ]
        // Their paths would differ.
        #expect(
            names(&merge, sites) == [
                "web01 (2)", "web01 (2)/logs", "web01 (2)/logs (2)", "known as nas (2)",
                "nas (2)/x",
            ])
    }

    @Test("Folders too deep are left out, and every part is bounded")
    func depth() {
        let parts = (1...40).map(String.init)
        let name = SiteListName.make(parts)
        #expect(name == "1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/40")
        #expect(SiteListName.isSound("work/web01"))
        for text in ["", "/", "a/", "/a", "a//b", " a", "a\n", "a\u{7}", "\u{202E}a"] {
            #expect(!SiteListName.isSound(text), "\(text)")
        }
    }
}
