import FTP
import Files
import Support
import Testing

@Suite("Opening data connections")
struct DataConnectionTests {
    private static func expectOldPassive(_ peer: ScriptedConversation) throws {
        try peer.expect("PASV")
        let port = try peer.listen()
        try peer.reply("227 ok (127,0,0,1,\(port >> 8),\(port & 255))")
    }

    @Test(
        "EPSV refused or without a port goes on to PASV, for good",
        arguments: [
            "500 no", "501 no", "502 no", "522 no", "550 no", "229 nothing here", "229 (|||0|)",
        ])
    func fallback(answer: String) throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: [])
            for isFirst in [true, false] {
                try peer.expect("SIZE a", "213 5")
                if isFirst { try peer.expect("EPSV", answer) }
                try peer.expect("PASV")
                let port = try peer.listen()
                // The address leads elsewhere; only the port counts.
                try peer.reply("227 ok (10,11,12,13,\(port >> 8),\(port & 255))")
                try peer.sendFile("RETR a", "hello")
            }
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.read("/a") == "hello")
        #expect(try client.read("/a") == "hello")
        client.files.close()
        try peer.verify()
    }

    @Test("No port that is free is an answer, and goes on to PASV at once, for this time")
    func busyPorts() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SIZE a", "213 5")
            try peer.expect("EPSV", "425 All ports are busy")
            try DataConnectionTests.expectOldPassive(peer)
            try peer.sendFile("RETR a", "hello")
            try peer.expect("SIZE a", "213 5")
            try peer.expectPassive()
            try peer.sendFile("RETR a", "hello")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        for _ in 0..<2 { #expect(try client.read("/a") == "hello") }
        client.files.close()
        try peer.verify()
    }

    @Test("The same where REST was sent with it")
    func busyPortsWhileResuming() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SIZE a")
            try peer.expect("EPSV")
            try peer.expect("REST 2")
            try peer.reply("213 5", "425 All ports are busy", "350 from there")
            try DataConnectionTests.expectOldPassive(peer)
            try peer.expect("REST 2", "350 from there")
            try peer.sendFile("RETR a", "llo")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.read("/a", from: 2) == "llo")
        client.files.close()
        try peer.verify()
    }

    @Test("A port of EPSV that is closed goes on to PASV")
    func closedPort() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SIZE a", "213 5")
            try peer.expect("EPSV", "229 ok (|||1|)")
            try peer.expect("PASV")
            let port = try peer.listen()
            try peer.reply("227 ok (127,0,0,1,\(port >> 8),\(port & 255))")
            try peer.sendFile("RETR a", "hello")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.read("/a") == "hello")
        client.files.close()
        try peer.verify()
    }

    @Test("After both fail the server is asked to connect, and a stranger is turned away")
    func activeAsLastResort() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SIZE a", "213 5")
            try peer.expect("EPSV", "500 no")
            try peer.expect("PASV", "500 no")
            let line = try peer.line()
            let parts = line.split(separator: "|")
            guard parts.count == 4, parts[0] == "EPRT ", parts[1] == "1", parts[2] == "127.0.0.1",
                let port = UInt16(parts[3])
            else { throw ScriptedPeer.Mismatch("got \(line)") }
            try peer.reply("200 will connect")
            try peer.expect("RETR a", "150 connecting")
            try peer.connectData(port: port)
            try peer.sendData("hello")
            peer.closeData()
            try peer.reply("226 done")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.read("/a") == "hello")
        client.files.close()
        try peer.verify()
    }

    @Test("Active mode sends EPRT, or PORT where that is unknown, both ways")
    func active() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SIZE a", "213 5")
            _ = try peer.line()
            try peer.reply("500 no EPRT")
            var port = try port(of: peer.line())
            try peer.reply("200 ok")
            try peer.expect("RETR a")
            try peer.connectData(port: port)
            try peer.reply("150 go")
            try peer.sendData("hello")
            peer.closeData()
            try peer.reply("226 done")
            port = try self.port(of: peer.line())
            try peer.reply("200 ok")
            try peer.expect("STOR b", "150 go")
            try peer.connectData(port: port)
            guard try peer.receiveData() == Array("up".utf8) else {
                throw ScriptedPeer.Mismatch("other bytes")
            }
            try peer.reply("226 done")
            try peer.expectGoodbye()
        }
        let client = Client(peer, isActive: true)
        #expect(try client.read("/a") == "hello")
        try client.write("/b", "up", Creation(size: 2))
        client.files.close()
        try peer.verify()
    }

    private func port(of line: String) throws -> UInt16 {
        let numbers = line.dropFirst("PORT ".count).split(separator: ",").compactMap { UInt16($0) }
        guard line.hasPrefix("PORT 127,0,0,1,"), numbers.count == 6 else {
            throw ScriptedPeer.Mismatch("got \(line)")
        }
        return numbers[4] << 8 | numbers[5]
    }

    @Test("Active mode listens on the ports allowed, and tells the address set")
    func activeAddress() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SIZE a", "213 5")
            let parts = try peer.line().split(separator: "|")
            guard parts.count == 4, parts[2] == "192.0.2.7", let port = UInt16(parts[3]),
                (40_000...49_999).contains(port)
            else { throw ScriptedPeer.Mismatch("got \(parts)") }
            try peer.reply("200 ok")
            try peer.expect("RETR a", "150 go")
            try peer.connectData(port: port)
            try peer.sendData("hello")
            peer.closeData()
            try peer.reply("226 done")
            try peer.expectGoodbye()
        }
        var site = Site(scheme: .ftp, host: "127.0.0.1", port: peer.port)
        site[TLSOptions.isWanted] = false
        site[FTPOptions.isActive] = true
        site[FTPOptions.activePorts] = PortRange(first: 40_000, last: 49_999)
        site[FTPOptions.activeAddress] = "192.0.2.7"
        let client = Client(site)
        #expect(try client.read("/a") == "hello")
        client.files.close()
        try peer.verify()
    }

    @Test("No free port to listen on is said in words, and passive mode is tried")
    func noFreePort() throws {
        let taken = try ScriptedPeer { peer in try peer.expectEnd() }
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SIZE a", "213 5")
            try peer.expect("EPSV", "500 no")
            try peer.expect("PASV", "500 no")
            try peer.expectGoodbye()
        }
        var site = Site(scheme: .ftp, host: "127.0.0.1", port: peer.port)
        site[TLSOptions.isWanted] = false
        site[FTPOptions.isActive] = true
        site[FTPOptions.activePorts] = PortRange(first: taken.port, last: taken.port)
        let client = Client(site)
        let error = client.failure { () throws(FileSystemError) in _ = try client.read("/a") }
        #expect(error?.kind == .connection)
        client.files.close()
        try peer.verify()
        let words = "none of the ports \(taken.port) to \(taken.port) is free"
        #expect(client.log.texts(.trouble).contains { $0.contains(words) })
        _ = try ScriptedSocket.connected(to: "127.0.0.1", port: taken.port)
        try taken.verify()
    }

    @Test("Active mode refused for good goes back to passive, and remembers it")
    func activeRefusedForGood() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SIZE a", "213 5")
            _ = try peer.line()
            try peer.reply("500 no EPRT")
            _ = try peer.line()
            try peer.reply("500 no PORT")
            try peer.expectPassive()
            try peer.sendFile("RETR a", "hello")
            try peer.expect("SIZE a", "213 5")
            try peer.expectPassive()
            try peer.sendFile("RETR a", "again")
            try peer.expectGoodbye()
        }
        let client = Client(peer, isActive: true)
        #expect(try client.read("/a") == "hello")
        #expect(try client.read("/a") == "again")
        client.files.close()
        try peer.verify()
    }

    @Test("A stranger who connects is turned away and logged, and the server is waited for")
    func stranger() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SIZE a", "213 5")
            let parts = try peer.line().split(separator: "|")
            guard parts.count == 4, let port = UInt16(parts[3]) else {
                throw ScriptedPeer.Mismatch("got \(parts)")
            }
            try peer.reply("200 ok")
            try peer.expect("RETR a", "150 go")
            let stranger = try ScriptedSocket.connected(
                to: "127.0.0.1", port: port, from: "127.0.0.9")
            guard try stranger.receive().isEmpty else { throw ScriptedPeer.Mismatch("let in") }
            try peer.connectData(port: port)
            try peer.sendData("hello")
            peer.closeData()
            try peer.reply("226 done")
            try peer.expectGoodbye()
        }
        let client = Client(peer, isActive: true)
        #expect(try client.read("/a") == "hello")
        client.files.close()
        try peer.verify()
        #expect(client.log.texts(.trouble).contains { $0.contains("127.0.0.9") })
    }

    @Test("425 and silence in active mode are explained")
    func activeUnreachable() throws {
        for isSilent in [false, true] {
            let peer = try ScriptedPeer { peer in
                try peer.logIn()
                try peer.expect("SIZE a", "213 5")
                _ = try peer.line()
                try peer.reply("200 ok")
                try peer.expect("RETR a", "150 go")
                if isSilent { return try peer.expectEnd() }
                try peer.reply("425 Can't open data connection.")
                try peer.expectGoodbye()
            }
            let client = Client(peer, timeout: isSilent ? 1 : 10, isActive: true)
            let error = client.failure { () throws(FileSystemError) in _ = try client.read("/a") }
            #expect(error?.detail.contains("Turn active mode off") == true)
            client.files.close()
            try peer.verify()
        }
    }

    @Test("A site that trusts PASV's address connects there; 0.0.0.0 still means the server")
    func trustedAddress() throws {
        for (address, isFirst) in [("127,0,0,2", true), ("0,0,0,0", false)] {
            let peer = try ScriptedPeer { peer in
                try peer.logIn()
                try peer.expect("SIZE a", "213 5")
                try peer.expect("EPSV", "500 no")
                try peer.expect("PASV")
                let port = try peer.listen(at: isFirst ? "127.0.0.2" : "127.0.0.1")
                try peer.reply("227 ok (\(address),\(port >> 8),\(port & 255))")
                try peer.sendFile("RETR a", "hello")
                try peer.expectGoodbye()
            }
            var site = Site(scheme: .ftp, host: "127.0.0.1", port: peer.port)
            site[TLSOptions.isWanted] = false
            site[FTPOptions.trustsPassiveAddress] = true
            let client = Client(site)
            #expect(try client.read("/a") == "hello")
            client.files.close()
            try peer.verify()
        }
    }

    @Test("An active transfer that is refused does not wait for a connection")
    func activeRefused() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SIZE a", "550 no")
            _ = try peer.line()
            try peer.reply("200 ok")
            try peer.expect("RETR a", "550 No such file")
            try peer.expectGoodbye()
        }
        let client = Client(peer, isActive: true)
        let error = client.failure { () throws(FileSystemError) in _ = try client.read("/a") }
        #expect(error?.kind == .notFound)
        client.files.close()
        try peer.verify()
    }

    @Test("Over IPv6 only EPSV and EPRT are used")
    func addressFamily() throws {
        let peer = try ScriptedPeer(at: "::1") { peer in
            try peer.logIn()
            try peer.expect("SIZE a", "213 5")
            try peer.expectPassive()
            try peer.sendFile("RETR a", "hello")
            try peer.expect("SIZE a", "213 5")
            try peer.expect("EPSV", "500 no more")
            let line = try peer.line()
            guard line.hasPrefix("EPRT |2|::1|") else { throw ScriptedPeer.Mismatch(line) }
            try peer.reply("500 no")
            try peer.expectGoodbye()
        }
        let client = Client(peer, host: "::1")
        #expect(try client.read("/a") == "hello")
        let error = client.failure { () throws(FileSystemError) in _ = try client.read("/a") }
        #expect(error?.kind == .connection)
        client.files.close()
        try peer.verify()
    }

    @Test("Servers that want to know the file first are told by PRET")
    func pret() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: ["PRET", "SIZE"])
            try peer.expect("SIZE a", "213 5")
            try peer.expect("PRET RETR a", "200 ok")
            try peer.expectPassive()
            try peer.sendFile("RETR a", "hello")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.read("/a") == "hello")
        client.files.close()
        try peer.verify()
    }

    @Test("PRET goes before each passive command, and its refusal is the file's")
    func pretRefused() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: ["PRET", "SIZE"])
            try peer.expect("SIZE a", "213 5")
            try peer.expect("PRET RETR a", "200 ok")
            try peer.expect("EPSV", "500 no")
            try peer.expect("PRET RETR a", "200 ok")
            try peer.expect("PASV")
            let port = try peer.listen()
            try peer.reply("227 ok (127,0,0,1,\(port >> 8),\(port & 255))")
            try peer.sendFile("RETR a", "hello")
            try peer.expect("SIZE b", "550 No such file")
            try peer.expect("PRET RETR b", "550 No such file")
            try peer.expect("PASV", "500 You need a client that knows PRET")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.read("/a") == "hello")
        let error = client.failure { () throws(FileSystemError) in _ = try client.read("/b") }
        #expect(error?.kind == .notFound)
        client.files.close()
        try peer.verify()
    }
}
