import Files
import Testing

@testable import UI

@Suite("The order of the sites")
struct SiteRowsTests {
    private func site(_ url: String) throws -> Site { try SiteURL.parse(url).target.site }

    private func choice(
        _ name: String, _ url: String, _ origin: SiteChoice.Origin = .sites
    ) throws -> SiteChoice {
        SiteChoice(name: name, site: try site(url), path: nil, origin: origin)
    }

    @Test("The user's own come by folder, then ssh's hosts, rclone's remotes and visits")
    func order() throws {
        let rows = SiteRows(
            [
                try choice("work/web01", "ftp://a"), try choice("b", "ftp://b"),
                try choice("home/nas", "ftp://c"), try choice("work/db", "ftp://d"),
                try choice("a", "ftp://e"), try choice("gate", "sftp://gate", .ssh),
                try choice("ftp://x/", "ftp://x", .recent),
            ], remotes: [try choice("box", "rclone://box", .rclone)])
        #expect(
            rows.choices.map(\.name) == [
                "b", "a", "home/nas", "work/web01", "work/db", "gate", "box", "ftp://x/",
            ])
    }

    @Test("Of visits the newest on each host is shown, and none that has a name")
    func visits() throws {
        let rows = SiteRows(
            [
                try choice("web", "ftp://me@Web01"),
                try choice("1", "ftp://me@web01", .recent),
                try choice("2", "sftp://x", .recent),
                try choice("3", "ftp://X", .recent),
                try choice("4", "sftp://127.0.0.1:2201", .recent),
                try choice("5", "sftp://127.0.0.1:2202", .recent),
                try choice("6", "ftp://web01", .recent),
            ], remotes: [])
        #expect(rows.choices.map(\.name) == ["web", "2", "4", "5", "6"])
    }
}
