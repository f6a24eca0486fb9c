import Files
import Glibc
import Support
import Testing
import Transport

@testable import SFTP

@Suite("Logging in by a program that asks as ssh does")
struct SSHLoginTests {
    private static let version: [UInt8] = [0, 0, 0, 5, 2, 0, 0, 0, 3]
    /// Asks for the password until it is right, three times at most, as ssh does.
    private static let passwords = """
        for round in 1 2 3; do
          [[ $(ask "me@box's password: ") == right ]] && { version; exit; }
          [[ $round == 3 ]] || say 'Permission denied, please try again.'
        done
        say 'me@box: Permission denied (publickey,password).'
        exit 255
        """

    @Test("A password is asked for until it is right, and the next login has it from memory")
    func password() throws {
        let bench = try SSHBench(SSHLoginTests.passwords)
        let prompter = StubPrompter("wrong", "right")
        #expect(try bench.handshake(bench.opener(nil, prompter)) == SSHLoginTests.version)
        #expect(prompter.shown.map(\.kind) == [.password, .password])
        #expect(prompter.shown.map(\.wasRefused) == [false, true])
        #expect(prompter.shown.map(\.line) == ["me@box's password:", "me@box's password:"])
        #expect(prompter.shown.first?.site == "sftp://me@box")

        let silent = StubPrompter()
        #expect(try bench.handshake(bench.opener(nil, silent)) == SSHLoginTests.version)
        #expect(silent.shown.isEmpty)
        #expect(try bench.handshake(bench.opener()) == SSHLoginTests.version)
        #expect(!bench.arguments.contains("BatchMode=yes"))
        #expect(!bench.log.contains { $0.contains("right") || $0.contains("wrong") })
    }

    @Test("After the third refusal it ends with a sentence, and is not repeated unwatched")
    func refused() throws {
        let bench = try SSHBench(SSHLoginTests.passwords)
        let prompter = StubPrompter("a", "b", "c", "d")
        let error = bench.failure(bench.opener(nil, prompter))
        #expect(error?.kind == .login)
        #expect(error?.reply == "me@box: Permission denied (publickey,password).")
        #expect(prompter.shown.count == 3)

        let started = bench.log.count
        #expect(bench.failure(bench.opener()) == error)
        #expect(bench.log.count == started)
        let again = StubPrompter("right")
        #expect(try bench.handshake(bench.opener(nil, again)) == SSHLoginTests.version)
        #expect(try bench.handshake(bench.opener()) == SSHLoginTests.version)
    }

