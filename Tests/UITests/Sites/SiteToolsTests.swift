import Files
import Terminal
import Testing

@testable import UI

@Suite("A test of a site, a look at a host's ports, and what is offered first")
struct SiteToolsTests {
    private func screen(_ width: Int = 80, _ height: Int = 24) -> FullScreen {
        var screen = FullScreen(width: width, height: height, screen: .sites)
        _ = screen.model.update(
            .sites([
                SiteChoice(
                    name: "web", site: webServer, path: Path("/www"), origin: .sites)
            ]))
        return screen
    }

    private func test(_ effects: [Effect]) -> RequestID? {
        for case .testSite(let request, _, _, _) in effects { return request }
        return nil
    }

    @Test("F3 tests the chosen site, and shows the steps as they come")
    func steps() throws {
        var screen = screen()
        let effects = screen.press("f3")
        let request = try #require(test(effects))
        #expect(effects == [.testSite(request, webServer, Path("/www"), nil)])
        #expect(screen.text.contains("Test of web"))
        #expect(screen.text.contains("Testing…"))
        _ = screen.model.update(
            .siteTested(request, SiteTestStep(.dns, .passed("web01: 1 address"), seconds: 0.0123)))
        #expect(screen.text.contains("dns       ok      0.012 s  web01: 1 address"))
        // Of another test nothing is shown.
        _ = screen.model.update(
            .siteTested(RequestID(rawValue: 999), SiteTestStep(.list, .passed(nil), seconds: 0)))
        #expect(!screen.text.contains("list "))
        _ = screen.model.update(
            .siteTested(
                request,
                SiteTestStep(.connect, .failed("web01 refuses connections."), seconds: 1)))
        _ = screen.model.update(.siteTestEnded(request))
        #expect(screen.text.contains("connect   failed  1.000 s"))
        #expect(screen.text.contains("web01 refuses connections."))
        #expect(screen.text.contains("The site cannot be used"))
        // What has to be compared is shown to its end.
        let digest = (0..<32).map { _ in "AB" }.joined(separator: ":")
        _ = screen.model.update(
            .siteTested(
                request,
                SiteTestStep(
                    .tls,
                    .failed(
                        "The certificate does not prove that this is web01 (no trusted authority "
                            + "issued it). Compare its SHA-256 with the server's: \(digest)"),
                    seconds: 1)))
        let shown = screen.text.filter { $0 == "A" || $0 == "B" || $0 == ":" }
        #expect(shown.ranges(of: "AB").count == 32)
        #expect(screen.press("enter") == [.stop(request)])
        #expect(screen.model.dialogs.isEmpty)
    }

    @Test("Esc stops it, and what is typed is tested as well")
    func stop() throws {
        var screen = screen()
        screen.type("ftp://other/x")
        let request = try #require(test(screen.press("f3")))
        #expect(screen.press("enter").isEmpty)
        #expect(screen.press("escape") == [.stop(request)])
        #expect(screen.press("ctrl-u f3").count == 1)
        var other = self.screen()
        other.type("a b c")
        #expect(other.press("f3").isEmpty)
        #expect(other.text.contains("Choose a site in the list, or type a URL, to test it."))
    }

    @Test("With a password a test begins anew")
    func again() throws {
        var screen = screen()
        let request = try #require(test(screen.press("f3")))
        for kind in [SiteTestStep.Kind.dns, .connect, .dns, .connect] {
            _ = screen.model.update(
                .siteTested(request, SiteTestStep(kind, .passed(nil), seconds: 0)))
        }
        #expect(screen.lines.count { $0.contains("connect   ok") } == 1)
    }

    // MARK: Ports

    private func probed(_ effects: [Effect]) -> (request: RequestID, ports: [UInt16])? {
        for case .probe(let request, _, let ports) in effects { return (request, ports) }
        return nil
    }

    @Test("The cursor goes to the first protocol whose port is open, and each says its state")
    func ports() throws {
        var screen = screen()
        screen.type("far.example")
        let probe = try #require(probed(screen.press("enter")))
        #expect(probe.ports == [22, 21, 443, 990, 80])
        #expect(screen.text.contains("> s  SFTP"))
        _ = screen.model.update(.probed(probe.request, port: 21, .open(greeting: nil)))
        #expect(screen.text.contains("> s  SFTP"))
        _ = screen.model.update(.probed(probe.request, port: 22, .closed))
        _ = screen.model.update(.probed(probe.request, port: 990, .silent))
        #expect(screen.text.contains("> f  FTP"))
        let rows = screen.lines
        #expect(rows.contains { $0.contains("s  SFTP, port 22") && $0.contains("closed") })
        #expect(rows.contains { $0.contains("f  FTP") && $0.contains("open") })
        #expect(rows.contains { $0.contains("990") && $0.contains("no answer") })
        // One that is closed can be chosen all the same.
        let effects = screen.press("s")
        #expect(effects.contains(.stop(probe.request)))
        #expect(screen.model.screen == .main)
    }

