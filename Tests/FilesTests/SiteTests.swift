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
        ("account", { $0.account = "bill" }), ("charset", { $0.charset = "KOI8-R" }),
        ("active", { $0.isActive = true }),
        ("ports", { $0.activePorts = PortRange(first: 5_000, last: 5_010) }),
        ("address", { $0.activeAddress = "192.0.2.1" }),
        ("passive address", { $0.trustsPassiveAddress = true }), ("plain", { $0.isPlain = true }),
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
