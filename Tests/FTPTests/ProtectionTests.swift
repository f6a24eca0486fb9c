import Files
import Support
import Testing
import Transport

@testable import FTP

@Suite("A connection's TLS")
struct ProtectionTests {
    private func protection(_ bench: Bench) throws -> (Protection, ControlConnection) {
        let control = try bench.control()
        return (Protection(control, bench.encryption, nil), control)
    }

    @Test("A site in clear asks for nothing")
    func plain() throws {
        let peer = try ScriptedPeer { peer in try peer.expectEnd() }
        let (protection, control) = try protection(Bench(peer))
        #expect(try !protection.begin())
        #expect(try protection.commands.isEmpty)
        #expect(protection.security == .clear)
        control.close()
        try peer.verify()
    }

    @Test("What is offered is taken, and protects data connections too")
    func taken() throws {
        let certificate = try TestCertificate.shared()
        let peer = try ScriptedPeer { peer in
            try peer.expect("AUTH TLS", "234 go on")
            try peer.encrypt(certificate)
            try peer.expect("PBSZ 0", "200 ok")
            try peer.expect("PROT P", "534 no")
            try peer.expectEnd()
        }
        let trust = TrustPolicy(isInsecure: true, memory: TransientTrust())
        let (protection, control) = try protection(Bench(peer, .ftpes, trust: trust) { _ in })
        #expect(try protection.begin())
        #expect(protection.state != nil)
        let commands = try protection.commands
        #expect(commands.map(\.text) == ["PBSZ 0", "PROT P"])
        let tickets = try control.send(commands)
        try protection.check(control.final(for: tickets[0]))
        #expect(throws: FileSystemError.self) {
            try protection.check(control.final(for: tickets[1]))
        }
        control.close()
        try peer.verify()
    }

    @Test("A refusal is the end where TLS is demanded, and in clear where it is only wanted")
    func refused() throws {
        for (scheme, isEnd) in [(Site.Scheme.ftpes, true), (.ftp, false)] {
            let peer = try ScriptedPeer { peer in
                try peer.expect("AUTH TLS", "502 what?")
                try peer.expectEnd()
            }
            let bench = Bench(peer, scheme) { _ in }
            let (protection, control) = try protection(bench)
            let failure = bench.failure { () throws(FileSystemError) in
                #expect(try !protection.begin())
            }
            #expect(failure?.kind == (isEnd ? .security : nil))
            #expect(protection.state == nil)
            control.close()
            try peer.verify()
        }
    }
}
