import Files
import Testing

/// Connections are shared between equal sites only, so whatever changes what a connection may do
/// has to make another site.
@Suite("Two sites are one only where all is the same")
struct SiteTests {
    private static let changes: [(String, @Sendable (inout Site) -> Void)] = [
        ("scheme", { $0.scheme = .ftps }), ("host", { $0.host = "other" }),
        ("port", { $0.port = 2_121 }), ("user", { $0.user = "you" }),
        ("no user", { $0.user = nil }),
        ("charset", { $0.charset = "KOI8-R" }),
        ("text", { $0[SiteOption<String?>("account")] = "bill" }),
        ("flag", { $0[SiteOption("active", standard: false)] = true }),
        ("number", { $0[SiteOption("block", standard: 512)] = 1_024 }),
        (
            "ports",
            {
                $0[SiteOption<PortRange?>("active_ports")] = PortRange(first: 5_000, last: 5_010)
            }
        ),
        ("no where yes holds", { $0[TLSOptions.isWanted] = false }),
        ("timeout", { $0.timeout = 5 }),
    ]

    @Test("Any other field is another site", arguments: changes.indices)
    func differ(index: Int) {
        let site = Site(scheme: .ftp, host: "here", port: 21, user: "me")
        var other = site
        SiteTests.changes[index].1(&other)
        #expect(other != site, "\(SiteTests.changes[index].0)")
        #expect(Set([site, other]).count == 2)
        #expect(Set([site, site]).count == 1)
    }
}
