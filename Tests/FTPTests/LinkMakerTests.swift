import Files
import Support
import Testing

@testable import FTP

@Suite("Making links")
struct LinkMakerTests {
    private func make(
        _ link: String, to target: String, _ client: Client
    ) -> FileSystemError? {
        client.failure { () throws(FileSystemError) in
            try client.files.makeLink(Path(link), to: Array(target.utf8), root: nil)
        }
    }

    @Test("SITE SYMLINK where FEAT names it, from the link's own directory")
    func known() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: ["SITE UTIME", "SITE SYMLINK", "SITE MKDIR"])
            try peer.expect("CWD /d", "250 ok")
            try peer.expect("SITE SYMLINK ../x l", "200 ok")
            try peer.expect("SITE SYMLINK ../x m", "550 SYMLINK ../x m: File exists")
            try peer.expect("SITE SYMLINK y n", "550 SYMLINK y n: No such file or directory")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(make("/d/l", to: "../x", client) == nil)
        #expect(make("/d/m", to: "../x", client)?.kind == .exists)
        let missing = make("/d/n", to: "y", client)
        #expect(missing?.kind == .notFound)
        #expect(missing?.detail.contains("only links to existing files") == true)
        client.files.close()
        try peer.verify()
    }

    @Test("Names with blanks are not sent: the server would make another link")
    func blanks() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: ["SITE SYMLINK"])
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(make("/a b", to: "x", client)?.kind == .badName)
        #expect(make("/a", to: "x y", client)?.kind == .badName)
        client.files.close()
        try peer.verify()
    }

    @Test("Where FEAT says nothing, SITE HELP is asked, once")
    func asked() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SITE HELP", "214 CHMOD SYMLINK* UMASK HELP")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        for _ in 0..<2 { #expect(make("/l", to: "x", client)?.kind == .unsupported) }
        client.files.close()
        try peer.verify()
        let other = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SITE HELP")
            try peer.reply("214-The following SITE commands are recognized")
            try peer.reply(" SYMLINK <sp> source <sp> destination")
            try peer.reply("214 Direct comments to root")
            try peer.expect("SITE SYMLINK x l", "200 ok")
            try peer.expectGoodbye()
        }
        let second = Client(other)
        #expect(make("/l", to: "x", second) == nil)
        second.files.close()
        try other.verify()
    }
}
