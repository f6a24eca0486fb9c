import FTP
import Files
import Testing

@Suite("Commands are built in one place")
struct CommandTests {
    @Test("A command ends in CR LF, and its argument goes as it is")
    func plain() throws {
        let command = try Command("RETR", Array(" a b ".utf8))
        #expect(command.bytes == Array("RETR  a b \r\n".utf8))
        #expect(command.text == "RETR  a b ")
    }

    @Test("0xFF is doubled for servers that know Telnet")
    func telnet() throws {
        let command = try Command("DELE", [0x61, 0xFF])
        #expect(command.escaped == Array("DELE a".utf8) + [0xFF, 0xFF, 13, 10])
        #expect(command.bytes == Array("DELE a".utf8) + [0xFF, 13, 10])
    }

    @Test("Nothing that ends a command gets in, wherever it stands; other control bytes are names'")
    func controls() throws {
        for byte in Array(UInt8(1)..<0x20) + [0x7F] where byte != 0x0A && byte != 0x0D {
            #expect(
                try Command("MKD", [0x61, byte]).bytes == Array("MKD a".utf8) + [byte, 13, 10])
            #expect(throws: FileSystemError.self) {
                try Command("PASS", [0x61, byte], isSecret: true)
            }
        }
        for byte: UInt8 in [0, 0x0A, 0x0D] {
            for position in 0...2 {
                var argument = Array("ab".utf8)
                argument.insert(byte, at: position)
                do {
                    _ = try Command("MKD", argument, path: Path("/x/file"))
                    Issue.record("accepted \(byte)")
                } catch {
                    #expect(error.kind == .badName)
                    #expect(error.detail.contains("/x/file"))
                }
            }
        }
    }

    @Test("A secret is masked, and so is what is wrong with it")
    func secrets() throws {
        #expect(try Command("PASS", Array("hunter2".utf8), isSecret: true).text == "PASS ****")
        do {
            _ = try Command("PASS", Array("hunter\r\n2".utf8), isSecret: true)
            Issue.record("accepted")
        } catch {
            #expect(!error.message.contains("hunter"))
        }
    }

    @Test("A name of more than 8 KiB is refused")
    func length() {
        #expect(throws: FileSystemError.self) {
            try Command("RETR", Array(repeating: 0x61, count: 9_000))
        }
    }

    @Test("The log shows names in the site's charset, and secrets in none")
    func charset() throws {
        var site = Site(scheme: .ftp, host: "example.org")
        let name: [UInt8] = [0xEC, 0xE8, 0xF0, 0xFF, 0x20, 0x78]
        let command = try Command("STOR", name)
        #expect(command.text(on: site) == command.text)
        site.charset = "CP1251"
        #expect(command.text(on: site) == "STOR миря x")
        #expect(try Command("PASS", name, isSecret: true).text(on: site) == "PASS ****")
        #expect(try Command("NOOP").text(on: site) == "NOOP")
        #expect(try Command("MKD", Array("é".utf8)).text(on: site) == "MKD é")
    }
}
