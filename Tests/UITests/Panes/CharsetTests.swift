import Files
import Jobs
import Terminal
import Testing

@testable import UI

@Suite("Names in a site's charset")
struct CharsetTests {
    /// "Привет.txt" and "мир" in KOI8-R.
    private let names: [[UInt8]] = [
        [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4] + Array(".txt".utf8), [0xCD, 0xC9, 0xD2],
    ]

    /// A pane on a server that has these names, with the guess that the Engine made.
    private func shown(
        _ guess: Charset? = Charset(named: "KOI8-R"), archive: Path? = nil
    ) throws -> Stage {
        var stage = Stage.shown()
        stage.press("tab")
        stage.model.workspace.panes.focused.site.archive = archive
        stage.press("ctrl-r")
        let request = try #require(stage.pane.pending?.request)
        var builder = DirectoryBuilder()
        for name in names {
            builder.append(Entry(name: try #require(Name(name)), kind: .file, size: 1))
        }
        var listing = Listing(
            location: stage.pane.location, directory: builder.directory, order: [1, 0],
            capabilities: [.write])
        listing.foreignCount = 2
        listing.charsetGuess = guess
        stage.send(.listed(request, .success(listing)))
        return stage
    }

    @Test("It is offered once for a site, with the guess and the key that chooses")
    func offered() throws {
        var stage = try shown()
        #expect(
            stage.statusLine
                == " Not in UTF-8, but probably KOI8-R: 2 names. — gc: choose the charset")
        stage.press("escape ctrl-r")
        stage.answer(Entry.web)
        #expect(!stage.statusLine.contains("UTF-8"))
        #expect(try shown(nil).statusLine.hasPrefix(" Not in UTF-8: 2 names."))
    }

    @Test("The chosen charset shows the names anew, without another listing, and is kept")
    func chosen() throws {
        var stage = try shown()
        #expect(!stage.screen.contains("Привет.txt"))
        stage.press("g c")
        #expect(stage.screen.contains("KOI8-R"))
        let effects = stage.press("enter")
        var site = Stage.web
        site.charset = "KOI8-R"
        #expect(effects == [.keepCharset(site)])
        #expect(stage.screen.contains("Привет.txt"))
        #expect(stage.screen.contains("мир"))
        #expect(stage.pane.site == site)
        stage.press("g c")
        stage.type("UTF-8")
        #expect(stage.press("enter") == [.keepCharset(Stage.web)])
        #expect(!stage.screen.contains("Привет.txt"))
    }

    @Test("An archive has a charset of its own, which the server it is on does not get")
    func archive() throws {
        var stage = try shown(archive: Path("/www/old.zip"))
        #expect(stage.statusLine.contains("probably KOI8-R"))
        stage.press("g c")
        #expect(stage.screen.contains("Charset of old.zip"))
        #expect(stage.press("enter") == [])
        #expect(stage.screen.contains("Привет.txt"))
        #expect(stage.statusLine == " Names in old.zip are now read as KOI8-R.")
        #expect(stage.pane.site.container == Stage.web)
        guard case .enqueue(let batch) = stage.press("end f5 enter").first else {
            Issue.record("nothing was queued")
            return
        }
        #expect(batch.requests.first?.target?.path.name?.text == "Привет.txt")
    }

    @Test("A charset that nobody knows is refused in the dialog; this machine has none")
    func unknown() throws {
        var stage = try shown()
        stage.press("g c")
        stage.type("KOI-99")
        #expect(stage.press("enter") == [])
        #expect(stage.screen.contains("'KOI-99' is not a charset for file names"))
        stage.press("escape tab g c")
        #expect(stage.model.dialogs.isEmpty)
        #expect(stage.statusLine.contains("This pane shows this machine"))
    }

    @Test("Names are found, filtered, marked and typed in it")
    func typed() throws {
        var stage = try shown()
        stage.press("g c enter home")
        stage.press("/")
        stage.type("вет")
        #expect(stage.pane.current?.name.bytes == names[0])
        stage.press("escape +")
        stage.type("м*")
        stage.press("enter")
        #expect(stage.pane.marked.count == 1)
        stage.press("u f")
        stage.type("мир")
        stage.arrange()
        #expect(stage.pane.order == [1])
        stage.press("enter f7")
        stage.type("мир")
        guard case .makeDirectory(_, _, let location) = stage.press("enter").first else {
            Issue.record("nothing was made")
            return
        }
        #expect(location.path.name?.bytes == names[1])
        stage.press("f7")
        stage.type("漢")
        #expect(stage.press("enter") == [])
        #expect(stage.screen.contains("'漢' cannot be written in KOI8-R"))
    }

    @Test("A rename starts with the name as it reads, and a copy to UTF-8 carries it over")
    func renamed() throws {
        var stage = try shown()
        stage.press("g c enter end")
        stage.press("r end")
        stage.type("2")
        guard case .rename(_, _, _, _, let to) = stage.press("enter").first else {
            Issue.record("nothing was renamed")
            return
        }
        #expect(to.name?.bytes == names[0] + [0x32])
        guard case .enqueue(let batch) = stage.press("f5 enter").first else {
            Issue.record("nothing was queued")
            return
        }
        let requests = batch.requests
        #expect(requests.first?.target?.path.name?.text == "Привет.txt")
        #expect(requests.first?.source.path.name?.bytes == names[0])
    }

    @Test("A URL of the same account takes over what is known of the site")
    func adopted() throws {
        var stage = try shown()
        stage.press("g c enter g d")
        stage.type("ftp://deploy@WEB01/мир")
        guard case .list(_, _, let site, let path, _) = stage.press("enter").first else {
            Issue.record("nothing was listed")
            return
        }
        #expect(site.charset == "KOI8-R")
        #expect(path?.name?.bytes == names[1])
    }
}

@Suite("How a connection is protected")
struct SecurityTitleTests {
    private static let certificate = Certificate(
        subject: "CN=web01", issuer: "CN=Example CA", names: ["web01"],
        validFrom: 1_780_000_000, validUntil: 1_811_536_000,
        fingerprint: (0..<32).map { $0 * 7 &+ 5 })

