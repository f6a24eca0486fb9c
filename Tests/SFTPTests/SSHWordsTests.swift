import Files
import Testing
import Transport

@testable import SFTP

@Suite("What ssh says on stderr")
struct SSHWordsTests {
    private let site = Site(scheme: .sftp, host: "box", user: "me")

    private func explained(
        _ lines: String..., ending: Subprocess.Ending = .status(255),
        stage: SSHFailure.Stage = .started,
        questions: SSHCommandLine.Questions = .asked
    ) -> FileSystemError {
        SSHFailure(
            site: site, lines: lines, ending: ending, stage: stage, questions: questions
        ).explained
    }

    @Test(
        "Each way to fail has a kind, and is told in a sentence that names the host",
        arguments: [
            (
                "ssh: Could not resolve hostname box: Name or service not known",
                FileSystemError.Kind.connection
            ),
            ("ssh: connect to host box port 22: Connection refused", .connection),
            ("Connection to 192.0.2.7 port 22 timed out", .connection),
            ("ssh: connect to host box port 22: No route to host", .connection),
            ("kex_exchange_identification: Connection closed by remote host", .connection),
            ("Connection reset by 192.0.2.7 port 22", .connection),
            ("Connection closed by UNKNOWN port 65535", .connection),
            ("channel 0: open failed: connect failed: Connection refused", .connection),
            ("me@box: Permission denied (publickey,password).", .login),
            ("Received disconnect from 192.0.2.7: Too many authentication failures", .login),
            ("Host key verification failed.", .security),
            ("subsystem request failed on channel 0", .unsupported),
            (
                "Unable to negotiate with 192.0.2.7 port 22: no matching cipher found. Their offer: x",
                .unsupported
            ),
            ("command-line: line 0: Bad configuration option: nonsense", .other),
            ("Bad owner or permissions on /home/me/.ssh/config", .other),
            ("Can't open user config file nosuchfile: No such file or directory", .other),
        ])
    func kinds(line: String, kind: FileSystemError.Kind) {
        let error = explained("Host key fingerprint is SHA256:x", line)
        #expect(error.kind == kind)
        #expect(error.reply == line)
        #expect(error.isTransient == (kind == .connection))
        #expect(error.detail.contains("box"))
        #expect(error.detail.last == ".")
    }

    @Test("The reason goes before its consequences")
    func reasons() {
        let refused = explained(
            "channel 0: open failed: connect failed: Connection refused",
            "stdio forwarding failed", "Connection closed by UNKNOWN port 65535")
        #expect(refused.reply == "channel 0: open failed: connect failed: Connection refused")
        let many = explained(
            "Received disconnect from 192.0.2.7 port 22:2: Too many authentication failures",
            "Disconnected from 192.0.2.7 port 22")
        #expect(many.detail.contains("too many keys"))
    }

    @Test("Where nobody was asked, a refused login says so")
    func unasked() {
        let error = explained("me@box: Permission denied (password).", questions: .left)
        #expect(error.detail.contains("needs an answer from you"))
    }

