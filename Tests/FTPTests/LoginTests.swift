import FTP
import Files
import Support
import Testing

@Suite("Connecting and logging in")
struct LoginTests {
    @Test("Anonymous login learns the server and finds its home")
    func anonymous() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(home: "/pub")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.files.home() == Path("/pub"))
        #expect(client.files.isConnected)
        #expect(client.files.capabilities.contains(.write))
        #expect(!client.files.capabilities.contains(.exactTimes))
        client.files.close()
        try peer.verify()
        #expect(client.log.texts(.sent).contains("PASS anonymous@"))
    }

    @Test("User, password and account, and neither password nor account in the log")
    func account() throws {
        let peer = try ScriptedPeer { peer in
            try peer.send("120 soon\r\n220-wel")
            try peer.send("come\r\n331 not yet\r\n220 go\r\n")
            try peer.expect("USER me", "331 more")
            try peer.expect("PASS  s3cret ", "332 account?")
            try peer.expect("ACCT bill", "230 in")
            try peer.setUp()
            try peer.expectGoodbye()
        }
        let client = Client(peer, user: "me", password: " s3cret ", account: "bill")
        _ = try client.files.home()
        client.files.close()
        try peer.verify()
        #expect(client.log.texts(.sent).contains("PASS ****"))
        #expect(!client.log.all.contains { $0.text.contains("s3cret") || $0.text.contains("bill") })
        #expect(client.log.all.allSatisfy { $0.connection == 7 })
    }

    @Test("230 as a greeting asks for no user")
    func greeting230() throws {
        let peer = try ScriptedPeer { peer in
            try peer.reply("230 you are in")
            try peer.setUp()
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        _ = try client.files.home()
        client.files.close()
        try peer.verify()
    }

    @Test("A refused password is a login error, a full server a passing one")
    func refusals() throws {
        for (text, isTransient) in [("530 Login incorrect.", false), ("530 Too many users", true)] {
            let peer = try ScriptedPeer { peer in
                try peer.reply("220 ready")
                try peer.expect("USER me", "331 password?")
                try peer.expect("PASS x", text)
                try peer.expectEnd()
            }
            let client = Client(peer, user: "me", password: "x")
            let error = client.failure { () throws(FileSystemError) in _ = try client.files.home() }
            #expect(error?.kind == .login)
            #expect(error?.isTransient == isTransient)
            #expect(error?.reply == text)
            try peer.verify()
        }
    }

    @Test("A user without a password is told so, and nothing is sent")
    func noPassword() throws {
        let peer = try ScriptedPeer { peer in
            try peer.reply("220 ready")
            try peer.expect("USER me", "331 password?")
            try peer.expectEnd()
        }
        let client = Client(peer, user: "me")
        let error = client.failure { () throws(FileSystemError) in _ = try client.files.home() }
        #expect(error?.kind == .login)
        #expect(error?.detail.contains("password of me") == true)
        try peer.verify()
    }

    @Test("A greeting of 421 fails with its text, and can be tried again")
    func busy() throws {
        let peer = try ScriptedPeer { peer in
            try peer.reply("421 Too many connections")
            try peer.expectEnd()
        }
        let client = Client(peer)
        let error = client.failure { () throws(FileSystemError) in _ = try client.files.home() }
        #expect(error?.isTransient == true)
        #expect(error?.message.contains("421 Too many connections") == true)
        try peer.verify()
    }

    @Test("An SSH greeting says that this is an SFTP server")
    func ssh() throws {
        let peer = try ScriptedPeer { peer in
            try peer.send("SSH-2.0-OpenSSH_9.2p1\r\n")
            try peer.expectEnd()
        }
        let client = Client(peer)
        let error = client.failure { () throws(FileSystemError) in _ = try client.files.home() }
        #expect(error?.kind == .protocolViolation)
        #expect(error?.detail.contains("sftp://") == true)
        try peer.verify()
    }

    @Test("Nothing is sent before the greeting is complete")
    func patience() throws {
        let peer = try ScriptedPeer { peer in
            try peer.send("220-one\r\n220-two\r\n")
            try peer.send("220 three\r\n")
            try peer.expect("USER anonymous", "230 in")
            try peer.setUp()
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        _ = try client.files.home()
        client.files.close()
        try peer.verify()
        let directions = client.log.all.map(\.direction).filter { $0 != .remark }
        #expect(directions.prefix(4) == [.received, .received, .received, .sent])
    }

    @Test("CLNT goes before OPTS UTF8 where FEAT lists it, and facts that are off are turned on")
    func options() throws {
        let peer = try ScriptedPeer { peer in
            try peer.reply("220 ready")
            try peer.expect("USER anonymous", "331 password?")
            try peer.expect("PASS anonymous@", "230 in")
            try peer.expect(
                "FEAT", "211-x", " CLNT", " UTF8", " MLST type*;size;modify*;", "211 End")
            try peer.expect("SYST", "215 UNIX")
            try peer.expect("CLNT Ferry", "200 hello")
            try peer.expect("OPTS UTF8 ON", "200 ok")
            try peer.expect("TYPE I", "200 ok")
            try peer.expect("OPTS MLST type;size;modify;", "200 ok")
            try peer.expect("PWD", "257 \"/\" is here")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        _ = try client.files.home()
        #expect(client.files.capabilities.contains(.exactTimes))
        client.files.close()
        try peer.verify()
    }

    @Test("A server that never greets is given up after its timeout")
    func silence() throws {
        let peer = try ScriptedPeer { peer in try peer.expectEnd() }
        let client = Client(peer, timeout: 1)
        let error = client.failure { () throws(FileSystemError) in _ = try client.files.home() }
        #expect(error?.kind == .timeout)
        #expect(error?.isTransient == true)
        try peer.verify()
    }

    @Test("Endless lines and endless replies are cut off")
    func endless() throws {
        for text in [
            String(repeating: "x", count: 70_000), String(repeating: "220-x\r\n", count: 50_000),
        ] {
            let peer = try ScriptedPeer { peer in
                try? peer.send("220-" + text)
                try peer.expectEnd()
            }
            let client = Client(peer)
            let error = client.failure { () throws(FileSystemError) in _ = try client.files.home() }
            #expect(error?.kind == .protocolViolation)
            try peer.verify()
        }
    }

    @Test("Nothing listening is said in words")
    func refusedConnection() {
        let client = Client(Site(scheme: .ftp, host: "127.0.0.1", port: 1))
        let error = client.failure { () throws(FileSystemError) in _ = try client.files.home() }
        #expect(error?.kind == .connection)
        #expect(error?.detail.contains("127.0.0.1") == true)
        #expect(error?.detail.contains("port 1") == true)
    }

    @Test("A name with several addresses is tried at each")
    func names() throws {
        // The name may mean ::1 first, where nobody listens.
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expectGoodbye()
        }
        let client = Client(peer, host: "localhost")
        _ = try client.files.home()
        client.files.close()
        try peer.verify()
    }

    @Test("A server that insists on TLS is understood")
    func wantsTLS() throws {
        let peer = try ScriptedPeer { peer in
            try peer.reply("220 ready")
            try peer.expect("USER me", "530 Non-anonymous sessions must use encryption.")
            try peer.expectEnd()
        }
        let client = Client(peer, user: "me", password: "x")
        let error = client.failure { () throws(FileSystemError) in _ = try client.files.home() }
        #expect(error?.kind == .security)
        try peer.verify()
    }

    @Test("Escape sequences in a greeting reach the log as visible text only")
    func escapes() throws {
        let peer = try ScriptedPeer { peer in
            try peer.reply("220 \u{1B}]0;owned\u{7}\u{202E}x")
            try peer.expect("USER anonymous", "530 no \u{1B}[31m")
            try peer.expectEnd()
        }
        let client = Client(peer)
        let error = client.failure { () throws(FileSystemError) in _ = try client.files.home() }
        #expect(error?.message.unicodeScalars.allSatisfy { $0.value >= 0x20 } == true)
        #expect(
            client.log.all.allSatisfy { line in
                line.text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E }
            })
        try peer.verify()
    }
}
