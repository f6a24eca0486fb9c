import FTP
import Files
import Support
import Synchronization
import Testing

@Suite("Data connections over TLS")
struct EncryptedDataTests {
    private let certificate: TestCertificate

    init() throws {
        certificate = try .shared()
    }

    /// A client that is logged in on its first operation; `script` goes on from there.
    private func with(
        _ version: ScriptedConversation.Version = .tls13, timeout: Int = 10,
        script: @escaping @Sendable (ScriptedConversation) throws -> Void,
        _ body: (SecureClient) throws -> Void
    ) throws {
        let peer = try ScriptedPeer { [certificate] peer in
            try peer.logInEncrypted(certificate, version)
            try script(peer)
        }
        let client = try SecureClient(peer, timeout: timeout, pinned: certificate)
        try body(client)
        client.files.close()
        try peer.verify()
    }

    @Test(
        "Each resumes the control connection's session, and the log says so",
        arguments: [ScriptedConversation.Version.tls12, .tls13])
    func resumption(version: ScriptedConversation.Version) throws {
        let resumed = Mutex(0)
        try with(version) { peer in
            for _ in 0..<5 {
                try peer.expect("SIZE file", "213 5")
                try peer.expectPassive()
                try peer.expect("RETR file")
                try peer.acceptData()
                try peer.reply("150 here")
                let handshake = try peer.encryptData()
                resumed.withLock { $0 += handshake.isResumed ? 1 : 0 }
                try peer.sendData("hello")
                peer.closeData()
                try peer.reply("226 done")
            }
            try peer.expectGoodbye()
        } _: { (client: SecureClient) throws in
            for _ in 0..<5 { #expect(try client.read("/file") == "hello") }
            let remarks = client.log.texts(.remark).filter { $0.hasPrefix("The data connection") }
            #expect(remarks.count == 5)
            #expect(remarks.allSatisfy { $0.hasSuffix("and resumed the session.") })
            #expect(client.memory.record(of: client.site).hasResumed)
        }
        #expect(resumed.withLock { $0 } == 5)
    }

    /// The orders that servers begin a download in.
    enum Order: CaseIterable, Sendable {
        case replyFirst, handshakeFirst, noPreliminaryReply, finalReplyFirst, allRepliesFirst
    }

    @Test("Replies, handshake and data may come in any order", arguments: Order.allCases)
    func order(of order: Order) throws {
        try with { peer in
            try peer.expect("SIZE file", "213 5")
            try peer.expectPassive()
            if order == .handshakeFirst {
                try peer.acceptData()
                try peer.expect("RETR file")
            } else {
                try peer.expect("RETR file")
                try peer.acceptData()
            }
            switch order {
            case .replyFirst: try peer.reply("150 here")
            case .finalReplyFirst: try peer.reply("226 done")
            case .allRepliesFirst: try peer.reply("150 here", "226 done")
            case .handshakeFirst, .noPreliminaryReply: break
            }
            try peer.encryptData()
            if order == .handshakeFirst { try peer.reply("150 here") }
            try peer.sendData("hello")
            peer.closeData()
            if ![.finalReplyFirst, .allRepliesFirst].contains(order) { try peer.reply("226 done") }
            try peer.expectGoodbye()
        } _: { (client: SecureClient) throws in
            #expect(try client.read("/file") == "hello")
        }
    }

    @Test("A refusal is a refusal, whether the data connection ends before or after it")
    func refusal() throws {
        try with { peer in
            for isClosedFirst in [true, false] {
                try peer.expect("SIZE none", "550 No such file")
                try peer.expectPassive()
                try peer.expect("RETR none")
                try peer.acceptData()
                if isClosedFirst { peer.closeData() }
                try peer.reply("550 No such file")
                if !isClosedFirst { try peer.expectDataEnd() }
            }
            try peer.expectGoodbye()
        } _: { (client: SecureClient) throws in
            for _ in 0..<2 {
                let error = client.failure { () throws(FileSystemError) in
                    _ = try client.read("/none")
                }
                #expect(error?.kind == .notFound)
            }
        }
    }

    @Test(
        "A server that demands the session back is quoted and explained",
        arguments: [
            "522 SSL connection failed: session reuse required",
            "425 Unable to build data connection: Operation not permitted",
        ])
    func reuseDemanded(reply: String) throws {
        try with { peer in
            try peer.expect("SIZE file", "213 5")
            try peer.expectPassive()
            try peer.expect("RETR file")
            try peer.acceptData()
            try peer.reply("150 here")
            try peer.encryptData()
            peer.closeData()
            try peer.reply(reply)
            try peer.expectGoodbye()
        } _: { (client: SecureClient) throws in
            let error = client.failure { () throws(FileSystemError) in
                _ = try client.read("/file")
            }
            #expect(error?.message.contains(reply) == true)
            let line = client.log.all.first { $0.text == reply }
            #expect(line?.explanation?.contains("session") == true)
        }
    }

    @Test("An upload ends in TLS's own way, however small", arguments: [5, 300_000])
    func upload(size: Int) throws {
        let got = Mutex<(count: Int, hasFinished: Bool)>((0, false))
        try with { peer in
            try peer.expectPassive()
            try peer.expect("STOR file")
            try peer.acceptData()
            try peer.reply("150 send")
            try peer.encryptData()
            let bytes = try peer.receiveData()
            let end = (bytes.count, peer.hasDataFinished)
            got.withLock { $0 = end }
            peer.closeData()
            try peer.reply("226 stored")
            try peer.expectGoodbye()
        } _: { (client: SecureClient) throws in
            let text = String(repeating: "x", count: size)
            try client.write("/file", text, Creation(size: UInt64(size)))
        }
        #expect(got.withLock { $0.count } == size)
        #expect(got.withLock { $0.hasFinished })
    }

    @Test(
        "Without TLS's own end a download counts only where its size is known",
        arguments: [true, false])
    func cut(hasSize: Bool) throws {
        try with { peer in
            try peer.expect("SIZE file", hasSize ? "213 5" : "550 what?")
            try peer.expectPassive()
            try peer.expect("RETR file")
            try peer.acceptData()
            try peer.reply("150 here")
            try peer.encryptData()
            try peer.sendData("hello")
            peer.cutData()
            try peer.reply("226 done")
            try peer.expectGoodbye()
        } _: { (client: SecureClient) throws in
            var text: String?
            let error = client.failure { () throws(FileSystemError) in
                text = try client.read("/file")
            }
            #expect(error?.kind == (hasSize ? nil : .truncated))
            #expect(text == (hasSize ? "hello" : nil))
        }
    }

    @Test("A listing without TLS's own end is no listing")
    func cutListing() throws {
        try with { peer in
            try peer.expectPassive()
            try peer.expect("LIST -a")
            try peer.acceptData()
            try peer.reply("150 here")
            try peer.encryptData()
            try peer.sendData("-rw-r--r-- 1 me me 5 Jan  1 2020 file\r\n")
            peer.cutData()
            try peer.reply("226 done")
            try peer.expectGoodbye()
        } _: { (client: SecureClient) throws in
            let error = client.failure { () throws(FileSystemError) in _ = try client.names("/") }
            #expect(error?.kind == .truncated)
        }
    }

    @Test("Another certificate than the control connection's is someone else")
    func otherCertificate() throws {
        let other = try TestCertificate()
        try with { peer in
            try peer.expect("SIZE file", "213 5")
            try peer.expectPassive()
            try peer.expect("RETR file")
            try peer.acceptData()
            try peer.reply("150 here")
            _ = try? peer.encryptData(as: other)
            try peer.expectEnd()
        } _: { (client: SecureClient) throws in
            let error = client.failure { () throws(FileSystemError) in
                _ = try client.read("/file")
            }
            #expect(error?.kind == .security)
            #expect(error?.detail.contains("a different certificate") == true)
        }
    }

    @Test(
        "A server that never resumed need not; one that did must",
        arguments: [false, true])
    func resumptionLost(didBefore: Bool) throws {
        let same = certificate
        try with { peer in
            for isAgain in [false, true] {
                try peer.expect("SIZE file", "213 5")
                try peer.expectPassive()
                try peer.expect("RETR file")
                try peer.acceptData()
                try peer.reply("150 here")
                // The same certificate, with a memory of its own.
                try peer.encryptData(as: same)
                guard didBefore else { break }
                try peer.expectEnd()
                if isAgain { return }
                // The session may have been too old; a new connection's is not.
                try peer.accept()
                try peer.reply("220 ready")
                try peer.expect("AUTH TLS", "234 go on")
                try peer.encrypt(same)
                try peer.expect("USER anonymous", "230 in")
                try peer.expect("PBSZ 0", "200 ok")
                try peer.expect("PROT P", "200 ok")
                try peer.setUp(asksFeatures: false)
            }
            try peer.sendData("hello")
            peer.closeData()
            try peer.reply("226 done")
            try peer.expectGoodbye()
        } _: { (client: SecureClient) throws in
            if didBefore { client.memory.update(client.site) { $0.hasResumed = true } }
            let error = client.failure { () throws(FileSystemError) in
                _ = try client.read("/file")
            }
            #expect(error?.kind == (didBefore ? .security : nil))
            if didBefore { #expect(error?.detail.contains("known_servers") == true) }
        }
    }

    @Test("A session that has expired is renewed by a new connection, once")
    func expired() throws {
        let same = certificate
        let peer = try ScriptedPeer { peer in
            try peer.logInEncrypted(same)
            for isExpired in [false, true] {
                try peer.expect("SIZE file", "213 5")
                try peer.expectPassive()
                try peer.expect("RETR file")
                try peer.acceptData()
                try peer.reply("150 here")
                try peer.encryptData(as: isExpired ? same : nil)
                if isExpired { break }
                try peer.sendData("hello")
                peer.closeData()
                try peer.reply("226 done")
            }
            try peer.expectEnd()
            try peer.accept()
            try peer.reply("220 ready")
            try peer.expect("AUTH TLS", "234 go on")
            try peer.encrypt(same)
            try peer.expect("USER anonymous", "230 in")
            try peer.expect("PBSZ 0", "200 ok")
            try peer.expect("PROT P", "200 ok")
            try peer.setUp(asksFeatures: false)
            try peer.expect("SIZE file", "213 5")
            try peer.expectPassive()
            try peer.expect("RETR file")
            try peer.acceptData()
            try peer.reply("150 here")
            try peer.encryptData()
            try peer.sendData("again")
            peer.closeData()
            try peer.reply("226 done")
            try peer.expectGoodbye()
        }
        let client = try SecureClient(peer, pinned: certificate)
        #expect(try client.read("/file") == "hello")
        #expect(try client.read("/file") == "again")
        client.files.close()
        try peer.verify()
    }

    @Test("A data handshake that never comes ends with the timeout")
    func silence() throws {
        try with(timeout: 1) { peer in
            try peer.expect("SIZE file", "213 5")
            try peer.expectPassive()
            try peer.expect("RETR file")
            try peer.acceptData()
            try peer.reply("150 here")
            try peer.expectDataEnd()
        } _: { (client: SecureClient) throws in
            let error = client.failure { () throws(FileSystemError) in
                _ = try client.read("/file")
            }
            #expect(error?.kind == .timeout)
        }
    }

    @Test("In active mode the server connects, and the handshake is still the client's to begin")
    func active() throws {
        let peer = try ScriptedPeer { [certificate] peer in
            try peer.logInEncrypted(certificate)
            try peer.expect("SIZE file", "213 5")
            let line = try peer.line()
            let parts = line.split(separator: "|")
            guard line.hasPrefix("EPRT |1|127.0.0.1|"), let port = UInt16(parts.last ?? "") else {
                throw ScriptedPeer.Mismatch("no EPRT: \(line)")
            }
            try peer.reply("200 ok")
            try peer.expect("RETR file", "150 coming")
            try peer.connectData(port: port)
            try peer.encryptData()
            try peer.sendData("hello")
            peer.closeData()
            try peer.reply("226 done")
            try peer.expectGoodbye()
        }
        let client = try SecureClient(peer, pinned: certificate, isActive: true)
        #expect(try client.read("/file") == "hello")
        client.files.close()
        try peer.verify()
    }
}
