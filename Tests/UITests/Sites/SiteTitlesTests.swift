import Files
import Testing

@testable import UI

@Suite("What has a name is shown by it")
struct SiteTitlesTests {
    @Test("The pane's title, the title bar and the queue's targets have the site's name")
    func named() {
        var stage = Stage.shown()
        stage.change(job(1, "a.txt"))
        #expect(stage.screen.contains(" ftp://deploy@web01/www "))
        #expect(stage.screen.contains(" web01:/www "))
        stage.send(
            .sites([
                SiteChoice(
                    name: "recent", site: Stage.web, path: nil, origin: .recent),
                SiteChoice(
                    name: "work/my\u{1b}web",
                    site: Site(scheme: .ftp, host: "WEB01", user: "deploy"), path: nil,
                    origin: .sites),
                SiteChoice(
                    name: "other", site: Site(scheme: .ftp, host: "web01"), path: nil,
                    origin: .sites),
            ]))
        #expect(stage.lines[0].contains(" work/my\\x1bweb "), "\(stage.lines[0])")
        #expect(stage.lines[1].contains(" work/my\\x1bweb:/www "), "\(stage.lines[1])")
        #expect(stage.lines.dropFirst(2).contains { $0.contains("work/my\\x1bweb:/www") })
        #expect(!stage.screen.contains("deploy@web01"))
    }
}
