import Files
import Support
import Testing

@testable import FTP

@Suite("Logging in, without what follows")
struct LoginStepTests {
    private func login(
        _ bench: Bench, password: String? = nil, account: String? = nil
    ) throws -> Login {
        let control = try bench.control()
        return Login(
            control: control, protection: Protection(control, bench.encryption, nil),
            password: { _ in password.map { Secret($0) } },
            account: { _ in account.map { Secret($0) } })
    }

    private func bench(_ peer: ScriptedPeer, user: String?) -> Bench {
        Bench(peer) {
            $0[TLSOptions.isWanted] = false
            $0.user = user
        }
    }

    @Test("Password and account are asked for where the server wants them, and not shown")
    func asked() throws {
        let peer = try ScriptedPeer { peer in
            try peer.reply("220 ready")
            try peer.expect("USER me", "331 password?")
            try peer.expect("PASS secret", "332 account?")
            try peer.expect("ACCT desk", "230 in")
        }
        let bench = bench(peer, user: "me")
        try login(bench, password: "secret", account: "desk").run()
        #expect(bench.sent == ["USER me", "PASS ****", "ACCT ****"])
        try peer.verify()
    }

    @Test("Without the password that is wanted, nothing is sent in its place")
    func missing() throws {
        let peer = try ScriptedPeer { peer in
            try peer.reply("220 ready")
            try peer.expect("USER me", "331 password?")
            try peer.expectEnd()
        }
        let bench = bench(peer, user: "me")
        let login = try login(bench)
        let failure = bench.failure { () throws(FileSystemError) in try login.run() }
        #expect(failure?.kind == .login)
        login.control.close()
        try peer.verify()
    }

    @Test(
        "A full server may be tried again, and a wrong password may not",
        arguments: [("530 Login incorrect.", false), ("421 too many users", true)])
    func refused(text: String, isTransient: Bool) throws {
        let peer = try ScriptedPeer { peer in
            try peer.reply("220 ready")
            try peer.expect("USER anonymous", "331 password?")
            try peer.expect("PASS anonymous@", text)
        }
        let bench = bench(peer, user: nil)
        let login = try login(bench)
        let failure = bench.failure { () throws(FileSystemError) in try login.run() }
        #expect(failure?.isTransient == isTransient)
        try peer.verify()
    }
}
