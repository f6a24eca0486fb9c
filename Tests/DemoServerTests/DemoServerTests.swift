import DemoServer
import Glibc
import Support
import Testing

@Suite("The demo server keeps to the protocol")
struct DemoServerTests {
    @Test("Nothing but the login is possible before it, and a wrong password is refused")
    func login() throws {
        let served = try ServedFolder(options: .init(user: "demo", password: "right"))
        let client = try Client(port: served.port)
        try client.expectReply(220)
        try client.expect("PWD", 530)
        try client.expect("USER demo", 331)
        try client.expect("PASS wrong", 530)
        try client.expect("USER demo", 331)
        try client.expect("PASS right", 230)
        try client.expect("PWD", 257)
        #expect(!served.server.commands.contains { $0.contains("right") })
    }

    @Test("An account is asked for where the server has one")
    func account() throws {
        var options = DemoServer.Options()
        options.account = "sales"
        let served = try ServedFolder(options: options)
        let client = try Client(port: served.port)
        try client.expectReply(220)
        try client.expect("USER x", 331)
        try client.expect("PASS x", 332)
        try client.expect("PWD", 530)
        try client.expect("ACCT other", 530)
        try client.expect("USER x", 331)
        try client.expect("PASS x", 332)
        try client.expect("ACCT sales", 230)
    }

    @Test("Five wrong passwords end the connection with 421")
    func guessing() throws {
        let served = try ServedFolder(options: .init(user: "demo", password: "right"))
        let client = try Client(port: served.port)
        try client.expectReply(220)
        for _ in 0..<4 {
            try client.expect("USER demo", 331)
            try client.expect("PASS guess", 530)
        }
        try client.expect("USER demo", 331)
        try client.expect("PASS guess", 421)
        #expect(client.hasEnded())
    }

    @Test("A file goes up and comes down again, byte by byte the same")
    func roundTrip() throws {
        let served = try ServedFolder()
        let client = try served.client()
        let bytes = (0..<1_000_003).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
        try client.store("STOR a.bin", bytes)
        #expect(served.folder.read("a.bin") == bytes)
        #expect(try client.fetch("RETR a.bin") == bytes)
        #expect(try client.expect("SIZE a.bin", 213) == "213 1000003")
    }

    @Test("REST continues a download and an upload, and holds for one transfer only")
    func restart() throws {
        let served = try ServedFolder()
        try served.folder.write("0123456789", to: "digits")
        let client = try served.client()
        try client.expect("REST 7", 350)
        #expect(try client.fetchText("RETR digits") == "789")
        #expect(try client.fetchText("RETR digits") == "0123456789")
        try client.expect("REST 4", 350)
        try client.store("STOR digits", Array("four".utf8))
        #expect(served.folder.read("digits") == Array("0123four".utf8))
        try client.store("APPE digits", Array("!".utf8))
        #expect(served.folder.read("digits") == Array("0123four!".utf8))
        try client.expect("REST 99", 350)
        close(try client.openData())
        try client.expect("RETR digits", 554)
    }

    @Test("TYPE A turns line ends, and refuses SIZE")
    func ascii() throws {
        let served = try ServedFolder()
        try served.folder.write("one\ntwo\n", to: "text")
        let client = try served.client()
        try client.expect("TYPE A", 200)
        #expect(try client.fetchText("RETR text") == "one\r\ntwo\r\n")
        try client.store("STOR copy", Array("a\r\nb\rc\r\n\r".utf8))
        #expect(served.folder.read("copy") == Array("a\nb\rc\n\r".utf8))
        try client.expect("SIZE text", 550)
    }

    @Test("Folders and files are made, renamed and removed")
    func management() throws {
        let served = try ServedFolder()
        let client = try served.client()
        #expect(try client.expect("MKD a \"b\"", 257).contains("\"/a \"\"b\"\"\""))
        try client.expect("CWD a \"b\"", 250)
        try client.store("STOR x", [])
        try client.expect("RNFR x", 350)
        try client.expect("RNTO /y", 250)
        #expect(served.folder.exists("y"))
        try client.expect("RNTO z", 503)
        try client.expect("RMD /y", 550)
        try client.expect("DELE /y", 250)
        try client.expect("CDUP", 250)
        try client.expect("DELE a \"b\"", 550)
        try client.expect("RMD a \"b\"", 250)
        try client.expect("XPWD", 257)
        #expect(!served.folder.exists("a \"b\""))
    }