    private func stage(_ voucher: TLSState.Voucher, _ width: Int = 100) throws -> Stage {
        var stage = Stage.shown(width)
        stage.security = .tls(
            TLSState(
                version: "TLS 1.3", cipher: "TLS_AES_256_GCM_SHA384",
                certificate: Self.certificate, voucher: voucher))
        stage.press("tab ctrl-r")
        stage.answer(Entry.web)
        return stage
    }

    @Test("The pane's title shows it")
    func title() throws {
        #expect(try stage(.authority).lines[1].hasSuffix("─ TLS1.3 ✓ ─╮"))
        #expect(try stage(.user).lines[1].hasSuffix("─ TLS1.3 ✓ ─╮"))
        #expect(try stage(.nobody).lines[1].hasSuffix("─ TLS1.3 unchecked ─╮"))
        #expect(Stage.shown().lines[1].hasSuffix("─ NOT ENCRYPTED ─╮"))
    }

    /// A pane on a server that tells how much room it has.
    private func spacious(_ security: ConnectionSecurity, _ width: Int) -> Stage {
        var stage = Stage.shown(width, 16)
        stage.security = security
        stage.press("tab ctrl-r")
        guard let request = stage.pane.pending?.request else { return stage }
        stage.answer(request, .right, Entry.web, free: 227_633_266_688)
        return stage
    }

    @Test("SSH is as short as TLS, and the space that is left stands beside it")
    func ssh() {
        #expect(spacious(.ssh, 100).lines[1].hasSuffix("─ SSH ✓ 212G free ─╮"))
        #expect(
            spacious(.ssh, 60).lines[1]
                == "╭─ ~/site ─────── 212G free ─╮╭─ web01/www ─── SSH ✓ 212G ─╮")
        #expect(spacious(.clear, 60).lines[1].hasSuffix("─ NO TLS 212G ─╮"))
        #expect(spacious(.clear, 60).model.view()[50, 1].role == .warning)
    }

    @Test("What can be read or forged on the way is a warning")
    func roles() throws {
        func role(_ stage: Stage, of word: String) throws -> Role {
            let x = try #require(stage.lines[1].firstRange(of: word))
            let column = stage.lines[1].distance(
                from: stage.lines[1].startIndex, to: x.lowerBound)
            return stage.model.view()[column, 1].role
        }
        #expect(try role(Stage.shown(), of: "NOT ENCRYPTED") == .warning)
        #expect(try role(stage(.nobody), of: "unchecked") == .warning)
        #expect(try role(stage(.authority), of: "TLS1.3") == .paneTitleActive)
    }

    @Test("The sites screen tells protocol, TLS, certificate and proxy")
    func sites() throws {
        var stage = try stage(.authority)
        stage.press("f2")
        var proxied = Site(scheme: .ftp, host: "far")
        proxied.proxy = Proxy(kind: .socks5, host: "gate", port: 1_080)
        var other = SiteChoice(name: "far", site: proxied, path: nil, origin: .sites)
        other.optionFacts = [SiteFact("Data", "active 50000-50100")]
        other.trust.hasHadTLS = true
        other.trust.trusted = Self.certificate.fingerprint
        stage.send(
            .sites([
                SiteChoice(name: "web", site: Stage.web, path: nil, origin: .sites), other,
            ]))
        stage.press("home")
        for words in [
            "Protocol     ftp", "Host         web01", "TLS          TLS 1.3",
            "Certificate  CN=web01", "Issued by    CN=Example CA", "Valid until  2027-05-28",
            "Checked      by an authority", "SHA-256      05:0C:13:1A:",
        ] {
            #expect(stage.lines.contains { $0.contains(words) }, "\(words)")
        }
        stage.press("down")
        for words in [
            "Host         far", "User         anonymous", "TLS          required",
            "Proxy        socks5 gate", "Data         active 50000-50100",
            "Trusted      by you:",
        ] {
            #expect(stage.lines.contains { $0.contains(words) }, "\(words)")
        }
    }
}