    @Test("Where the user has moved the cursor it stays")
    func moved() throws {
        var screen = screen()
        screen.type("far.example")
        let probe = try #require(probed(screen.press("enter")))
        screen.press("down down")
        _ = screen.model.update(.probed(probe.request, port: 22, .closed))
        _ = screen.model.update(.probed(probe.request, port: 21, .open(greeting: nil)))
        #expect(screen.text.contains("> w  WebDAV"))
        #expect(screen.press("escape") == [.stop(probe.request)])
    }

    @Test(
        "Of a port that was typed the greeting tells the protocol",
        arguments: [
            ("SSH-2.0-OpenSSH_9.2", "> s  SFTP"), ("220 (vsFTPd 3.0.5)", "> f  FTP"),
            ("hello", "> s  SFTP"),
        ])
    func greeting(line: String, row: String) throws {
        var screen = screen()
        screen.type("far.example:2121")
        let probe = try #require(probed(screen.press("enter")))
        #expect(probe.ports == [2_121])
        _ = screen.model.update(.probed(probe.request, port: 2_121, .open(greeting: line)))
        #expect(screen.text.contains(row))
        #expect(screen.text.contains("Port 2121: open, \(line)"))
    }

    // MARK: What is offered first

    @Test("While nothing is known the demo and the import can be chosen")
    func offers() throws {
        var screen = FullScreen(width: 60, height: 16, screen: .sites)
        #expect(screen.text.contains("Try the demo server"))
        #expect(screen.press("down enter") == [.openDemo])
        let demo = Site(scheme: .ftp, host: "127.0.0.1", port: 2_121, user: "demo")
        let effects = screen.model.update(.demoOpened(demo))
        let isOpened = effects.contains { effect in
            if case .list(_, .right, demo, nil, _) = effect { return true }
            return false
        }
        #expect(isOpened && screen.model.screen == .main)
        var other = FullScreen(width: 60, height: 16, screen: .sites)
        other.press("down down")
        #expect(other.text.contains("Enter searches for other programs' lists of sites"))
        #expect(other.press("up up enter").isEmpty)
        let row = try #require(other.lines.firstIndex { $0.contains("Import sites from other") })
        let found = other.click(20, row)
        #expect(found.count == 1)
        #expect(other.text.contains("Looking for lists of sites…"))
    }

    @Test(
        "An import is chosen, rehearsed, confirmed and told",
        arguments: [(60, 16), (100, 30)])
    func imported(width: Int, height: Int) throws {
        var screen = FullScreen(width: width, height: height, screen: .sites)
        let first = screen.press("f6")
        guard case .findSiteLists(let request)? = first.first else {
            Issue.record("nothing is looked for")
            return
        }
        _ = screen.model.update(
            .siteLists(
                request,
                [
                    SiteListOffer(path: [0x2F, 0x61], text: "/a"),
                    SiteListOffer(path: [0x2F, 0x62], text: "/b"),
                ]))
        #expect(screen.text.contains("[x] /a") && screen.text.contains("[x] /b"))
        #expect(
            screen.press("space enter")
                == [.importSites(request, [[0x2F, 0x62]], isRehearsal: true)])
        let lines = (0..<40).map { number in
            SiteImportReport.Line(
                isTaken: number != 1, name: "work/s\(number)", detail: "ftp://h\(number)",
                notes: number == 0 ? ["The local directory was left out."] : [])
        }
        let report = SiteImportReport(
            lines: lines, failures: ["/b: The file is locked."], summary: "39 would be imported.")
        _ = screen.model.update(.sitesImported(request, report))
        #expect(screen.text.contains("39 would be imported."))
        #expect(screen.text.contains("/b: The file is locked."))
        #expect(screen.text.contains("+ work/s0  ftp://h0"))
        #expect(screen.text.contains("    The local directory was left out."))
        #expect(screen.text.contains("- work/s1  ftp://h1"))
        for _ in 0..<60 { screen.press("down") }
        #expect(screen.text.contains("+ work/s39  ftp://h39"))
        // Esc goes back and writes nothing.
        #expect(screen.press("escape").isEmpty)
        #expect(screen.text.contains("[ ] /a"))
        #expect(screen.press("enter").count == 1)
        _ = screen.model.update(.sitesImported(request, report))
        #expect(
            screen.press("enter")
                == [.importSites(request, [[0x2F, 0x62]], isRehearsal: false)])
        _ = screen.model.update(
            .sitesImported(
                request,
                SiteImportReport(lines: lines, failures: [], summary: "39 sites imported.")))
        #expect(screen.text.contains("39 sites imported."))
        #expect(screen.press("enter").isEmpty)
        #expect(screen.model.dialogs.isEmpty)
    }

    @Test("Where there is no list it says so")
    func none() {
        var screen = FullScreen(width: 60, height: 16, screen: .sites)
        guard case .findSiteLists(let request)? = screen.press("f6").first else {
            Issue.record("nothing is looked for")
            return
        }
        _ = screen.model.update(.siteLists(request, []))
        #expect(screen.text.contains("No list of sites was found"))
        #expect(screen.press("enter").isEmpty)
        #expect(screen.model.dialogs.isEmpty)
    }
}
