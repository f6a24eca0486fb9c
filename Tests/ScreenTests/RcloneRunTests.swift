import Glibc
import Support
import Testing

@Suite("rclone's remotes without a screen")
struct RcloneRunTests {
    /// Some small files and a large one, a directory below, one that is empty, and times of their own.
    private func plant(in rclone: Rclone, at name: String) throws {
        let folder = rclone.folder
        for below in ["", "/sub", "/sub/empty", "/Ünï cödé"] { try folder.makeFolder(name + below) }
        for number in 0..<40 {
            try folder.write("file \(number)", to: "\(name)/sub/f\(number)")
        }
        try folder.write([], to: "\(name)/nothing")
        try folder.write(
            (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) },
            to: "\(name)/Ünï cödé/large")
        #expect(
            Command.run(["touch", "-d", "2020-02-02 02:02:02", folder.path("\(name)/nothing")]) == 0
        )
    }

    private func areSame(_ one: String, _ other: String, _ rclone: Rclone) -> Bool {
        Command.run(["diff", "-r", rclone.folder.path(one), rclone.folder.path(other)]) == 0
    }

    private func time(_ name: String, _ rclone: Rclone) -> Int {
        var status = stat()
        return lstat(rclone.folder.path(name), &status) == 0 ? status.st_mtim.tv_sec : 0
    }

    @Test(
        "A tree goes up and comes back, byte for byte and with a file's time")
    func tree() throws {
        let rclone = try Rclone()
        try plant(in: rclone, at: "here/tree")
        let up = try rclone.ferry(["put", "-r", "-j", "3", "tree", "rclone://here/"])
        #expect(up.code == 0, "\(up.errors)")
        #expect(areSame("here/tree", "store/tree", rclone))
        #expect(time("store/tree/nothing", rclone) == time("here/tree/nothing", rclone))
        try rclone.folder.makeFolder("here/back")
        let down = try rclone.ferry(["get", "-r", "-j", "3", "rclone://here/tree", "back"])
        #expect(down.code == 0, "\(down.errors)")
        #expect(areSame("here/tree", "here/back/tree", rclone))
        #expect(time("here/back/tree/nothing", rclone) == time("here/tree/nothing", rclone))
        // Nothing is left of parts.
        let names = try rclone.ferry(["ls", "-a", "rclone://here/tree"])
        #expect(names.output == "sub\nÜnï cödé\nnothing\n", "\(names.output)")
    }

    @Test("A store that keeps no empty directories takes a tree, too")
    func memory() throws {
        let rclone = try Rclone()
        try plant(in: rclone, at: "here/tree")
        let up = try rclone.ferry(["put", "-r", "tree", "rclone://mem/bucket/"])
        #expect(up.code == 0, "\(up.errors)")
    }

    @Test("A directory is replaced as a whole, and comes back as a whole")
    func swap() throws {
        let rclone = try Rclone()
        try plant(in: rclone, at: "here/tree")
        try rclone.folder.makeFolder("store/site")
        try rclone.folder.write("old", to: "store/site/old")
        let command = [
            "mirror", "--swap", "--delete", "--backup", ".kept", "tree", "rclone://here/site",
        ]
        var outcome = try rclone.ferry(command)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(rclone.folder.names(in: "store") == ["site"])
        outcome = try rclone.ferry(command)
        #expect(outcome.errors.contains("Nothing to do"), "\(outcome.errors)")
        let kept = try #require(rclone.folder.names(in: "store/site/.kept").first)
        #expect(rclone.folder.names(in: "store/site/.kept/\(kept)") == ["old"])
        outcome = try rclone.ferry(["undo"])
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(rclone.folder.names(in: "store/site") == ["old"])
        #expect(rclone.folder.names(in: "store") == ["site"])
    }

    @Test("A directory that holds links, which rclone does not list, says why it stays")
    func hiddenLinks() throws {
        let rclone = try Rclone()
        let folder = rclone.folder
        for name in ["store/tree", "store/tree/d"] { try folder.makeFolder(name) }
        try folder.write("x", to: "store/tree/d/file")
        #expect(symlink("nowhere", folder.path("store/tree/d/link")) == 0)
        let outcome = try rclone.ferry(["rm", "-r", "rclone://here/tree"])
        #expect(outcome.code == 1)
        #expect(
            outcome.errors.contains(
                "d could not be deleted. It is not empty, and the server may not list everything "
                    + "in it."), "\(outcome.errors)")
        #expect(!folder.exists("store/tree/d/file"))
        var status = stat()
        #expect(lstat(folder.path("store/tree/d/link"), &status) == 0)
    }

    @Test("Files are replaced, renamed, removed and printed")
    func changes() throws {
        let rclone = try Rclone()
        let folder = rclone.folder
        try folder.write("new and longer", to: "here/file")
        try folder.write("old", to: "store/file")
        #expect(try rclone.ferry(["put", "file", "rclone://here/"]).code == 0)
        #expect(folder.read("store/file") == Array("new and longer".utf8))
        #expect(try rclone.ferry(["cat", "rclone://here/file"]).output == "new and longer")
        #expect(try rclone.ferry(["mkdir", "-p", "rclone://here/a/b"]).code == 0)
        let moved = try rclone.ferry(["mv", "rclone://here/file", "rclone://here/a/b/name"])
        #expect(moved.code == 0, "\(moved.errors)")
        #expect(folder.read("store/a/b/name") == Array("new and longer".utf8))
        #expect(!folder.exists("store/file"))
        #expect(try rclone.ferry(["rm", "-r", "rclone://here/a"]).code == 0)
        #expect(!folder.exists("store/a"))
    }

    @Test(
        "With -c an upload is sent anew, because rclone cannot go on in a file, and a download is whole"
    )
    func again() throws {
        let rclone = try Rclone()
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 11) }
        try rclone.folder.write(bytes, to: "here/file")
        try rclone.folder.write(Array(bytes[..<1_000_000]), to: "store/file")
        let outcome = try rclone.ferry(["put", "-c", "file", "rclone://here/file"])
        #expect(outcome.code == 0, "\(outcome.errors)")
        let isWhole = rclone.folder.read("store/file") == bytes
        #expect(isWhole)
        try rclone.folder.write(Array(bytes[..<1_000_000]), to: "here/down")
        let down = try rclone.ferry(["get", "-c", "-v", "-o", "down", "rclone://here/file"])
        #expect(down.code == 0, "\(down.errors)")
        let isBack = rclone.folder.read("here/down") == bytes
        #expect(isBack)
    }

    @Test("Directories that lead to a file are made: a store may hold none that are empty")
    func unknownDirectory() throws {
        let rclone = try Rclone()
        try rclone.folder.write("bytes", to: "here/file")
        let outcome = try rclone.ferry(["put", "file", "rclone://here/new/deep/file"])
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(rclone.folder.read("store/new/deep/file") == Array("bytes".utf8))
    }

    @Test("Case and blanks count in the name of a remote")
    func names() throws {
        let rclone = try Rclone()
        try rclone.folder.write("x", to: "odd/there")
        #expect(try rclone.ferry(["ls", "rclone://odd%20name-1/"]).output == "there\n")
        #expect(try rclone.ferry(["ls", "rclone://Odd%20name-1/"]).code == 1)
    }

    @Test("A remote that does not exist is one sentence with rclone's own words")
    func unknownRemote() throws {
        let rclone = try Rclone()
        let outcome = try rclone.ferry(["ls", "rclone://nosuch/"])
        #expect(outcome.code == 1)
        #expect(
            outcome.errors == """
                ferry: rclone could not serve rclone://nosuch (Failed to create file system for \
                "nosuch:": didn't find section in config file).

                """)
    }

    @Test("A configuration that is locked is one sentence, and nothing is asked")
    func locked() throws {
        let rclone = try Rclone()
        // Bytes that no password unlocks are locked as well.
        let locked = String(repeating: "QUJD", count: 40)
        try rclone.folder.write(
            "# Encrypted rclone configuration File\n\nRCLONE_ENCRYPT_V0:\n\(locked)\n",
            to: "rclone.conf")
        let outcome = try rclone.ferry(["ls", "rclone://here/"])
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("rclone's configuration is locked"))
        #expect(outcome.errors.contains("RCLONE_CONFIG_PASS"))
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }

    @Test("Without rclone, one sentence says so and what to do")
    func missing() throws {
        let folder = try Ferry.folder()
        let outcome = try Outcome(
            script: "PATH=/nonexistent exec \"$FERRY\" \"$@\"", ["ls", "rclone://here/"],
            environment: ["FERRY_RCLONE": ""], in: folder)
        #expect(outcome.code == 1)
        #expect(
            outcome.errors.hasPrefix(
                "ferry: rclone://here needs rclone, which is not in PATH; install it, or set "
                    + "FERRY_RCLONE."))
        #expect(outcome.errors.split(separator: "\n").count == 1)
        let named = try Outcome(
            ["ls", "rclone://here/"], environment: ["FERRY_RCLONE": "/nonexistent/rclone"],
            in: folder)
        #expect(named.code == 1)
        #expect(named.errors.contains("correct FERRY_RCLONE"))
    }

    @Test(
        "What names no remote is refused before anything starts",
        arguments: ["rclone:///x", "rclone://:local:/", "rclone://-x/", "rclone://a%0Ab/"])
    func badName(url: String) throws {
        let outcome = try Outcome(["ls", url], in: Ferry.folder())
        #expect(outcome.code == 2)
    }

    @Test("The sites screen lists the remotes, and Enter opens one")
    func screen() throws {
        let rclone = try Rclone()
        try rclone.folder.write("x", to: "store/in-the-store")
        let ferry = try Ferry([], environment: ["FERRY_RCLONE": rclone.command], in: rclone.folder)
        try ferry.terminal.waitFor("rclone://odd%20name-1")
        ferry.terminal.send("rclone://here\r")
        try ferry.terminal.waitFor("in-the-store")
        ferry.terminal.send("q")
        #expect(try ferry.terminal.waitForEnd() == .exited(0))
    }

    @Test("On the screen, too, a missing rclone is a sentence")
    func missingOnScreen() throws {
        let ferry = try Ferry(
            ["rclone://here"], environment: ["PATH": "/nonexistent", "FERRY_RCLONE": ""])
        try ferry.terminal.waitFor("needs rclone")
        ferry.terminal.send("q")
        #expect(try ferry.terminal.waitForEnd() == .exited(0))
    }
}
