import Files
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
}
