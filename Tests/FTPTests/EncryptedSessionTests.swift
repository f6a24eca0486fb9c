import FTP
import Files
import Support
import Synchronization
import Testing

@Suite("TLS sessions of data connections")
struct EncryptedSessionTests {
    private let certificate: TestCertificate

    init() throws {
        certificate = try .shared()
    }

    @Test(
        "To resume another data connection's session proves nothing, and is not asked for later",
        arguments: [ScriptedConversation.Version.tls12, .tls13])
    func apart(version: ScriptedConversation.Version) throws {
        let peer = try ScriptedPeer { [certificate] peer in
            try peer.logInEncrypted(certificate, version)
            for _ in 0..<4 {
                try peer.expect("SIZE file", "213 5")
                try peer.expectPassive()
                try peer.expect("RETR file")
                try peer.acceptData()
                try peer.reply("150 here")
                try peer.encryptData(apartAs: certificate, version)
                try peer.sendData("hello")
                peer.closeData()
                try peer.reply("226 done")
            }
            try peer.expectGoodbye()
        }
        let client = try SecureClient(peer, pinned: certificate)
        for _ in 0..<4 { #expect(try client.read("/file") == "hello") }
        #expect(!client.memory.record(of: client.site).hasResumed)
        client.files.close()
        try peer.verify()
    }

    @Test(
        "Where certificates are not judged, sessions are not asked for either",
        arguments: [true, false])
    func insecure(resumes: Bool) throws {
        let peer = try ScriptedPeer { [certificate] peer in
            try peer.logInEncrypted(certificate)
            try peer.expect("SIZE file", "213 5")
            try peer.expectPassive()
            try peer.expect("RETR file")
            try peer.acceptData()
            try peer.reply("150 here")
            try peer.encryptData(as: resumes ? nil : certificate)
            try peer.sendData("hello")
            peer.closeData()
            try peer.reply("226 done")
            try peer.expectGoodbye()
        }
        let client = try SecureClient(
            peer, policy: TrustPolicy(isInsecure: true, memory: TransientTrust()))
        if !resumes { client.memory.update(client.site) { $0.hasResumed = true } }
        #expect(try client.read("/file") == "hello")
        #expect(client.memory.record(of: client.site).hasResumed == !resumes)
        client.files.close()
        try peer.verify()
    }

    @Test("A server that takes each session once costs one new connection, not one for each file")
    func takenOnce() throws {
        let resumed = Mutex<[Bool]>([])
        let peer = try ScriptedPeer { [certificate] peer in
            func serve() throws -> Bool {
                try peer.expect("SIZE file", "213 5")
                try peer.expectPassive()
                try peer.expect("RETR file")
                try peer.acceptData()
                try peer.reply("150 here")
                let isResumed = try peer.encryptData().isResumed
                resumed.withLock { $0.append(isResumed) }
                guard isResumed else { return false }
                try peer.sendData("hello")
                peer.closeData()
                try peer.reply("226 done")
                return true
            }
            try peer.reply("220 ready")
            try peer.expect("AUTH TLS", "234 go on")
            try peer.encrypt(certificate, takesSessionsOnce: true)
            try peer.expect("USER anonymous", "230 in")
            try peer.setUpEncrypted()
            while try serve() {}
            try peer.expectEnd()
            try peer.accept()
            try peer.reply("220 ready")
            try peer.expect("AUTH TLS", "234 go on")
            try peer.encrypt(certificate, takesSessionsOnce: true)
            try peer.expect("USER anonymous", "230 in")
            try peer.expect("PBSZ 0", "200 ok")
            try peer.expect("PROT P", "200 ok")
            try peer.setUp(asksFeatures: false)
            for _ in 0..<5 { _ = try serve() }
            try peer.expectGoodbye()
        }
        let client = try SecureClient(peer, pinned: certificate)
        for _ in 0..<6 { #expect(try client.read("/file") == "hello") }
        client.files.close()
        try peer.verify()
        #expect(resumed.withLock { $0 } == [true, false, true, true, true, true, true])
    }
}
