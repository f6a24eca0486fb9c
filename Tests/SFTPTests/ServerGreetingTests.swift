import Files
import Support
import Testing

@testable import SFTP

@Suite("What SFTP servers say first")
struct ServerGreetingTests {
    private func bench(
        timeout: Int = 60, _ change: (inout ScriptedSFTPBehaviour) -> Void
    ) throws -> SFTPBench {
        var behaviour = ScriptedSFTPBehaviour()
        change(&behaviour)
        let bench = try SFTPBench(behaviour, timeout: timeout)
        try bench.folder.write("hello", to: "file")
        return bench
    }

    /// What ends the first use.
    private func refusal(_ bench: SFTPBench) -> FileSystemError? {
        bench.failure { _ = try bench.names() }
    }

    @Test(
        "A newer version answered is treated as the one that was asked for", arguments: [4, 5, 6])
    func newer(version: UInt32) throws {
        let bench = try bench { $0.version = version }
        #expect(try bench.names() == ["file"])
        #expect(bench.said("VERSION \(version)") == 1)
    }

    @Test("An older version is refused in a sentence", arguments: [0, 1, 2] as [UInt32])
    func older(version: UInt32) throws {
        let error = refusal(try bench { $0.version = version })
        #expect(error?.kind == .unsupported)
        #expect(error?.message.contains("version \(version)") == true)
        #expect(error?.isTransient == false)
    }

    @Test("What it can do is written down, and why it could not be used")
    func notes() throws {
        let notes = RecordedNotes()
        var behaviour = ScriptedSFTPBehaviour()
        let bench = try SFTPBench(behaviour, notes: notes)
        _ = try bench.names()
        #expect(notes.card.features.contains("posix-rename@openssh.com"))
        #expect(notes.failures.isEmpty)
        behaviour.version = 2
        let other = RecordedNotes()
        let error = refusal(try SFTPBench(behaviour, notes: other))
        #expect(other.failures == [error])
    }

    @Test("The name of the software is the one that vendor-id tells")
    func vendor() throws {
        func field(_ text: String) -> [UInt8] { [0, 0, 0, UInt8(text.utf8.count)] + text.utf8 }
        let id = field("Ven\u{1B}dor") + field("mod_sftp") + field("0.9") + [1, 2]
        let packet: [UInt8] =
            [2, 0, 0, 0, 3] + field("vendor-id") + [0, 0, 0, UInt8(id.count)] + id
        let version = try packet.withUnsafeBytes { try ServerVersion($0) }
        #expect(version.vendor == "Ven\\x1bdor mod_sftp 0.9")
    }

    @Test("The keys by which ssh knows a host, plain and hashed")
    func hostKeys() {
        let key = "AAAAC3NzaC1lZDI1NTE5AAAAIL9mSPg5kJO9Xkq2sA6uSSyyHwqmJg0dZhpXZbe6VvXb"
        let text = """
            # comment
            @cert-authority *.example.org ssh-rsa AAAA
            web01.example.org,192.0.2.7 ssh-ed25519 \(key) me@here
            |1|F1E1KeoE/eEWhi10WpGv4OdiO6Y=|3988QV0VE8wmZL7suNrYQLITLCg= ssh-rsa \(key)
            [web01.example.org]:2222 ecdsa-sha2-nistp256 \(key)
            web01.example.org ssh-ed25519 \(key)
            web01.example.org ssh-rsa !
            web01.example.org
            """
        let plain = KnownHostKeys(in: text, of: "Web01.example.org").keys
        #expect(plain.count == 1)
        #expect(plain.first?.hasPrefix("ED25519 SHA256:") == true)
        #expect(plain.first?.contains("=") == false)
        // The example of sshd(8).
        #expect(KnownHostKeys(in: text, of: "192.168.1.61").keys.count == 1)
        let other = KnownHostKeys(in: text, of: "[web01.example.org]:2222").keys
        #expect(other.first?.hasPrefix("ECDSA SHA256:") == true)
        #expect(KnownHostKeys(in: text, of: "nobody").keys == [])
    }

