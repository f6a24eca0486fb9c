import FTP
import Files
import Glibc
import Support
import Testing

@Suite("Preliminary replies without an end are no answer")
struct EndlessReplyTests {
    /// Says 1xx for as long as the client listens: sooner than it loses patience with a silence.
    private static func stall(_ peer: ScriptedConversation, _ code: Int) {
        do {
            while true {
                try peer.reply("\(code) a moment yet")
                usleep(20_000)
            }
        } catch {}
    }

    private func client(_ peer: ScriptedPeer) -> Client {
        let client = Client(peer)
        client.files.waits.idle = 0.2
        client.files.waits.quit = 0.1
        return client
    }

    @Test("Before the greeting")
    func greeting() throws {
        let peer = try ScriptedPeer { peer in EndlessReplyTests.stall(peer, 120) }
        let client = client(peer)
        let error = client.failure { () throws(FileSystemError) in _ = try client.files.home() }
        #expect(error?.kind == .timeout)
        client.files.close()
        try peer.verify()
    }

    @Test("To a command alone, and in a window")
    func command() throws {
        for path in ["/d", "/e"] {
            let peer = try ScriptedPeer { peer in
                try peer.logIn()
                _ = try peer.line()
                EndlessReplyTests.stall(peer, 110)
            }
            let client = client(peer)
            let error = client.failure { () throws(FileSystemError) in
                if path == "/d" {
                    try client.files.makeDirectory(Path(path), root: nil)
                } else {
                    try client.files.removeFiles([Path(path)])[0].get()
                }
            }
            #expect(error?.kind == .timeout)
            client.files.close()
            try peer.verify()
        }
    }

    @Test("While a file's bytes stand still")
    func download() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SIZE a", "213 5")
            try peer.expectPassive()
            try peer.expect("RETR a")
            try peer.acceptData()
            try peer.reply("150 go")
            try peer.sendData("he")
            EndlessReplyTests.stall(peer, 150)
        }
        let client = client(peer)
        let error = client.failure { () throws(FileSystemError) in _ = try client.read("/a") }
        #expect(error?.kind == .timeout)
        client.files.close()
        try peer.verify()
    }
}
