import Files
import Foundation
import Testing

@Suite("What sites say under their protocol's keys")
struct SiteOptionTests {
    private enum Word: String, CaseIterable, SiteOptionWord { case basic, digest }

    private let flag = SiteOption("flag", standard: false)
    private let unless = SiteOption("unless", standard: true)
    private let maybe = SiteOption<Bool?>("maybe")
    private let word = SiteOption<Word?>("word")
    private let ports = SiteOption<PortRange?>("ports")
    private let count = SiteOption("count", standard: 3)

    @Test("What a site does not say is as the protocol has it")
    func standards() {
        let site = Site(scheme: .ftp, host: "h")
        #expect(!site[flag] && site[unless] && site[maybe] == nil && site[word] == nil)
        #expect(site[ports] == nil && site[count] == 3)
    }

    @Test("What is said comes back, and what holds anyhow is as good as not said")
    func said() {
        let bare = Site(scheme: .ftp, host: "h")
        var site = bare
        site[flag] = true
        site[unless] = false
        site[maybe] = false
        site[word] = .digest
        site[ports] = PortRange(first: 5, last: 9)
        site[count] = 7
        #expect(site[flag] && !site[unless] && site[maybe] == false && site[word] == .digest)
        #expect(site[ports] == PortRange(first: 5, last: 9) && site[count] == 7)
        #expect(site != bare)
        site[flag] = false
        site[unless] = true
        site[maybe] = nil
        site[word] = nil
        site[ports] = nil
        site[count] = 3
        #expect(site == bare)
    }

    @Test("A value of another kind than the key's is none")
    func strangers() {
        var site = Site(scheme: .ftp, host: "h")
        site.options["flag"] = .text("true")
        site.options["word"] = .text("kerberos")
        site.options["ports"] = .text("9-5")
        site.options["count"] = .flag(true)
        #expect(!site[flag] && site[word] == nil && site[ports] == nil && site[count] == 3)
    }

    @Test("Others' options fill the gaps, or come over what stands there")
    func merging() {
        var own = SiteOptions()
        own[count] = 1
        var others = SiteOptions()
        others[count] = 2
        others[flag] = true
        var filled = own
        filled.fill(from: others)
        #expect(filled[count] == 1 && filled[flag])
        own.lay(others)
        #expect(own == others)
    }

    @Test(
        "Ports are read as they are written, and nothing else is",
        arguments: [
            ("50000-50100", "50000-50100"), ("7", "7-7"), ("", nil), ("0-5", nil), ("9-5", nil),
            ("1-70000", nil), ("a", nil), ("1-2-3", nil), ("1-", nil), ("-1", nil),
        ] as [(String, String?)])
    func portRange(text: String, written: String?) {
        #expect(PortRange(text)?.text == written)
    }

    @Test("A setting takes what its option can be, and what it accepts")
    func settings() {
        let odd = SiteSetting(count, .ftp, "Counts.", mustBe: "odd", in: 1...9) { $0 % 2 == 1 }
        #expect(odd.key == "count" && odd.form == .number && odd.range == 1...9)
        var options = SiteOptions()
        #expect(odd.take(.number(5), into: &options) && options[count] == 5)
        #expect(!odd.take(.number(4), into: &options) && options[count] == 5)
        #expect(!odd.take(.text("5"), into: &options))
        #expect(odd.kind == .integer(1...9) && odd.standard == .value(.number(3)))
        let spoken = SiteSetting(
            word, .login, "Logs in.", unset: "any", example: .text("basic"))
        #expect(spoken.form == .text && spoken.kind == .choice(["basic", "digest"]))
        #expect(spoken.standard == .unset("any", example: .text("basic")))
        #expect(!spoken.take(.text("kerberos"), into: &options))
        let open = SiteSetting(maybe, .ftp, "May be.", unset: "no", example: .flag(true))
        #expect(open.form == .flag && open.kind == .boolean)
    }

    @Test("A site comes back from JSON with what it says")
    func json() throws {
        var site = Site(scheme: .davs, host: "h", user: "me")
        site[flag] = true
        site[count] = 1
        site[word] = .basic
        site[unless] = false
        site.proxy = Proxy(kind: .http, host: "gate", port: 3_128)
        let encoded = try JSONEncoder().encode(site)
        #expect(try JSONDecoder().decode(Site.self, from: encoded) == site)
    }

    @Test("JSON of the time when every site had every protocol's fields is still read")
    func earlierJSON() throws {
        let text = """
            {"account":"books","activeAddress":"192.0.2.7","activePorts":{"first":5,"last":9},
            "authentication":"digest","charset":"CP1252","clientCertificate":"/c","clientKey":"/k",
            "formField":"file","host":"h","isActive":true,"isDirect":true,"isPlain":true,"port":21,
            "proxy":{"host":"gate","kind":"socks5","port":1080},"query":"a=b","scheme":"ftp",
            "timeout":60,"trustsPassiveAddress":false,"user":"me"}
            """
        let site = try JSONDecoder().decode(Site.self, from: Data(text.utf8))
        var wanted = Site(scheme: .ftp, host: "h", user: "me")
        wanted.charset = "CP1252"
        wanted.timeout = 60
        wanted.isDirect = true
        wanted.proxy = Proxy(kind: .socks5, host: "gate", port: 1_080)
        wanted[TLSOptions.isWanted] = false
        wanted[SiteURL.query] = "a=b"
        wanted[SiteOption("active", standard: false)] = true
        wanted[SiteOption<PortRange?>("active_ports")] = PortRange(first: 5, last: 9)
        wanted[SiteOption<Bool?>("trust_passive_address")] = false
        for (name, value) in [
            ("account", "books"), ("active_address", "192.0.2.7"), ("auth", "digest"),
            ("form_field", "file"), ("client_certificate", "/c"), ("client_key", "/k"),
        ] {
            wanted[SiteOption<String?>(name)] = value
        }
        #expect(site == wanted)
        let bare = """
            {"host":"h","isActive":false,"isPlain":false,"port":21,"scheme":"ftp","timeout":30}
            """
        #expect(
            try JSONDecoder().decode(Site.self, from: Data(bare.utf8))
                == Site(scheme: .ftp, host: "h"))
    }
}
