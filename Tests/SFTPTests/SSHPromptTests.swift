import Files
import Testing

@testable import SFTP

@Suite("What ssh asks for")
struct SSHPromptTests {
    private static let unknownHost = """
        The authenticity of host '[box.example]:2222 ([192.0.2.7]:2222)' can't be established.
        ED25519 key fingerprint is SHA256:aEPr3IdFGv310spaiIcY4t1LW66JgedON0Y9N2k3pZ8.
        +--[ED25519 256]--+
        |                 |
        |         .       |
        |      . . o   . .|
        |     . o + o . =.|
        |      * S o + B.+|
        |     = * B o * *o|
        |      = O X + +E.|
        |       + B O o   |
        |       .+ =.o    |
        +----[SHA256]-----+
        This key is not known by any other names.
        Are you sure you want to continue connecting (yes/no/[fingerprint])?\u{20}
        """

    private func read(_ prompt: String, _ kind: AskpassRequest.Kind = .typed) -> SSHPrompt {
        SSHPrompt(AskpassRequest(kind, prompt))
    }

    @Test("A host key is read with its host, port, type, fingerprint and image")
    func hostKey() throws {
        guard case .hostKey(let key) = read(SSHPromptTests.unknownHost) else {
            Issue.record("no host key was read")
            return
        }
        #expect(key.host == "box.example")
        #expect(key.port == 2222)
        #expect(key.type == "ED25519")
        #expect(key.fingerprint == "SHA256:aEPr3IdFGv310spaiIcY4t1LW66JgedON0Y9N2k3pZ8")
        #expect(key.image.count == HostKey.imageRows)
        #expect(key.image.first == "+--[ED25519 256]--+")
        #expect(key.image.last == "+----[SHA256]-----+")
    }

    @Test(
        "A host is read as ssh writes it",
        arguments: [
            ("box (192.0.2.7)", "box", 22), ("::1 (::1)", "::1", 22),
            ("[::1]:2200 ([::1]:2200)", "::1", 2200),
            ("box (<no hostip for proxy command>)", "box", 22),
        ])
    func hosts(written: String, host: String, port: UInt16) {
        let key = HostKey(
            question: """
                The authenticity of host '\(written)' can't be established.
                RSA key fingerprint is: SHA256:abc
                """)
        #expect(key?.host == host)
        #expect(key?.port == port)
        #expect(key?.type == "RSA")
        #expect(key?.fingerprint == "SHA256:abc")
        #expect(key?.image == [])
    }

    @Test(
        "A question about a host key that is not understood is none about a key",
        arguments: [
            "The authenticity of host 'box (192.0.2.7)' can't be established.",
            "The authenticity of host 'box (1)' can't\nRSA key fingerprint is ;rm -rf.",
            "The authenticity of host '' can't\nRSA key fingerprint is SHA256:abc.",
            "The authenticity of host '[box]:99999 (1)' can't\nRSA key fingerprint is SHA256:a.",
            "The authenticity of host '",
        ])
    func unread(text: String) {
        #expect(read(text) == .unreadHostKey)
    }

    @Test("Prompts are told apart by ssh's words")
    func kinds() {
        #expect(read("me@box's password: ") == .password(account: "me@box"))
        #expect(
            read("(me@box) Verification code: ")
                == .challenge(account: "me@box", words: "Verification code: "))
        #expect(read("Enter passphrase for key '/home/me/.ssh/id': ") == .passphrase)
        #expect(read("Enter PIN for ED25519-SK key /home/me/.ssh/id: ") == .pin)
        #expect(read("Enter PIN for 'token': ") == .pin)
        #expect(read("Please type 'yes', 'no' or the fingerprint: ") == .hostKeyAgain)
        #expect(read("Allow use of key x?", .confirmation) == .confirmation)
        #expect(read("Confirm user presence for key ED25519-SK SHA256:x", .notice) == .touch)
        #expect(read("") == .other)
        #expect(read("Password: ") == .other)
    }

    @Test("What a server writes after the account is never taken for ssh's own prompt")
    func disguises() {
        let disguised = "(me@box) other@elsewhere's password: "
        #expect(
            read(disguised)
                == .challenge(account: "me@box", words: "other@elsewhere's password: "))
        #expect(
            read("(me@box) Enter passphrase for key '/home/me/.ssh/id': ")
                == .challenge(
                    account: "me@box", words: "Enter passphrase for key '/home/me/.ssh/id': "))
    }

    @Test("Only words that plainly ask for a password get one that was given")
    func plainPasswords() {
        for words in ["Password: ", "password:", "Password for me: "] {
            #expect(SSHPrompt.asksPassword(words))
        }
        for words in ["Verification code: ", "One-time password (OATH): ", "New password: ", ""] {
            #expect(!SSHPrompt.asksPassword(words))
        }
    }

    @Test("A request is read as it was sent, and a prompt that is too long is cut")
    func requests() {
        let request = AskpassRequest(.confirmation, "Allow\nit?")
        #expect(AskpassRequest(request.bytes) == request)
        let long = AskpassRequest(.typed, String(repeating: "x", count: 100_000))
        #expect(long.bytes.count == AskpassRequest.promptLimit + 1)
        #expect(AskpassRequest(long.bytes) != nil)
        #expect(AskpassRequest([]) == nil)
        #expect(AskpassRequest(Array("odd\nprompt".utf8)) == nil)
        #expect(AskpassRequest(Array(repeating: 0x0A, count: AskpassRequest.limit + 1)) == nil)
    }
}
