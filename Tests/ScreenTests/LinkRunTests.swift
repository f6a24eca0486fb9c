import Glibc
import Support
import Testing

@Suite("Links, on the command line and on the screen")
struct LinkRunTests {
    private let served: Served

    init() throws {
        served = try Served()
        for name in ["here/tree", "here/tree/sub", "here/other", "here/got"] {
            try served.folder.makeFolder(name)
        }
        try served.folder.write("file", to: "here/tree/file")
        try served.folder.write("deep", to: "here/tree/sub/deep")
        try served.folder.write("one", to: "here/other/one")
        for (name, target) in [
            ("tree/toFile", "file"), ("tree/toOther", "../other"), ("tree/broken", "nowhere"),
            ("tree/sub/up", ".."), ("link", "other"),
        ] { try #require(symlink(target, served.folder.path("here/\(name)")) == 0) }
    }

    private func isLink(_ name: String) -> Bool {
        var status = stat()
        return lstat(served.folder.path(name), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    @Test(
        "put leaves a tree's links out, names them, and ends with 1; --follow has what they lead to"
    )
    func put() throws {
        let here = served.folder.path("here")
        let kept = try served.run(["put", "-r", "tree", served.url + "/"])
        #expect(kept.code == 1)
        #expect(
            kept.errors.contains(
                "in \(here)/tree, because the target cannot store links: broken, toFile"))
        #expect(
            kept.errors.contains("in \(here)/tree/sub, because the target cannot store links: up."))
        #expect(kept.errors.contains("Ferry skipped 4 names below \(here)/tree in total."))
        #expect(served.text("served/tree/file") == "file")
        #expect(!served.folder.exists("served/tree/toFile"))
        let followed = try served.run(["put", "-r", "--follow", "tree", served.url + "/"])
        #expect(followed.code == 1)
        #expect(served.text("served/tree/toFile") == "file")
        #expect(served.text("served/tree/toOther/one") == "one")
        #expect(
            followed.errors.contains(
                "tree/broken was skipped: it is a link whose target does not exist."))
        #expect(followed.errors.contains("tree/sub/up was skipped, because its contents"))
        #expect(!served.folder.exists("served/tree/sub/up"))
    }

    @Test("A link that is named is put as what it leads to; a directory wants -r")
    func named() throws {
        let refused = try served.run(["put", "link", served.url + "/"])
        #expect(refused.code == 2)
        #expect(refused.errors.contains("link is a directory; add -r to upload it."))
        #expect(try served.run(["put", "-r", "link", served.url + "/"]).code == 0)
        #expect(served.text("served/link/one") == "one")
        #expect(try served.run(["put", "tree/toFile", served.url + "/"]).code == 0)
        #expect(served.text("served/toFile") == "file")
        let broken = try served.run(["put", "tree/broken", served.url + "/"])
        #expect(broken.code == 1)
        #expect(broken.errors.contains("whose target does not exist"))
    }

    @Test("get makes the links that stay inside, and tells the others; --follow fetches all")
    func get() throws {
        let outcome = try served.run(
            script: """
                cp -r tree ../served/tree; cp -r other ../served/other
                "$FERRY" get -r "$URL/tree" got
                """)
        #expect(outcome.code == 1)
        #expect(isLink("here/got/tree/toFile") && isLink("here/got/tree/sub/up"))
        #expect(isLink("here/got/tree/broken"))
        #expect(!isLink("here/got/tree/toOther"))
        #expect(
            outcome.errors.contains(
                "/tree/toOther was skipped: it is a link out of the copied directory, to "
                    + "../other."))
        let followed = try served.run(["get", "-r", "--follow", served.url + "/tree", "got/all"])
        #expect(followed.code == 1)
        #expect(served.text("here/got/all/toFile") == "file")
        #expect(served.text("here/got/all/toOther/one") == "one")
        #expect(!isLink("here/got/all/toFile"))
        #expect(followed.errors.contains("/tree/broken was skipped"))
        #expect(followed.errors.contains("/tree/sub/up was skipped, because its contents"))
    }

    @Test("mv to a server takes links away only where it follows them, and never what they lead to")
    func move() throws {
        let outcome = try served.run(
            script: "rm tree/broken tree/sub/up; \"$FERRY\" mv --follow tree \"$URL/\"")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(served.text("served/tree/toOther/one") == "one")
        #expect(served.text("served/tree/toFile") == "file")
        #expect(!served.folder.exists("here/tree"))
        #expect(served.text("here/other/one") == "one")
        // By itself, too.
        #expect(try served.run(["mv", "link", served.url + "/"]).code == 0)
        #expect(served.text("served/link/one") == "one")
        #expect(!isLink("here/link"))
        #expect(served.text("here/other/one") == "one")
    }

    @Test("Without --follow what mv leaves out stays where it was")
    func moveKeeping() throws {
        let outcome = try served.run(["mv", "tree", served.url + "/"])
        #expect(outcome.code == 1)
        #expect(served.text("served/tree/sub/deep") == "deep")
        #expect(isLink("here/tree/toFile") && isLink("here/tree/sub/up"))
        #expect(!served.folder.exists("here/tree/file"))
    }

    @Test("mv --follow on this machine copies what links lead to, and renames where there are none")
    func moveHere() throws {
        let outcome = try served.run(
            script: """
                rm tree/broken tree/sub/up; "$FERRY" mv --follow tree moved &&
                "$FERRY" mv --follow moved again
                """)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(served.text("here/again/toOther/one") == "one")
        #expect(!isLink("here/again/toFile"))
        #expect(served.text("here/other/one") == "one")
        #expect(!served.folder.exists("here/tree") && !served.folder.exists("here/moved"))
    }

    @Test("queue add keeps the choice with the job, and a screen in another process carries it out")
    func queued() throws {
        try served.folder.makeFolder("here/queued")
        let added = try served.run(["queue", "add", "-r", "--follow", "tree", "queued"])
        #expect(added.code == 0)
        let ferry = try Ferry(["queued", "."], in: served.folder)
        try ferry.waitForLeft("tree/")
        try ferry.terminal.waitFor("; skipped: ")
        #expect(served.text("here/queued/tree/toOther/one") == "one")
        #expect(!isLink("here/queued/tree/toFile"))
        ferry.terminal.send("q")
        #expect(try ferry.terminal.waitForEnd() == .exited(0))
    }

    @Test("The dialog's choice is carried out, told of, and still there after a restart")
    func remembered() throws {
        let ferry = try Ferry([".", "got"], in: served.folder)
        try ferry.waitForLeft("tree/")
        try ferry.select("tree")
        ferry.terminal.send(.f5)
        try ferry.terminal.waitFor("Links:               < kept as links >")
        ferry.terminal.send("\t\t ")
        try ferry.terminal.waitFor("< followed >")
        ferry.terminal.send(.enter)
        try ferry.terminal.waitFor("All transfers have finished; skipped: 2 names.")
        #expect(served.text("here/got/tree/toOther/one") == "one")
        ferry.terminal.send("q")
        #expect(try ferry.terminal.waitForEnd() == .exited(0))
        let next = try Ferry([".", "got"], in: served.folder)
        try next.waitForLeft("tree/")
        try next.select("tree")
        next.terminal.send(.f5)
        try next.terminal.waitFor("< followed >")
        next.terminal.send(.escape)
        try next.terminal.waitUntil("the dialog to go") { !$0.contains("Links:") }
        next.terminal.send("q")
        #expect(try next.terminal.waitForEnd() == .exited(0))
    }
}
