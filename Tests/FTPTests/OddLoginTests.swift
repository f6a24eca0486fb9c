import FTP
import Files
import Support
import Testing

@Suite("Odd ways to be greeted and let in")
struct OddLoginTests {
    @Test(
        "Any 2xx greets, with whatever stands before, between and behind",
        arguments: [
            "220 ready\r\n", "200 ready\r\n", "220\r\n", "220\tready\r\n", "220-\r\n220 ready\r\n",
            "120 in a minute\r\n120 still\r\n220 ready\r\n", "welcome\r\n\r\n220 ready\r\n",
            "220-a\r\n220-b\r\n 220 c\r\n230 d\r\n\r\n220 ready\r\n",
        ])
    func greetings(text: String) throws {
        let peer = try ScriptedPeer { peer in
            try peer.send(text)
            try peer.expect("USER anonymous", "230 in")
            try peer.setUp()
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        _ = try client.files.home()
        client.files.close()
        try peer.verify()
    }

    @Test(
        "Any other greeting fails with its words, and no user name is sent",
        arguments: [
            "421 Go away", "450 Not now", "500 Not here", "530 No anonymous users", "331 Name?",
        ])
    func refusals(text: String) throws {
        let peer = try ScriptedPeer { peer in
            try peer.reply(text)
            try peer.expectEnd()
        }
        let client = Client(peer)
        let error = client.failure { () throws(FileSystemError) in _ = try client.files.home() }
        #expect(error?.kind == .connection)
        #expect(error?.reply == text)
        #expect(client.log.texts(.sent).isEmpty)
        try peer.verify()
    }

    @Test("Something that is no FTP server is left without a word")
    func strangers() throws {
        for text in ["HTTP/1.1 400 Bad Request\r\nServer: x\r\n\r\n", "\u{0}\u{1}\u{2}\r\n", ""] {
            let peer = try ScriptedPeer { peer in
                try peer.send(text)
                peer.close()
            }
            let client = Client(peer)
            let error = client.failure { () throws(FileSystemError) in _ = try client.files.home() }
            #expect(error?.detail.contains("127.0.0.1") == true)
            #expect(client.log.texts(.sent).isEmpty)
            try peer.verify()
        }
    }

    /// The replies to USER, PASS and ACCT, each only where it is asked for.
    @Test(
        "USER, PASS and ACCT are sent where they are asked for only",
        arguments: [
            ["USER me", "230 in"], ["USER me", "202 no need"],
            ["USER me", "331 more", "PASS pw", "230 in"],
            ["USER me", "331 more", "PASS pw", "202 no need"],
            ["USER me", "331 more", "PASS pw", "332 more", "ACCT bill", "230 in"],
            ["USER me", "331 more", "PASS pw", "332 more", "ACCT bill", "202 no need"],
            ["USER me", "332 more", "ACCT bill", "230 in"],
            ["USER me", "331-one\r\n230 two\r\n331 three", "PASS pw", "230-hi\r\n530 x\r\n230 in"],
        ])
    func machine(steps: [String]) throws {
        let peer = try ScriptedPeer { peer in
            try peer.reply("220 ready")
            for step in stride(from: 0, to: steps.count, by: 2) {
                try peer.expect(steps[step], steps[step + 1])
            }
            try peer.setUp()
            try peer.expectGoodbye()
        }
        let client = Client(peer, user: "me", password: "pw", account: "bill")
        _ = try client.files.home()
        client.files.close()
        try peer.verify()
    }

    @Test(
        "A login that goes no further is given up, with the words of the server",
        arguments: [
            ["USER me", "530 No such user"], ["USER me", "500 What?"], ["USER me", "350 Go on"],
            ["USER me", "331 more", "PASS pw", "331 once more"],
            ["USER me", "331 more", "PASS pw", "430 Wrong"],
            ["USER me", "331 more", "PASS pw", "503 First USER"],
            ["USER me", "331 more", "PASS pw", "332 more", "ACCT bill", "532 No such account"],
            ["USER me", "331 more", "PASS pw", "332 more", "ACCT bill", "332 another"],
        ])
    func deadEnds(steps: [String]) throws {
        let peer = try ScriptedPeer { peer in
            try peer.reply("220 ready")
            for step in stride(from: 0, to: steps.count, by: 2) {
                try peer.expect(steps[step], steps[step + 1])
            }
            try peer.expectEnd()
        }
        let client = Client(peer, user: "me", password: "pw", account: "bill")
        let error = client.failure { () throws(FileSystemError) in _ = try client.files.home() }
        #expect(error?.kind == .login)
        #expect(error?.reply == steps.last)
        #expect(error?.isTransient == false)
        #expect(error?.message.contains("pw") == false)
        try peer.verify()
    }

    @Test(
        "Too many connections pass, wherever the login is told so",
        arguments: [
            ["421 Too many connections"], ["220 ready", "USER me", "530 Try again later"],
            ["220 ready", "USER me", "331 more", "PASS pw", "530 Already connected"],
            ["220 ready", "USER me", "331 more", "PASS pw", "421 Overloaded"],
        ])
    func crowded(steps: [String]) throws {
        let peer = try ScriptedPeer { peer in
            try peer.reply(steps[0])
            for step in stride(from: 1, to: steps.count, by: 2) {
                try peer.expect(steps[step], steps[step + 1])
            }
            try peer.expectEnd()
        }
        let client = Client(peer, user: "me", password: "pw")
        let error = client.failure { () throws(FileSystemError) in _ = try client.files.home() }
        #expect(error?.isTransient == true)
        #expect(error?.reply == steps.last)
        #expect(CrowdedReply.matches(error?.reply ?? ""))
        try peer.verify()
    }

    @Test("An account that the site does not have is asked for in words")
    func noAccount() throws {
        let peer = try ScriptedPeer { peer in
            try peer.reply("220 ready")
            try peer.expect("USER me", "332 Account?")
            try peer.expectEnd()
        }
        let client = Client(peer, user: "me", password: "pw")
        let error = client.failure { () throws(FileSystemError) in _ = try client.files.home() }
        #expect(error?.kind == .login)
        #expect(error?.reply == "332 Account?")
        #expect(error?.detail.contains("account") == true)
        try peer.verify()
    }

    @Test("An empty password is sent as one, and blanks at its ends are kept")
    func passwords() throws {
        for (password, line) in [("", "PASS "), (" a b ", "PASS  a b ")] {
            let peer = try ScriptedPeer { peer in
                try peer.reply("220 ready")
                try peer.expect("USER  me ", "331 more")
                try peer.expect(line, "230 in")
                try peer.setUp()
                try peer.expectGoodbye()
            }
            let client = Client(peer, user: " me ", password: password)
            _ = try client.files.home()
            client.files.close()
            try peer.verify()
        }
    }

    @Test("A line break in user, password or account goes nowhere")
    func injection() throws {
        for culprit in 0..<3 {
            let peer = try ScriptedPeer { peer in
                try peer.reply("220 ready")
                if culprit > 0 { try peer.expect("USER me", "331 more") }
                if culprit > 1 { try peer.expect("PASS pw", "332 more") }
                try peer.expectEnd()
            }
            let evil = "x\r\nDELE y"
            let client = Client(
                peer, user: culprit == 0 ? evil : "me", password: culprit == 1 ? evil : "pw",
                account: culprit == 2 ? evil : nil)
            let error = client.failure { () throws(FileSystemError) in _ = try client.files.home() }
            #expect(error?.kind == .badName)
            #expect(culprit == 0 || error?.message.contains("DELE") == false)
            try peer.verify()
        }
    }

    @Test(
        "What FEAT, SYST, OPTS and TYPE answer keeps nobody out",
        arguments: [
            ["500 no", "500 no", "500 no", "500 no"],
            ["211 none", "502 no", "501 no", "226 done"],
            ["530 not yet", "530 not yet", "530 no", "504 no"],
            ["211-x\r\n211-size\r\n211- mdtm \r\n211 end", "215-z/VM\r\n215 x", "550 x", "200 ok"],
            ["211-x\r\n\r\n 500 y\r\n211 end", "215", "451 x", "250 ok"],
            ["331 what?", "120 wait\r\n215 x", "350 x", "200-a\r\n200 b"],
        ])
    func learning(replies: [String]) throws {
        let peer = try ScriptedPeer { peer in
            try peer.reply("220 ready")
            try peer.expect("USER anonymous", "230 in")
            try peer.expect("FEAT", replies[0])
            try peer.expect("SYST", replies[1])
            try peer.expect("OPTS UTF8 ON", replies[2])
            try peer.expect("TYPE I", replies[3])
            try peer.expect("PWD", "257 \"/h\"")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.files.home() == Path("/h"))
        client.files.close()
        try peer.verify()
    }

    @Test(
        "The home is found in any PWD, and is / where there is none",
        arguments: [
            ("257 \"/a b\" is it", "/a b"), ("257 \"/a\"\"b\" is it", "/a\"b"),
            ("257 text before \"/a\"", "/a"), ("257 /a is it", "/a"), ("250 \"/a\"", "/a"),
            ("257-\"/a\"\r\n257 \"/b\"", "/a"), ("257 \"/never", "/"), ("257 \"/a\u{7}b\"", "/"),
            ("257 /a\u{1B}b", "/"), ("257", "/"), ("257 \"\"", "/"), ("550 no", "/"),
            ("500 what?", "/"),
        ])
    func home(text: String, home: String) throws {
        let peer = try ScriptedPeer { peer in
            try peer.reply("220 ready")
            try peer.expect("USER anonymous", "230 in")
            try peer.expect("FEAT", "500 no")
            try peer.expect("SYST", "500 no")
            try peer.expect("OPTS UTF8 ON", "200 ok")
            try peer.expect("TYPE I", "200 ok")
            try peer.expect("PWD", text)
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.files.home() == Path(home))
        client.files.close()
        try peer.verify()
    }
}