    @Test("A password that was given is used once, and the user is asked where it is refused")
    func given() throws {
        let bench = try SSHBench(SSHLoginTests.passwords)
        let prompter = StubPrompter("right")
        #expect(
            try bench.handshake(bench.opener(nil, prompter, given: "old"))
                == SSHLoginTests.version)
        #expect(prompter.shown.map(\.wasRefused) == [true])
        let other = try SSHBench(SSHLoginTests.passwords)
        #expect(
            try other.handshake(other.opener(given: "right")) == SSHLoginTests.version)
    }

    @Test("A given password goes to the site's own account and to no other")
    func strangers() throws {
        let bench = try SSHBench(
            "[[ $(ask \"me@way's password: \") == typed ]] && version")
        let prompter = StubPrompter("typed")
        #expect(
            try bench.handshake(bench.opener(nil, prompter, given: "mine"))
                == SSHLoginTests.version)
        #expect(prompter.shown.count == 1)
    }

    @Test("Where nobody watches, a question ends the login and is told")
    func unwatched() throws {
        let bench = try SSHBench(SSHLoginTests.passwords)
        let error = bench.failure(bench.opener(given: "wrong"))
        #expect(error?.kind == .login)
        #expect(error?.detail.contains("\"me@box's password:\"") == true)
        let batch = try SSHBench(
            "say 'me@box: Permission denied (password).'; exit 255")
        #expect(batch.failure(batch.opener())?.kind == .login)
        #expect(batch.arguments.contains("BatchMode=yes"))
    }

    @Test("A challenge is shown with the server's words, and its answer is never kept")
    func challenges() throws {
        let bench = try SSHBench(
            """
            say 'Two steps' 'Look at your token.'
            [[ $(ask '(me@box) Password: ') == word ]] || exit 1
            [[ $(ask '(me@box) Code: ') == 123456 ]] && version
            """)
        for _ in 0..<2 {
            let prompter = StubPrompter("word", "123456")
            #expect(try bench.handshake(bench.opener(nil, prompter)) == SSHLoginTests.version)
            #expect(prompter.shown.map(\.kind) == [.challenge, .challenge])
            #expect(prompter.shown[0].instruction == ["Two steps", "Look at your token."])
            #expect(prompter.shown[1].instruction == [])
            #expect(prompter.shown[1].line == "(me@box) Code:")
        }
        let prompter = StubPrompter("123456")
        #expect(
            try bench.handshake(bench.opener(nil, prompter, given: "word"))
                == SSHLoginTests.version)
        #expect(prompter.shown.map(\.line) == ["(me@box) Code:"])
    }

    @Test("A passphrase is kept for all sites, a PIN is not")
    func keys() throws {
        let bench = try SSHBench(
            """
            [[ $(ask "Enter passphrase for key '/k': ") == open ]] || exit 1
            [[ $(ask "Enter PIN for ED25519-SK key /k: ") == 1234 ]] && version
            """)
        let first = StubPrompter("open", "1234")
        #expect(try bench.handshake(bench.opener(nil, first)) == SSHLoginTests.version)
        #expect(first.shown.map(\.kind) == [.passphrase, .pin])
        var other = bench.site
        other.host = "other"
        let second = StubPrompter("1234")
        #expect(try bench.handshake(bench.opener(other, second)) == SSHLoginTests.version)
        #expect(second.shown.map(\.kind) == [.pin])
    }

    @Test("No secret goes from memory to an ssh that passes a server's prompts on unmarked")
    func unmarked() throws {
        let bench = try SSHBench(
            "[[ $(ask \"Enter passphrase for key '/k': \") == open ]] && version")
        try bench.folder.write("user me\nhostname box\nport 22\n", to: "configuration")
        for _ in 0..<2 {
            let prompter = StubPrompter("open")
            #expect(try bench.handshake(bench.opener(nil, prompter)) == SSHLoginTests.version)
            #expect(prompter.shown.count == 1)
        }
    }

    @Test("A confirmation is answered with yes, and a declined login ends with a sentence")
    func confirmation() throws {
        let bench = try SSHBench(
            "[[ $(SSH_ASKPASS_PROMPT=confirm ask $'Allow use of key k?\\nSHA256:x') == yes ]] && version"
        )
        let prompter = StubPrompter { _, _ in .confirmed }
        #expect(try bench.handshake(bench.opener(nil, prompter)) == SSHLoginTests.version)
        #expect(prompter.shown.map(\.kind) == [.confirmation])
        #expect(prompter.shown[0].instruction == ["Allow use of key k?"])
        let error = bench.failure(bench.opener(nil, StubPrompter { _, _ in .declined }))
        #expect(error?.kind == .login)
        #expect(error?.detail.contains("You declined") == true)
    }

    @Test("A touch is shown until the helper is ended, and needs no answer")
    func touch() throws {
        let bench = try SSHBench(
            """
            exec 3<&0
            mkfifo "$HERE/shown"
            SSH_ASKPASS_PROMPT=none "$SSH_ASKPASS" 'Confirm user presence' >/dev/null &
            read <"$HERE/shown"
            kill $!; wait $!
            version <&3
            """)
        let path = bench.folder.path("shown")
        let prompter = StubPrompter { _, _ in
            SSHBench.open(path)
            return nil
        }
        #expect(try bench.handshake(bench.opener(nil, prompter)) == SSHLoginTests.version)
        #expect(prompter.shown.map(\.kind) == [.touch])
        #expect(bench.isSoon { prompter.withdrawnCount == 1 })
    }

    @Test("A host key that ssh does not know is a question, and its fingerprint the answer")
    func hostKey() throws {
        let bench = try SSHBench(
            """
            answer=$(ask "The authenticity of host '[box]:2200 ([192.0.2.7]:2200)' can't be established.
            ED25519 key fingerprint is SHA256:abc.
            Are you sure you want to continue connecting (yes/no/[fingerprint])? ")
            [[ $answer == SHA256:abc ]] && version
            say 'Host key verification failed.'
            exit 255
            """)
        let key = HostKey(host: "box", port: 2200, type: "ED25519", fingerprint: "SHA256:abc")
        let prompter = StubPrompter()
        let error = bench.failure(bench.opener(nil, prompter))
        #expect(error?.kind == .security)
        #expect(error?.question == .hostKey(.new(key)))
        #expect(prompter.shown.isEmpty)
        bench.hostKeys.accept(key)
        #expect(try bench.handshake(bench.opener(nil, prompter)) == SSHLoginTests.version)
    }

    @Test("An ssh that asks again about a host key is ended")
    func hostKeyAgain() throws {
        let bench = try SSHBench(
            "while :; do ask \"Please type 'yes', 'no' or the fingerprint: \" >/dev/null; done")
        #expect(bench.failure(bench.opener(nil, StubPrompter()))?.kind == .security)
    }

    @Test("A changed host key ends the login before anything is asked")
    func changedKey() throws {
        let bench = try SSHBench(
            """
            say '@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @' \\
              'The fingerprint for the RSA key sent by the remote host is' 'SHA256:new.' \\
              'Offending RSA key in /k:3' '  remove with:' '  ssh-keygen -f "/k" -R "box"'
            ask "me@box's password: " >/dev/null
            version
            """)
        let prompter = StubPrompter("secret")
        let error = bench.failure(bench.opener(nil, prompter))
        let key = HostKey(host: "box", port: 22, type: "RSA", fingerprint: "SHA256:new")
        let known = KnownHostsLine(file: "/k", number: 3)
        #expect(error?.question == .hostKey(.changed(key, known: known)))
        #expect(prompter.shown.isEmpty)
    }

    @Test("An answer that ssh would cut is refused with a sentence")
    func longAnswer() throws {
        let bench = try SSHBench(
            "answer=$(ask \"me@box's password: \"); (( ${#answer} == 1023 )) && version")
        let fits = StubPrompter(String(repeating: "x", count: 1_023))
        #expect(try bench.handshake(bench.opener(nil, fits)) == SSHLoginTests.version)
        var other = bench.site
        other.port = 2200
        let long = StubPrompter(String(repeating: "x", count: 1_024))
        #expect(bench.failure(bench.opener(other, long))?.detail.contains("1,023") == true)
    }

    @Test("A prompt goes when its connection is interrupted, and when it is closed")
    func withdrawn() throws {
        let bench = try SSHBench("ask \"me@box's password: \" >/dev/null; sleep 1000")
        for isInterrupted in [true, false] {
            let prompter = StubPrompter { _, _ in nil }
            let carrier = try bench.opener(nil, prompter).open(bench.interrupter)
            #expect(bench.isSoon { prompter.shown.count == 1 })
            if isInterrupted { bench.interrupter.interrupt() } else { carrier.close() }
            #expect(bench.isSoon { prompter.withdrawnCount == 1 })
            carrier.close()
            bench.interrupter.reset()
        }
    }

    @Test("The helper's socket is the user's alone, and goes with the program")
    func socket() throws {
        let bench = try SSHBench(
            """
            stat -c %a "$FERRY_ASKPASS" "${FERRY_ASKPASS%/*}" >"$HERE/modes"
            printf %s "$FERRY_ASKPASS" >"$HERE/socket"
            version
            """)
        let carrier = try bench.opener(nil, StubPrompter()).open(bench.interrupter)
        #expect(try SSHBench.handshake(carrier) == SSHLoginTests.version)
        #expect(bench.folder.read("modes") == Array("600\n700\n".utf8))
        let path = String(decoding: bench.folder.read("socket") ?? [], as: UTF8.self)
        #expect(access(path, F_OK) == 0)
        carrier.close()
        #expect(bench.isSoon { access(path, F_OK) != 0 })
    }

    @Test("No password is in the environment of what is started")
    func environment() throws {
        let bench = try SSHBench("env >\"$HERE/environment\"; version")
        _ = try bench.handshake(bench.opener(nil, StubPrompter(), given: "other-word"))
        let text = String(decoding: bench.folder.read("environment") ?? [], as: UTF8.self)
        #expect(text.contains("SSH_ASKPASS_REQUIRE=force"))
        #expect(!text.contains("other-word"))
        #expect(
            ChildEnvironment.make(
                from: ["A=1", "FERRY_PASSWORD=hidden", "FERRY_ASKPASS=/x", "B=2"],
                adding: ["B": "3"]) == ["A=1", "B=3"])
    }

    @Test("The user's own askpass is used only where that is asked for")
    func ownAskpass() throws {
        let bench = try SSHBench("env >\"$HERE/environment\"; version")
        let variables = ["SSH_ASKPASS": "/own"]
        _ = try bench.handshake(bench.opener(audience: .ownAskpass, variables: variables))
        #expect(!bench.arguments.contains("BatchMode=yes"))
        _ = try bench.handshake(bench.opener(audience: .nobody, variables: variables))
        #expect(bench.arguments.contains("BatchMode=yes"))
        _ = try bench.handshake(bench.opener(audience: .ownAskpass))
        #expect(bench.arguments.contains("BatchMode=yes"))
    }
}