    @Test(
        "Text of a login script is shown, and what to do about it",
        arguments: [
            "Welcome to box\r\n", "\u{1B}[33mhello\u{1B}[0m\n", "0000\n", "hi", "\n", "x",
            String(repeating: "motd ", count: 2_000),
        ])
    func text(text: String) throws {
        let bench = try bench(timeout: 2) { $0.greeting = Array(text.utf8) }
        let error = refusal(bench)
        #expect(error?.kind == .protocolViolation)
        #expect(error?.message.contains(".bashrc") == true)
        #expect(error?.message.contains("sftp_server") == true)
        let word = VisibleText.make(text).split(separator: " ").first.map(String.init) ?? ""
        if text.count > 4 { #expect(error?.message.contains(word.prefix(4)) == true) }
    }

    @Test("Text, and then the end")
    func textAndEnd() throws {
        for text in ["x", "No.", "This account is currently not available.\n"] {
            let bench = try bench(timeout: 5) {
                $0.greeting = Array(text.utf8)
                $0.endsAfter = text.utf8.count
            }
            let error = refusal(bench)
            #expect(error?.message.contains(text.filter { $0 != "\n" }) == true)
        }
    }

    @Test("Nothing at all, until the time is up")
    func silence() throws {
        let bench = try bench(timeout: 1) {
            $0.rules = [ScriptedSFTPRule(.initialise, answer: .silence)]
        }
        let error = refusal(bench)
        #expect(error?.kind == .timeout)
        #expect(error?.message.contains("1 s") == true)
    }

    @Test("The end at once")
    func end() throws {
        let bench = try bench { $0.rules = [ScriptedSFTPRule(.initialise, answer: .end)] }
        let error = refusal(bench)
        #expect(error?.kind == .connection)
        #expect(error?.isTransient == true)
    }

    @Test("Something else than a version first, or a version that ends early")
    func otherPackets() throws {
        for bytes: [UInt8] in [
            [0, 0, 0, 1, 2], [0, 0, 0, 4, 2, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1, 101],
            [0, 0, 0, 9, 2, 0, 0, 0, 3, 0, 0, 0, 9], [0xFF, 0xFF, 0xFF, 0xFF],
        ] {
            let bench = try bench(timeout: 5) {
                $0.rules = [ScriptedSFTPRule(.initialise, answer: .bytes(bytes))]
            }
            #expect(refusal(bench)?.kind == .protocolViolation)
        }
    }

    @Test("A second version later is no answer")
    func twice() throws {
        let bench = try bench { $0.rules = [ScriptedSFTPRule(.initialise, answer: .twice)] }
        #expect(refusal(bench)?.kind == .protocolViolation)
    }

    @Test("More extensions than anybody has")
    func extensions() throws {
        let bench = try bench { behaviour in
            behaviour.extensions =
                (0..<3_000).map { .init("extension-\($0)@box", "1") } + behaviour.extensions
            behaviour.extensions.append(.init(String(repeating: "n", count: 5_000), "1"))
        }
        #expect(try bench.names() == ["file"])
    }

    @Test("A server that does not tell where it begins, begins at its root")
    func noHome() throws {
        for answer: ScriptedSFTPRule.Answer in [
            .status(.unsupported), .status(.failure), .status(.permissionDenied),
            .packet(104, [0, 0, 0, 0]), .status(.ok),
        ] {
            let bench = try bench { $0.rules = [ScriptedSFTPRule(.realpath, answer: answer)] }
            #expect(try bench.files.home() == .root)
            #expect(try bench.names() == ["file"])
        }
    }

    @Test("The home is where the server says")
    func home() throws {
        let bench = try bench { $0.home = "/home/me" }
        try bench.folder.makeFolder("home")
        try bench.folder.makeFolder("home/me")
        #expect(try bench.files.home() == Path("/home/me"))
    }
}
