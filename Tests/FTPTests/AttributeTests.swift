import Files
import Support
import Testing

@testable import FTP

@Suite("Setting modes and times")
struct AttributeTests {
    @Test("SITE CHMOD, then MFF, and what is unknown is not asked again")
    func mode() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expect("SITE CHMOD 640 /d/a", "500 what?")
            try peer.expect("MFF UNIX.mode=640; /d/a", "213 ok")
            try peer.expect("MFF UNIX.mode=001; /d/a", "500 what?")
            try peer.expectEnd()
        }
        let bench = Bench(peer)
        let session = try bench.session()
        let setter = ModeSetter(session: session)
        try setter.set(0o640, of: Path("/d/a"))
        for _ in 0..<2 {
            let failure = bench.failure { () throws(FileSystemError) in
                try setter.set(0o001, of: Path("/d/a"))
            }
            #expect(failure?.kind == .unsupported)
        }
        session.control.close()
        try peer.verify()
    }

    @Test("A refusal of the file is no ignorance of the command")
    func refused() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expect("SITE CHMOD 640 a", "550 Permission denied")
            try peer.expectEnd()
        }
        let bench = Bench(peer)
        let session = try bench.session()
        let failure = bench.failure { () throws(FileSystemError) in
            try ModeSetter(session: session).set(0o640, of: Path("/a"))
        }
        #expect(failure?.kind == .denied)
        #expect(bench.memory.knows(.setMode))
        session.control.close()
        try peer.verify()
    }

    @Test(
        "Each command writes the time in its own way",
        arguments: zip(
            TimeCommand.allCases,
            [
                "MFMT 20200102030405 a", "MFF modify=20200102030405; a", "MDTM 20200102030405 a",
                "SITE UTIME 202001020304 a",
                "SITE UTIME a 20200102030405 20200102030405 20200102030405 UTC",
            ]))
    func commands(way: TimeCommand, text: String) throws {
        let command = try way.command(1_577_934_245, of: Path("/a"), as: Array("a".utf8))
        #expect(command.text == text)
    }

    @Test("A command that takes the time for a name is unknown, and others say so")
    func unknown() {
        let missing = Bench.reply("550 No such file")
        #expect(TimeCommand.question.isUnknown(missing))
        #expect(TimeCommand.site.isUnknown(missing))
        #expect(!TimeCommand.setModified.isUnknown(missing))
        #expect(!TimeCommand.siteOfThree.isUnknown(missing))
        #expect(TimeCommand.setModified.isUnknown(Bench.reply("502 what?")))
    }

    @Test("One file finds the command out, and the others go together")
    func times() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("MFMT 20200102030405 a", "500 what?")
            try peer.expect("MDTM 20200102030405 a", "213 ok")
            try peer.expect("MDTM 20200102030405 b")
            try peer.expect("MDTM 20200102030405 c")
            try peer.reply("213 ok", "550 Permission denied")
            try peer.expectGoodbye()
        }
        let bench = Bench(peer)
        let connection = bench.connection()
        let setter = TimeSetter(connection: connection)
        _ = try connection.ready()
        #expect(setter.isPossible)
        #expect(setter.certainCommand == nil)
        let time = Timestamp(seconds: 1_577_934_245)
        let results = setter.set(["/a", "/b", "/c"].map { (Path($0), time) })
        #expect(results.map { (try? $0.get()) != nil } == [true, true, false])
        #expect(setter.certainCommand == .question)
        connection.close()
        try peer.verify()
    }

    @Test("Without a command left, each file keeps its time")
    func impossible() throws {
        let peer = try ScriptedPeer { peer in try peer.expectEnd() }
        let bench = Bench(peer)
        for way in TimeCommand.allCases { bench.memory.refuse(way.ability) }
        let connection = bench.connection()
        let setter = TimeSetter(connection: connection)
        #expect(!setter.isPossible)
        let results = setter.set([(Path("/a"), Timestamp(seconds: 0))])
        guard case .failure(let error) = results.first else {
            Issue.record("set")
            return
        }
        #expect(error.kind == .unsupported)
        // Nobody connected, for which the peer waits.
        try bench.control().close()
        try peer.verify()
    }
}
