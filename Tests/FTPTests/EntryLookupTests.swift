import Files
import Support
import Testing

@testable import FTP

@Suite("What there is of a name")
struct EntryLookupTests {
    private let features = Features(
        Reply(code: 211, lines: ["211-F", " MLST type*;size*;", "211 End"].map { Array($0.utf8) }))

    @Test("MLST answers where FEAT lists it; of the root nothing is asked")
    func facts() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expect("MLST a", "250-here", " type=file;size=5; /x/a", "250 end")
            try peer.expect("MLST b", "550 no such file")
            try peer.expectEnd()
        }
        let bench = Bench(peer)
        bench.memory.features = features
        let session = try bench.session()
        let lookup = EntryLookup(session: session)
        #expect(try lookup.entry(at: .root) == nil)
        let entry = try #require(try lookup.entry(at: Path("/a")))
        #expect(entry.name.text == "a")
        #expect(entry.size == 5)
        #expect(try lookup.entry(at: Path("/b")) == nil)
        session.control.close()
        try peer.verify()
    }

    @Test("Without it what has no size and can be entered is a directory, if not all can be")
    func entered() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expect("SIZE d", "550 no")
            try peer.expect("MDTM d", "550 no")
            try peer.expect("CWD /d", "250 ok")
            try peer.expectNobodysDirectory("550 no such directory")
            try peer.expectEnd()
        }
        let bench = Bench(peer)
        let session = try bench.session()
        #expect(try EntryLookup(session: session).entry(at: Path("/d"))?.kind == .directory)
        #expect(bench.memory.entersAnything == false)
        session.control.close()
        try peer.verify()
    }

    @Test("A directory that is not there holds nothing, and a forbidden one says so")
    func noDirectory() throws {
        for (text, isError) in [("550 No such directory", false), ("550 Permission denied", true)] {
            let peer = try ScriptedPeer { peer in
                try peer.expect("CWD /d", text)
                try peer.expect("MLST a", "550 no such file")
                try peer.expectEnd()
            }
            let bench = Bench(peer)
            bench.memory.features = features
            let session = try bench.session()
            let failure = bench.failure { () throws(FileSystemError) in
                let entry = try EntryLookup(session: session).entry(at: Path("/d/a"))
                #expect(entry == nil)
            }
            #expect(failure?.kind == (isError ? .denied : nil))
            session.control.close()
            try peer.verify()
        }
    }

    @Test("Sizes and times come in one window, and what is not told stays unknown")
    func details() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expect("CWD /d", "250 ok")
            for name in ["a", "b", "c"] {
                try peer.expect("SIZE \(name)")
                try peer.expect("MDTM \(name)")
            }
            try peer.reply("213 5", "213 20200102030405", "550 no", "550 no", "213 x", "500 what?")
            try peer.expectEnd()
        }
        let bench = Bench(peer)
        let session = try bench.session()
        let details = try DetailReader(session: session)
            .details(of: ["/d/a", "/d/b", "/d/c"].map { Path($0) })
        #expect(details.map { $0?.size } == [5, nil, nil])
        #expect(details[0]?.modified == Timestamp(seconds: 1_577_934_245))
        #expect(details[1] == nil)
        #expect(!bench.memory.knows(.modified))
        session.control.close()
        try peer.verify()
    }
}