    @Test("Times are set and read back, and impossible ones refused")
    func times() throws {
        let served = try ServedFolder()
        try served.folder.write("x", to: "f")
        let client = try served.client()
        try client.expect("MFMT 20010203040506 f", 213)
        #expect(try client.expect("MDTM f", 213) == "213 20010203040506")
        try client.expect("MFMT 20010231040506 f", 501)
        try client.expect("MFMT 2001 f", 501)
        try client.expect("SITE CHMOD 640 f", 200)
        #expect(try client.expect("MLST f", 250).contains("UNIX.mode=0640;"))
        try client.expect("SITE CHMOD 8888 f", 501)
    }

    @Test("MLSD gives the facts that OPTS chose, LIST the lines of ls -l")
    func listings() throws {
        let served = try ServedFolder()
        try served.folder.write("12345", to: "テスト.txt")
        try served.folder.write("", to: ".hidden")
        try served.folder.makeFolder("dir")
        symlink("dir", served.folder.path("link"))
        let client = try served.client()
        try client.expect("MFMT 20200102030405 テスト.txt", 213)
        try client.expect("OPTS MLST type;size;modify;", 200)
        let facts = try client.fetchText("MLSD")
        #expect(facts.contains("type=file;size=5;modify=20200102030405; テスト.txt\r\n"))
        #expect(facts.contains("type=OS.unix=slink:dir;"))
        #expect(facts.contains("type=cdir;"))
        let list = try client.fetchText("LIST")
        #expect(list.contains(" Jan  2  2020 テスト.txt\r\n"))
        #expect(list.contains(" link -> dir\r\n"))
        #expect(!list.contains(".hidden"))
        #expect(try client.fetchText("LIST -a").contains(" .hidden\r\n"))
        #expect(try client.fetchText("NLST") == "dir\r\nlink\r\nテスト.txt\r\n")
        close(try client.openData())
        try client.expect("MLSD nowhere", 550)
    }

    @Test("ABOR ends a transfer with 426 and 226, and the connection goes on")
    func abort() throws {
        let served = try ServedFolder([.always(.slow(bytesPerSecond: 1_000))])
        try served.folder.write([UInt8](repeating: 1, count: 1 << 20), to: "big")
        let client = try served.client()
        let data = try client.openData()
        defer { close(data) }
        try client.expect("RETR big", 150)
        _ = try Client.readSome(data)
        client.send("ABOR")
        try client.expectReply(426)
        try client.expectReply(226)
        try client.expect("NOOP", 200)
        try client.expect("ABOR", 226)
    }

    @Test("Commands sent ahead are answered in their order")
    func pipelining() throws {
        let served = try ServedFolder()
        try served.folder.write("abc", to: "f")
        let client = try served.client()
        client.sendBytes(Array(String(repeating: "SIZE f\r\nNOOP\r\n", count: 1_000).utf8))
        for _ in 0..<1_000 {
            try client.expectReply(213)
            try client.expectReply(200)
        }
    }

    @Test("PORT and EPRT reach the client itself, and nobody else")
    func active() throws {
        let served = try ServedFolder()
        try served.folder.write("active", to: "f")
        let client = try served.client()
        try client.expect("PORT 10,0,0,1,200,1", 504)
        try client.expect("PORT 127,0,0,1,0,25", 504)
        try client.expect("PORT 127,0,0,1", 501)
        try client.expect("EPRT |2|::1|5000|", 522)
        let listener = try Listener()
        try client.expect("EPRT |1|127.0.0.1|\(listener.port)|", 200)
        client.send("RETR f")
        let data = try listener.accept()
        defer { close(data) }
        try client.expectReply(150)
        #expect(Client.drain(data) == Array("active".utf8))
        try client.expectReply(226)
        try client.expect("EPSV ALL", 200)
        try client.expect("PASV", 501)
    }
}
