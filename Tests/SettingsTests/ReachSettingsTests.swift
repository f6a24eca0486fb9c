import FTP
import Files
import Settings
import Support
import Testing

@Suite("Active mode and proxies in the settings")
struct ReachSettingsTests {
    private func failure(_ line: String) -> String {
        do {
            _ = try SitesFile("[[site]]\nname = \"a\"\nurl = \"ftp://h\"\n\(line)", file: "sites")
            return "none"
        } catch {
            return "\(error)"
        }
    }

    @Test("A site says its ports, addresses and proxy, and they are written back")
    func site() throws {
        let file = try SitesFile(
            """
            [[site]]
            name = "a"
            url = "ftp://h"
            active = true
            active_ports = "50000-50100"
            active_address = "203.0.113.7"
            trust_passive_address = true
            proxy = "socks5h://me@gate.example"

            [[site]]
            name = "b"
            url = "ftp://h"
            active_ports = "50000"
            proxy = "none"

            [[site]]
            name = "c"
            url = "ftp://h"
            proxy = "http://[2001:db8::1]:3128/"
            """, file: "sites")
        let first = try #require(file.sites.first).site
        #expect(first[FTPOptions.isActive] && first[FTPOptions.trustsPassiveAddress] == true)
        #expect(first[FTPOptions.activePorts] == PortRange(first: 50_000, last: 50_100))
        #expect(first[FTPOptions.activeAddress] == "203.0.113.7")
        #expect(
            first.proxy == Proxy(kind: .socks5, host: "gate.example", port: 1_080, user: "me"))
        #expect(file.sites[1].site.isDirect == true && file.sites[1].site.proxy == nil)
        #expect(
            file.sites[1].site[FTPOptions.activePorts] == PortRange(first: 50_000, last: 50_000))
        #expect(file.sites[2].site.proxy == Proxy(kind: .http, host: "2001:db8::1", port: 3_128))
        let folder = try TemporaryFolder()
        for named in file.sites { try SitesFile.add(named, to: folder.path("sites.toml")) }
        #expect(try SitesFile.load(folder.path("sites.toml")) == file)
    }

    @Test("A site of FTP may want files sent straight between servers, and no other may")
    func straight() throws {
        let text = "[[site]]\nname = \"a\"\nurl = \"ftpes://h\"\nfxp = true"
        let file = try SitesFile(text, file: "sites")
        #expect(try #require(file.sites.first).site[QueueOptions.isStraight])
        #expect(failure("fxp = 1").contains("line 4: 'fxp'"))
        let other = text.replacing("ftpes", with: "sftp")
        #expect(throws: (any Error).self) { try SitesFile(other, file: "sites") }
    }

    @Test("Mistakes are one sentence with the line, and never repeat a password")
    func mistakes() {
        for ports in ["", "0-5", "9-5", "1-70000", "a", "1-2-3", "1-", "-1"] {
            #expect(
                failure("active_ports = \"\(ports)\"")
                    == "sites, line 4: 'active_ports' must be two ports from 1 to 65535, such as"
                    + " \"50000-50100\".", "\(ports)")
        }
        #expect(failure("active_address = \"a b\"").contains("line 4: 'active_address' must be"))
        #expect(
            failure("proxy = \"gopher://h:1\"").contains("line 4: The proxy type 'gopher'"))
        #expect(failure("proxy = \"http://h:1/x\"").contains("A proxy has no path"))
        #expect(failure("proxy = \"socks5://\"").contains("line 4: The proxy must be written as"))
        let secret = failure("proxy = \"socks5://me:hunter2@h\"")
        #expect(secret.contains("line 4: This file must not contain passwords"))
        #expect(!secret.contains("hunter2"))
    }

    @Test("A proxy for a site that is reached by a program of its own is refused, and none is not")
    func foreignProxies() throws {
        for (url, word) in [("sftp://h", "ProxyJump"), ("rclone://h", "HTTPS_PROXY")] {
            let text = "[[site]]\nname = \"a\"\nurl = \"\(url)\"\nproxy = "
            let error = #expect(throws: SettingsError.self) {
                try SitesFile(text + "\"socks5://gate\"", file: "sites")
            }
            #expect(
                error?.description.hasPrefix("sites, line 4: 'proxy' does not work for") == true)
            #expect(error?.description.contains(word) == true)
            #expect(try SitesFile(text + "\"none\"", file: "sites").sites.count == 1)
        }
    }

    @Test("The configuration fills in what a site does not say")
    func fill() throws {
        let config = try Config(
            "active = true\nactive_ports = \"1-2\"\nproxy = \"socks5://gate:99\"", file: "config")
        var site = Site(scheme: .ftp, host: "h")
        config.reach.fill(&site)
        #expect(
            site[FTPOptions.isActive]
                && site[FTPOptions.activePorts] == PortRange(first: 1, last: 2))
        #expect(site.proxy == Proxy(kind: .socks5, host: "gate", port: 99))
        var direct = Site(scheme: .ftp, host: "h")
        direct.isDirect = true
        direct[FTPOptions.activePorts] = PortRange(first: 7, last: 7)
        config.reach.fill(&direct)
        #expect(
            direct.proxy == nil && direct[FTPOptions.activePorts] == PortRange(first: 7, last: 7))
    }

    private func environment(_ variables: [String: String]) -> EnvironmentProxy {
        EnvironmentProxy { variables[$0] }
    }

    private func server(_ host: String, _ port: UInt16 = 21) -> Site {
        Site(scheme: .ftp, host: host, port: port)
    }

    @Test("The environment's proxy holds for every server but this machine and the exceptions")
    func environment() throws {
        let proxy = Proxy(kind: .socks5, host: "gate", port: 1_080, user: "me")
        let found = environment([
            "ALL_PROXY": "socks5h://me:hunter2@gate",
            "no_proxy": "intern.example, .lan,10.0.0.7:21",
        ])
        #expect(try found.proxy(for: server("example.org")) == proxy)
        #expect(found.password(for: proxy) == Secret("hunter2"))
        #expect(found.password(for: Proxy(kind: .socks5, host: "gate", port: 1_080)) == nil)
        for host in [
            "localhost", "127.0.0.1", "127.1", "::1", "intern.example", "a.LAN", "10.0.0.7",
        ] {
            #expect(try found.proxy(for: server(host)) == nil, "\(host)")
        }
        for host in ["127.example.org", "notintern.example", "10.0.0.70"] {
            #expect(try found.proxy(for: server(host)) == proxy, "\(host)")
        }
        #expect(try found.proxy(for: server("10.0.0.7", 2121)) == proxy)
        #expect(try found.proxy(for: .local) == nil)
    }

    @Test("FTP_PROXY comes before ALL_PROXY; a star means no proxy at all; empty is nothing")
    func precedence() throws {
        let both = environment(["all_proxy": "socks5://a", "FTP_PROXY": "gate:3128"])
        #expect(
            try both.proxy(for: server("x")) == Proxy(kind: .http, host: "gate", port: 3_128))
        let none = environment(["all_proxy": "socks5://a", "NO_PROXY": "*"])
        #expect(try none.proxy(for: server("x")) == nil)
        #expect(try environment(["all_proxy": ""]).proxy(for: server("x")) == nil)
    }

    @Test("Each protocol has a variable of its own; HTTP_PROXY in capitals is not to be trusted")
    func protocols() throws {
        let found = environment([
            "http_proxy": "http://a:1", "HTTPS_PROXY": "http://b:2", "ftp_proxy": "http://c:3",
            "ALL_PROXY": "http://d:4",
        ])
        for (scheme, port) in [
            (Site.Scheme.http, 1), (.dav, 1), (.https, 2), (.davs, 2), (.ftpes, 3), (.sftp, 4),
        ] {
            let site = Site(scheme: scheme, host: "example.org")
            #expect(try found.proxy(for: site)?.port == UInt16(port), "\(scheme)")
        }
        let site = Site(scheme: .http, host: "example.org")
        #expect(try environment(["HTTP_PROXY": "http://evil:1"]).proxy(for: site) == nil)
    }

    @Test("A variable that makes no sense is said once a server is to be reached")
    func nonsense() throws {
        let found = environment(["ALL_PROXY": "quic://me:hunter2@gate"])
        #expect(try found.proxy(for: .local) == nil)
        let error = #expect(throws: SettingsError.self) { try found.proxy(for: server("x")) }
        #expect(error?.description.contains("ALL_PROXY: The proxy type 'quic'") == true)
        #expect(error?.description.contains("hunter2") == false)
        let slashed = environment(["ALL_PROXY": "http://me:hunter2/x@gate:3128"])
        let refusal = #expect(throws: SettingsError.self) { try slashed.proxy(for: server("x")) }
        #expect(refusal?.description.contains("hunter2") == false)
        #expect(refusal?.description.contains("%2F") == true)
    }
}