    @Test("What is not known is quoted, and silence is told with the status")
    func unknown() {
        let quoted = explained("mux_client_hello_exchange: odd")
        #expect(
            quoted.detail
                == "ssh to box ended with status 255 (\(quoted.reply ?? "?")).")
        #expect(explained().detail.contains("status 255 without a message"))
        #expect(explained(ending: .signal(11)).detail.contains("by signal 11"))
        #expect(explained(ending: .status(127)).detail.contains("ssh_command"))
        let remote = explained(ending: .status(127), stage: .loggingIn)
        #expect(remote.kind == .unsupported)
        #expect(remote.detail.contains("sftp_server"))
    }

    @Test("A connection that stood and broke is another matter than a login")
    func later() {
        let error = explained("Connection to box closed by remote host.", stage: .begun)
        #expect(error.detail == "box closed the connection.")
        #expect(error.isTransient)
        let silent = explained("Timeout, server box not responding.", stage: .begun)
        #expect(silent.detail.contains("stopped responding"))
    }

    private static let changed = """
        @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
        @    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @
        @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
        IT IS POSSIBLE THAT SOMEONE IS DOING SOMETHING NASTY!
        The fingerprint for the ED25519 key sent by the remote host is
        SHA256:aEPr3IdFGv310spaiIcY4t1LW66JgedON0Y9N2k3pZ8.
        Please contact your system administrator.
        Add correct host key in /home/me/.ssh/known: hosts to get rid of this message.
        Offending RSA key in /home/me/.ssh/known: hosts:17
          remove with:
          ssh-keygen -f "/home/me/.ssh/known: hosts" -R "[way.example]:2200"
        """

    @Test("A changed host key is known as soon as the host is named")
    func changedKey() {
        var alarm = HostKeyAlarm()
        let lines = SSHWordsTests.changed.split(separator: "\n").map(String.init)
        var ends: [Bool] = []
        for line in lines { ends.append(alarm.take(line)) }
        #expect(ends.firstIndex(of: true) == lines.count - 1)
        let error = alarm.failure("sftp://me@box", site: site)
        #expect(error?.kind == .security)
        #expect(
            error?.question
                == .hostKey(
                    .changed(
                        HostKey(
                            host: "way.example", port: 2200, type: "ED25519",
                            fingerprint: "SHA256:aEPr3IdFGv310spaiIcY4t1LW66JgedON0Y9N2k3pZ8"),
                        known: KnownHostsLine(file: "/home/me/.ssh/known: hosts", number: 17))))
    }

    @Test("A changed host key is an alarm even where the rest is not understood")
    func oddAlarm() {
        var alarm = HostKeyAlarm()
        for line in ["@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @", "Offending key"] {
            let isWhole = alarm.take(line)
            #expect(!isWhole)
        }
        #expect(alarm.failure("sftp://me@box", site: site)?.kind == .security)
    }

    @Test("A revoked host key is told as that, and ordinary words are no alarm")
    func revoked() {
        var alarm = HostKeyAlarm()
        _ = alarm.take("The fingerprint for the ED25519 key sent by the remote host is")
        #expect(alarm.failure("sftp://me@box", site: site) == nil)
        _ = alarm.take("@       WARNING: REVOKED HOST KEY DETECTED!               @")
        #expect(alarm.failure("sftp://me@box", site: site)?.detail.contains("revoked") == true)
    }

    @Test("Lines are bounded, sanitised, and split wherever they are cut")
    func lines() {
        var lines = ErrorLines()
        #expect(lines.feed(Array("one\r\ntw".utf8)) == ["one"])
        #expect(lines.feed(Array("o\u{1B}[31m\n\n".utf8)) == ["two\\x1b[31m", ""])
        #expect(lines.takeRest() == nil)
        _ = lines.feed(Array("rest".utf8))
        #expect(lines.takeRest() == "rest")
        let long = lines.feed([UInt8](repeating: 0x41, count: 1 << 20) + [0x0A])
        #expect(long.map(\.count) == [ErrorLines.limit + 3])
    }

    @Test("A server's words before a question belong to it, the image of a known key does not")
    func instruction() {
        var words = LoginWords()
        let image = [
            "Host key fingerprint is SHA256:x", "+--[RSA 2]--+", "|  .  |", "+----[SHA256]-----+",
        ]
        var isLogged: [Bool] = []
        for line in image { isLogged.append(words.take(line)) }
        #expect(isLogged == [true, false, false, false])
        for line in ["Welcome", "", "| not an image |", "Permission denied, please try again."] {
            _ = words.take(line)
        }
        #expect(words.lines == ["Welcome", "| not an image |"])
        #expect(words.wasDenied)
        words.reset()
        #expect(words.lines.isEmpty && !words.wasDenied)
        for number in 0..<50 { _ = words.take("\(number)") }
        #expect(words.lines.count == 20)
        #expect(words.lines.last == "49")
    }
}
