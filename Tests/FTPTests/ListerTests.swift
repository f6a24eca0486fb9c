import Files
import Listing
import Support
import Testing

@testable import FTP

@Suite("Listings on one connection")
struct ListerTests {
    @Test("A server without a directory above all others is asked nothing for Ferry's root")
    func rootless() throws {
        let peer = try ScriptedPeer { peer in try peer.expectEnd() }
        let bench = Bench(peer)
        let session = try bench.session()
        bench.memory.style = .dos(separator: 0x5C)
        bench.memory.home = Path("/C:/home")
        #expect(try Lister(session: session).list(.root).entries.map(\.name.text) == ["C:"])
        session.control.close()
        try peer.verify()
    }

    @Test("What came with the listing is told, whatever comes of it")
    func fetched() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectPassive()
            try peer.sendFile("LIST", "drwxr-xr-x 2 u g 1 Jan  1  2020 .\r\n")
            try peer.expectPassive()
            try peer.sendFile("LIST", "what is this\r\n")
            try peer.expectPassive()
            try peer.expect("LIST", "550 no")
            try peer.expectEnd()
        }
        let session = try Bench(peer).session()
        let fetcher = ListingFetcher(session: session)
        guard case .listing(let first) = try fetcher.fetch("LIST", .root, form: .list, { _ in }),
            case .listing(let second) = try fetcher.fetch("LIST", .root, form: .list, { _ in }),
            case .refused(let reply) = try fetcher.fetch("LIST", .root, form: .list, { _ in })
        else {
            Issue.record("other answers")
            return
        }
        #expect(first.showsItself)
        #expect(!first.isUnread)
        #expect(second.isUnread)
        #expect(second.firstUnread == Array("what is this".utf8))
        #expect(reply.code == 550)
        session.control.close()
        try peer.verify()
    }

    @Test("Names alone are asked about: those with a size are files, those to be entered are not")
    func names() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectPassive()
            try peer.sendFile("NLST", "a\r\nd\r\n")
            try peer.expect("SIZE a", "213 5")
            try peer.expect("MDTM a", "213 20200102030405")
            try peer.expect("SIZE d", "550 no")
            try peer.expect("MDTM d", "550 no")
            try peer.expect("CWD /d", "250 ok")
            try peer.expectEnd()
        }
        let session = try Bench(peer).session()
        let listing = try NameLister(session: session).list(.root, insteadOf: nil) { _ in }
        let entries = try #require(listing).entries
        #expect(entries.map(\.kind) == [.file, .directory])
        #expect(entries.map(\.size) == [5, nil])
        #expect(session.directory.path == nil)
        session.control.close()
        try peer.verify()
    }

    @Test("The newest file's exact time tells the server's zone, once")
    func zone() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expect("MDTM b", "213 20200601103007")
            try peer.expectEnd()
        }
        let bench = Bench(peer)
        let session = try bench.session()
        var builder = DirectoryBuilder()
        let times: [(String, Int64)] = [("a", 1_591_000_000), ("b", 1_591_014_600)]
        for (name, seconds) in times {
            builder.append(
                Entry(
                    name: try #require(Name(Array(name.utf8))), kind: .file,
                    modified: Timestamp(seconds: seconds, precision: .minute, isZoned: false)))
        }
        for _ in 0..<2 {
            var listing = builder.directory
            try ZoneMeter(session: session).measure(by: &listing)
        }
        #expect(bench.memory.zoneOffset == 7_200)
        session.control.close()
        try peer.verify()
    }

    @Test("Servers that do not name files as Unix does have no links")
    func linkless() throws {
        let peer = try ScriptedPeer { peer in try peer.expectEnd() }
        let bench = Bench(peer)
        let session = try bench.session()
        bench.memory.style = .vms
        let name = try #require(Name(Array("A".utf8)))
        #expect(
            try LinkDiscerner(session: session).natures(of: [name], in: Path("/D:"))
                == [name: .directory])
        session.control.close()
        try peer.verify()
    }
}
