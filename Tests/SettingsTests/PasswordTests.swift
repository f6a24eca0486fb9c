import Files
import Glibc
import Settings
import Support
import Testing

@Suite("Passwords come from .netrc and from commands")
struct PasswordTests {
    @Test("Entries of .netrc are found by host and user")
    func netrc() {
        let netrc = Netrc(
            """
            # machine commented login x
            machine Example.org login alice password wonder account books
            machine example.org login bob
              password "two words\\" x"
            macdef init
            machine trap password p
            cd /pub

            machine other password only
            default login anonymous password me@
            """)
        #expect(
            netrc.login(host: "example.org", user: nil)
                == .init(user: "alice", password: Secret("wonder"), account: "books"))
        #expect(
            netrc.login(host: "EXAMPLE.ORG", user: "bob")
                == .init(user: "bob", password: Secret("two words\" x")))
        #expect(netrc.login(host: "other", user: "x")?.password == Secret("only"))
        #expect(netrc.login(host: "trap", user: nil)?.user == "anonymous")
        #expect(netrc.login(host: "example.org", user: "carol") == nil)
        #expect(netrc.login(host: "unknown", user: "anonymous")?.password == Secret("me@"))
    }

    @Test("What stands behind a default that fits is never reached")
    func defaultFirst() {
        let netrc = Netrc("default login all password a\nmachine h login one password b")
        #expect(netrc.login(host: "h", user: nil)?.user == "all")
        #expect(netrc.login(host: "h", user: "one")?.password == Secret("b"))
    }

    @Test("An account is of the user that is named, or of anyone")
    func account() {
        let netrc = Netrc(
            "machine h login alice account books\nmachine h login bob\nmachine i account any")
        #expect(netrc.account(host: "H", user: "alice") == "books")
        #expect(netrc.account(host: "h", user: "bob") == nil)
        #expect(netrc.account(host: "h", user: "carol") == nil)
        #expect(netrc.account(host: "h", user: nil) == nil)
        #expect(netrc.account(host: "i", user: "carol") == "any")
    }

    @Test(
        "Odd files are read as far as they can be",
        arguments: [
            "", "machine", "machine a login", "password x", "machine a \"unclosed", "macdef",
            "macdef x\nend", "\"\\", "machine a password \"\\",
        ])
    func odd(text: String) {
        #expect(Netrc(text).login(host: "b", user: nil) == nil)
    }

    @Test("A .netrc that others may read is warned of")
    func permissions() throws {
        let folder = try TemporaryFolder()
        let path = folder.path(".netrc")
        #expect(try Netrc.load(path).login(host: "h", user: nil) == nil)
        try folder.write("machine h login u password secret-word", to: ".netrc")
        chmod(path, 0o644)
        let warning = try Netrc.load(path).warning
        #expect(warning?.contains("chmod 600") == true)
        #expect(warning?.contains("secret-word") == false)
        chmod(path, 0o600)
        #expect(try Netrc.load(path).warning == nil)
        #expect(try Netrc.load(path).login(host: "h", user: nil)?.password == Secret("secret-word"))
    }

    @Test("The first line of a command's output is the password")
    func command() throws {
        #expect(
            try PasswordCommand.run("printf 'pass word\\nmore\\n'", site: "s")
                == Secret("pass word"))
        #expect(try PasswordCommand.run("printf 'x\\r\\n'", site: "s") == Secret("x"))
        #expect(try PasswordCommand.run("cat; echo end", site: "s") == Secret("end"))
        #expect(
            try PasswordCommand.run("tty -s </dev/tty && echo tty || echo none", site: "s")
                == Secret("none"))
    }

    private func failure(_ command: String, timeout: Double = 60) -> String {
        do {
            _ = try PasswordCommand.run(command, site: "web01", timeout: timeout)
            return "none"
        } catch {
            return "\(error)"
        }
    }

    @Test("A command that fails is one sentence, without what it wrote as a password")
    func failures() {
        let failed = failure("echo hunter2; printf 'no key\\033[31m\\nmore\\n' >&2; exit 3")
        #expect(failed == "web01: The password_command failed (no key\\x1b[31m).")
        #expect(failure("true") == "web01: The password_command printed nothing.")
        #expect(failure("exit 1") == "web01: The password_command failed.")
        #expect(failure("printf '\\377\\n'").contains("UTF-8"))
        #expect(failure("head -c 100000 /dev/zero").contains("UTF-8"))
    }

    @Test("A command that does not end is stopped, with all that it started")
    func timeout() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("fifo")
        #expect(mkfifo(path, 0o600) == 0)
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        // Whoever still runs holds the other end.
        #expect(failure("sleep 600 > \(path) & wait", timeout: 0.5).contains("did not end"))
        var end = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
        #expect(poll(&end, 1, 10_000) == 1)
        #expect(Int32(end.revents) & POLLHUP != 0)
    }

    @Test("A command that closes its output and goes on is stopped in time, too")
    func deaf() {
        #expect(
            failure("echo secret; exec >&- 2>&-; sleep 600", timeout: 0.5).contains("did not end"))
    }
}
