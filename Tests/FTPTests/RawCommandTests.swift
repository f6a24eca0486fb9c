import Files
import Support
import Testing

@testable import FTP

@Suite("A typed command is masked, refused or sent")
struct RawCommandTests {
    @Test(
        "Commands that need a data connection, or change the connection, are refused in words",
        arguments: [
            "LIST", "retr x", "STOR y", "PASV", "epsv", "PORT 1,2", "AUTH TLS", "MODE Z", "REST 5",
        ])
    func refused(line: String) {
        do {
            _ = try RawCommand(line)
            Issue.record("accepted")
        } catch {
            #expect(error.kind == .unsupported)
        }
    }

    @Test(
        "Passwords are masked wherever they may stand",
        arguments: [
            ("PASS secret", "PASS ****"), ("acct secret", "acct ****"),
            ("SITE PSWD old secret", "SITE PSWD ****"), ("site passwd secret", "SITE passwd ****"),
            ("SITE CHMOD 644 a", "SITE CHMOD 644 a"), ("STAT", "STAT"),
        ])
    func masked(line: String, shown: String) throws {
        #expect(try RawCommand(line).command.text == shown)
    }

    @Test("A line break is no way to a second command")
    func breaks() {
        do {
            _ = try RawCommand("NOOP a\r\nDELE b")
            Issue.record("accepted")
        } catch {
            #expect(error.kind == .badName)
        }
    }

    @Test("What a command may have changed is not known after it")
    func forgets() throws {
        let peer = try ScriptedPeer { peer in
            for line in ["NOOP", "TYPE A", "CWD x", "SITE HELP"] { try peer.expect(line, "200 ok") }
        }
        let session = try Bench(peer).session()
        func known(after line: String) throws -> [Bool] {
            _ = try RawCommand(line).send(on: session)
            defer {
                session.type = .binary
                session.directory.learn(from: Bench.reply("257 \"/\" is here"))
            }
            return [session.type.isBinary, session.directory.path != nil]
        }
        #expect(try known(after: "NOOP") == [true, true])
        #expect(try known(after: "TYPE A") == [false, true])
        #expect(try known(after: "CWD x") == [true, false])
        #expect(try known(after: "SITE HELP") == [false, false])
        try peer.verify()
    }
}
