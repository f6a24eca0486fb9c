import FTP
import Files
import Testing

@Suite("What FTP's sites say of their own")
struct FTPOptionsTests {
    private func facts(_ change: (inout Site) -> Void) -> [SiteFact] {
        var site = Site(scheme: .ftp, host: "h")
        change(&site)
        return FTPOptions.settings.compactMap { $0.fact?(site.options) }
    }

    @Test("The screen tells of active mode and its ports, where it is used")
    func data() {
        #expect(facts { $0[FTPOptions.activePorts] = PortRange(first: 1, last: 2) }.isEmpty)
        #expect(
            facts { $0[FTPOptions.isActive] = true } == [SiteFact("Data", "active")])
        let both = facts {
            $0[FTPOptions.isActive] = true
            $0[FTPOptions.activePorts] = PortRange(first: 50_000, last: 50_100)
        }
        #expect(both == [SiteFact("Data", "active 50000-50100")])
    }

    @Test(
        "An address is one that could be",
        arguments: [
            ("203.0.113.7", true), ("2001:db8::1", true), ("a-b.example", true), ("", false),
            ("a b", false), ("ü", false), (String(repeating: "a", count: 254), false),
        ])
    func address(text: String, isOne: Bool) throws {
        let setting = try #require(FTPOptions.settings.first { $0.key == "active_address" })
        var options = SiteOptions()
        #expect(setting.take(.text(text), into: &options) == isOne)
        #expect(options[FTPOptions.activeAddress] == (isOne ? text : nil))
    }
}
