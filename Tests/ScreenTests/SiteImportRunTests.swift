import DemoServer
import Support
import Testing

@Suite("Sites of other programs come in on the screen")
struct SiteImportRunTests {
    private func start(_ folder: TemporaryFolder) throws -> Ferry {
        try Ferry(
            [], environment: ["FERRY_SSH": "ssh -F none", "PATH": "/usr/bin:/bin"], in: folder)
    }

    @Test("Forty sites of FileZilla's in folders, from the first screen")
    func fileZilla() throws {
        let folder = try Ferry.folder()
        for name in ["config", "config/filezilla"] { try folder.makeFolder(name) }
        let servers = (0..<40).map { number in
            """
            <Folder>group\(number / 10)<Server><Host>h\(number).example</Host><Protocol>0</Protocol>
            <User>me</User><Pass encoding="base64">czNjcmV0</Pass><Logontype>1</Logontype>
            <Name>site\(number)</Name></Server></Folder>
            """
        }
        try folder.write(
            "<FileZilla3><Servers>\(servers.joined())<Server><Host>b</Host><Protocol>7</Protocol>"
                + "<Name>bucket</Name></Server></Servers></FileZilla3>",
            to: "config/filezilla/sitemanager.xml")
        let ferry = try start(folder)
        try ferry.terminal.waitFor("Import sites from other programs")
        ferry.terminal.send(.down)
        try ferry.terminal.waitFor("Enter opens the demo server")
        ferry.terminal.send(.down)
        try ferry.terminal.waitFor("Enter searches for other")
        ferry.terminal.send(.enter)
        try ferry.terminal.waitFor("[x] ")
        ferry.terminal.send(.enter)
        try ferry.terminal.waitFor("40 sites would be imported, 1 skipped; nothing was written.")
        #expect(folder.read("config/ferry/sites.toml") == nil)
        ferry.terminal.send(.enter)
        try ferry.terminal.waitFor("40 sites imported, 1 skipped.")
        ferry.terminal.send(.enter)
        try ferry.terminal.waitFor("group0/site0")
        ferry.terminal.send(.f10)
        try ferry.terminal.waitFor("10Quit")
        ferry.terminal.send(.f10)
        #expect(try ferry.terminal.waitForEnd() == .exited(0))
        let sites = String(decoding: folder.read("config/ferry/sites.toml") ?? [], as: UTF8.self)
        #expect(sites.split(separator: "\n").count { $0 == "[[site]]" } == 40)
        #expect(sites.contains("name = \"group3/site39\""))
        for secret in ["s3cret", "czNjcmV0"] { #expect(!sites.contains(secret)) }
    }

    @Test("The demo server opens in the pane, and leaves nothing behind")
    func demo() throws {
        let folder = try Ferry.folder()
        let ferry = try start(folder)
        try ferry.terminal.waitFor("Try the demo server")
        ferry.terminal.send(.down)
        try ferry.terminal.waitFor("Enter opens the demo server")
        ferry.terminal.send(.enter)
        try ferry.waitForRight("readme.txt")
        ferry.terminal.send(.f10)
        #expect(try ferry.terminal.waitForEnd() == .exited(0))
        #expect(folder.read("state/ferry/recent.toml") == nil)
        let left = try Outcome(script: "ls -d \"$0\"/ferry-demo-* 2>/dev/null", in: folder)
        #expect(left.output == "")
    }

    @Test("F3 tests a site in steps, and Esc ends one that waits for ever")
    func test() throws {
        let folder = try Ferry.folder()
        try folder.makeFolder("served")
        let server = try DemoServer(root: folder.path("served"), options: .init())
        defer { server.stop() }
        let port = try server.start()
        let silent = try ScriptedPeer { peer in
            // The one that only connects, and the one that is to log in.
            try peer.expectGone()
            try peer.accept()
            try peer.expectGone()
        }
        let ferry = try start(folder)
        try ferry.terminal.waitFor("Try the demo server")
        ferry.terminal.send("ftp://127.0.0.1:\(port)/")
        try ferry.terminal.waitFor("Enter connects")
        ferry.terminal.send(.f3)
        try ferry.terminal.waitFor("The site can be used.")
        try ferry.terminal.waitFor("list ")
        ferry.terminal.send(.enter)
        try ferry.terminal.waitFor("Enter connects")
        ferry.terminal.send("\u{15}")
        try ferry.terminal.waitFor("Try the demo server")
        ferry.terminal.send("ftp://127.0.0.1:\(silent.port)/")
        try ferry.terminal.waitFor("\(silent.port)/")
        ferry.terminal.send(.f3)
        try ferry.terminal.waitFor("connect   ok")
        ferry.terminal.send(.escape)
        try ferry.terminal.waitUntil("the test to be gone") { !$0.contains("Test of") }
        ferry.terminal.send(.escape)
        try ferry.terminal.waitFor("Type a host, user@host or URL;")
        ferry.terminal.send(.f10)
        try ferry.terminal.waitFor("10Quit")
        ferry.terminal.send(.f10)
        #expect(try ferry.terminal.waitForEnd() == .exited(0))
    }
}
