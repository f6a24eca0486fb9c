import Files
import Support
import Testing

@testable import FTP

@Suite("Setting modes and times")
struct AttributeTests {
    private func features(_ lines: String...) -> Features {
        Features(
            Reply(code: 211, lines: (["211-x"] + lines + ["211 End"]).map { Array($0.utf8) }))
    }

    @Test("SITE CHMOD, then MFF where FEAT has it, and what is unknown is not asked again")
    func mode() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: ["MFF Modify;UNIX.mode;"])
            try peer.expect("SITE CHMOD 640 a", "500 what?")
            try peer.expect("MFF UNIX.mode=640; a", "213 ok")
            try peer.expect("MFF UNIX.mode=001; a", "213 ok")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        try client.files.setMode(0o640, of: Path("/a"))
        try client.files.setMode(0o001, of: Path("/a"))
        client.files.close()
        try peer.verify()
    }

    @Test("A name that SITE may take for another gets its mode by MFF, where there is that")
    func oddNames() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: ["MFF Modify;UNIX.mode;"])
            try peer.expect("SITE CHMOD 640 a", "200 ok")
            try peer.expect("MFF UNIX.mode=640; b ", "213 ok")
            try peer.expect("MFF UNIX.mode=640; c  d", "213 ok")
            try peer.expect("MFF UNIX.mode=640; \"e", "213 ok")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let names = ["/b ", "/a", "/c  d", "/\"e"]
        let answers = client.files.setModes(names.map { (Path($0), 0o640) }, root: nil)
        for name in names { try #require(answers[Path(name)]).get() }
        client.files.close()
        try peer.verify()
    }

    @Test(
        "Which names a server may put together in another way",
        arguments: [
            ("/a b", true), ("/a/b", true), ("/", true), ("/a\"b", true), ("/ a", false),
            ("/a ", false), ("/a  b", false), ("/a \"b", false), ("/\"a", false),
            ("/a\tb", false), ("/a  b/c", false),
        ])
    func words(_ path: String, _ isKept: Bool) {
        #expect(SiteCommands.keeps(Path(path)) == isKept)
    }

    @Test("A refusal of the file is no ignorance of the command, and the others go out together")
    func refused() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SITE CHMOD 640 a", "550 Permission denied")
            try peer.expect("SITE CHMOD 640 b")
            try peer.expect("SITE CHMOD 600 c")
            try peer.reply("200 ok")
            try peer.reply("550 No such file")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let answers = client.files.setModes(
            [(Path("/a"), 0o640), (Path("/b"), 0o640), (Path("/c"), 0o600)], root: nil)
        #expect(answers.count == 3)
        #expect(throws: FileSystemError.self) { try answers[Path("/a")]?.get() }
        try #require(answers[Path("/b")]).get()
        #expect(answers[Path("/c")].flatMap { kind($0) } == .notFound)
        client.files.close()
        try peer.verify()
    }

    @Test("What is said of one name says nothing of the command")
    func refusedName() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: ["MFF Modify;UNIX.mode;"])
            try peer.expect("SITE CHMOD 640 a,b", "501 What a name")
            try peer.expect("SITE CHMOD 640 c,d", "501 What a name")
            try peer.expect("SITE CHMOD 640 e", "501 Not this one")
            try peer.expect("SITE CHMOD 640 f", "200 ok")
            try peer.expect("SITE CHMOD 640 g", "501 No")
            // Those that may have meant the command are tried in the other way.
            try peer.expect("MFF UNIX.mode=640; a,b", "213 ok")
            try peer.expect("MFF UNIX.mode=640; c,d")
            try peer.expect("MFF UNIX.mode=640; e")
            try peer.reply("213 ok")
            try peer.reply("501 No")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let names = ["/a,b", "/c,d", "/e", "/f", "/g"]
        let answers = client.files.setModes(names.map { (Path($0), 0o640) }, root: nil)
        for name in ["/a,b", "/c,d", "/f"] { try #require(answers[Path(name)]).get() }
        for name in ["/e", "/g"] {
            #expect(failure(try #require(answers[Path(name)]))?.reply == "501 No")
        }
        client.files.close()
        try peer.verify()
    }

    @Test(
        "A command that is unknown for a second plain name too is unknown, and so is one that does nothing",
        arguments: [["501 What?", "501 What?"], ["202 Not necessary here"], ["504 no"]])
    func unknownCommand(replies: [String]) throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            for (name, reply) in zip(["a", "b"], replies) {
                try peer.expect("SITE CHMOD 640 \(name)", reply)
            }
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let answers = client.files.setModes(
            ["/a", "/b", "/c"].map { (Path($0), 0o640) }, root: nil)
        #expect(answers.count == 3)
        for answer in answers.values {
            #expect(failure(answer)?.detail.contains("no command to set") == true)
        }
        #expect(!client.files.setsModes)
        client.files.close()
        try peer.verify()
    }

    private func kind(_ answer: Result<Void, FileSystemError>) -> FileSystemError.Kind? {
        failure(answer)?.kind
    }

    private func failure(_ answer: Result<Void, FileSystemError>) -> FileSystemError? {
        if case .failure(let error) = answer { error } else { nil }
    }

    @Test("MFF sets modes where its facts name them, or it names none")
    func facts() {
        #expect(features(" MFF Modify;UNIX.mode;").setsModes)
        #expect(features(" MFF").setsModes)
        #expect(!features(" MFF modify;").setsModes)
        #expect(!features(" SIZE").setsModes)
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
