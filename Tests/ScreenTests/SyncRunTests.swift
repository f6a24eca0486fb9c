import Glibc
import Support
import Testing

@Suite("ferry sync")
struct SyncRunTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try Ferry.folder()
        for name in ["a", "a/sub", "b", "b/sub"] { try folder.makeFolder(name) }
        try folder.write("one", to: "a/one")
        try folder.write("two", to: "b/sub/two")
        for side in ["a", "b"] {
            try folder.write("same", to: "\(side)/same")
            try folder.write("deep", to: "\(side)/sub/deep")
        }
    }

    private func sync(_ arguments: String...) throws -> Outcome {
        try Outcome(["sync"] + arguments + [folder.path("a"), folder.path("b")], in: folder)
    }

    private func isSame() throws -> Bool {
        try Outcome(script: "diff -r --exclude=.ferry-trash ../a ../b", in: folder).code == 0
    }

    /// Text that is longer than before, so that nobody needs to wait for another second.
    private func change(_ name: String, _ text: String) throws {
        try folder.write(text, to: name)
    }

    @Test("The first time all is carried both ways, and the second time there is nothing to do")
    func first() throws {
        var outcome = try sync("--dry-run")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(
            outcome.output
                == "> copy      one  (new on the first)\n< copy      sub/two  (new on the second)\n"
        )
        #expect(!folder.exists("a/sub/two"))
        outcome = try sync()
        #expect(outcome.code == 0 && outcome.output == "", "\(outcome.errors)")
        #expect(try isSame())
        #expect(folder.exists("b/one") && folder.exists("a/sub/two"))
        #expect(try sync("--json").output.split(separator: "\n").count == 1)
        // Nothing was replaced, so that nothing is kept.
        #expect(!folder.exists("a/.ferry-trash") && !folder.exists("b/.ferry-trash"))
    }

    @Test("Changes, deletions and new names go to the other side, each with its reason")
    func later() throws {
        #expect(try sync().code == 0)
        try change("a/same", "changed")
        #expect(unlink(folder.path("b/one")) == 0)
        #expect(rename(folder.path("a/sub/two"), folder.path("a/renamed")) == 0)
        #expect(chmod(folder.path("b/sub/deep"), 0o600) == 0)
        let outcome = try sync("--dry-run")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        let starts = [
            "< delete    one  (gone from the second since ",
            "> move      renamed  (renamed on the ",
            "> replace   same  (changed on the first; size 7, not 4",
            "< replace   sub/deep  (changed on the second; permissions 600, not 644)",
        ]
        #expect(lines.count == starts.count, "\(outcome.output)")
        for (line, start) in zip(lines, starts) { #expect(line.hasPrefix(start), "\(line)") }
        #expect(lines[1].hasSuffix("from 'sub/two')"))
        #expect(try sync().code == 0)
        #expect(try isSame())
        #expect(!folder.exists("a/one") && folder.exists("b/renamed"))
        var status = stat()
        #expect(stat(folder.path("a/sub/deep"), &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(try sync("--json").output.split(separator: "\n").count == 1)
    }

    @Test("What was changed on both sides is kept on both, whichever is newer")
    func conflict() throws {
        #expect(try sync().code == 0)
        try change("a/same", "from the first")
        try change("b/same", "the second's")
        let outcome = try sync()
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains("1 conflict (both files are kept)"), "\(outcome.errors)")
        #expect(try isSame())
        let kept = try #require(folder.names(in: "a").first { $0.hasPrefix("same.conflict-") })
        #expect(folder.read("b/same") == Array("from the first".utf8))
        #expect(folder.read("a/\(kept)") == Array("the second's".utf8))
        #expect(try sync("--json").output.split(separator: "\n").count == 1)
        #expect(try Outcome(["undo"], in: folder).code == 0)
        #expect(folder.read("b/same") == Array("the second's".utf8))
        #expect(!folder.exists("a/\(kept)") && !folder.exists("b/\(kept)"))
    }

    @Test(
        "--conflict chooses, or leaves both",
        arguments: [
            ("first", "changed first", "changed first"), ("second", "the second's", "the second's"),
            ("newer", "changed first", "changed first"), ("skip", "changed first", "the second's"),
        ])
    func choice(_ choice: String, _ first: String, _ second: String) throws {
        #expect(try sync().code == 0)
        try change("a/same", "changed first")
        try change("b/same", "the second's")
        var times = [timeval](repeating: timeval(tv_sec: 1_000_000_000, tv_usec: 0), count: 2)
        #expect(utimes(folder.path("b/same"), &times) == 0)
        let outcome = try sync("--conflict", choice)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(folder.read("a/same") == Array(first.utf8))
        #expect(folder.read("b/same") == Array(second.utf8))
        #expect(outcome.errors.contains("1 file left as they are") == (choice == "skip"))
    }

    @Test("The same change on both sides is none, nor is a new time")
    func same() throws {
        #expect(try sync().code == 0)
        for side in ["a", "b"] { try change("\(side)/same", "changed alike") }
        for (name, seconds) in [("a/same", 1_000_000_000), ("b/sub/deep", 1_100_000_000)] {
            var times = [timeval](repeating: timeval(tv_sec: seconds, tv_usec: 0), count: 2)
            #expect(utimes(folder.path(name), &times) == 0)
        }
        let outcome = try sync("--json")
        #expect(outcome.code == 0)
        #expect(outcome.output.split(separator: "\n").count == 1, "\(outcome.output)")
        // It is known from now on: a later change goes over.
        try change("b/same", "once more, and longer")
        #expect(try sync().code == 0)
        #expect(folder.read("a/same") == Array("once more, and longer".utf8))
    }

    @Test("What was changed here and deleted there survives on both sides")
    func survives() throws {
        #expect(try sync().code == 0)
        try change("a/sub/deep", "changed since")
        #expect(
            try Outcome(script: "rm -r ../b/sub", in: folder).code == 0)
        #expect(try sync().code == 0)
        #expect(try isSame())
        #expect(folder.names(in: "b/sub") == ["deep"])
    }

    @Test("Undo brings back what was deleted and replaced, on both sides")
    func undo() throws {
        #expect(try sync().code == 0)
        try change("a/same", "changed")
        #expect(unlink(folder.path("b/one")) == 0)
        #expect(rename(folder.path("a/sub/two"), folder.path("a/renamed")) == 0)
        let copy = "cp -a ../a ../a-before; cp -a ../b ../b-before"
        #expect(try Outcome(script: copy, in: folder).code == 0)
        #expect(try sync().code == 0)
        let undo = try Outcome(["undo"], in: folder)
        #expect(undo.code == 0, "\(undo.errors)")
        let compare = "diff -r ../a ../a-before && diff -r ../b ../b-before"
        let outcome = try Outcome(script: compare, in: folder)
        #expect(outcome.code == 0, "\(outcome.output)")
        // What they had agreed about counts no more: nothing is deleted now.
        let again = try sync("--dry-run")
        #expect(!again.output.contains("delete"), "\(again.output)")
        #expect(again.output.contains("! conflict  same"), "\(again.output)")
    }

    @Test("Nothing is deleted where a side is empty, gone, or has lost more than half")
    func guards() throws {
        for number in 0..<30 { try folder.write("x", to: "a/more\(number)") }
        #expect(try sync().code == 0)
        #expect(try Outcome(script: "mv ../b ../away; mkdir ../b", in: folder).code == 0)
        var outcome = try sync()
        #expect(outcome.code == 1)
        #expect(
            outcome.errors
                == "ferry: Nothing was deleted in \(folder.path("a")), because \(folder.path("b")) is "
                + "empty. To delete everything, add --max-delete 100%.\n")
        #expect(folder.exists("a/more29"))
        #expect(rmdir(folder.path("b")) == 0)
        outcome = try sync()
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("does not exist any more"), "\(outcome.errors)")
        #expect(
            try Outcome(script: "mv ../away ../b; rm ../b/more1* ../b/more2*", in: folder).code == 0
        )
        outcome = try sync()
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("22 files would go, but --max-delete allows 17"))
        #expect(folder.exists("a/more29"))
        #expect(try sync("--max-delete", "100%").code == 0)
        #expect(!folder.exists("a/more29"))
        #expect(try isSame())
    }

    @Test("What a filter hides is neither deleted nor forgotten")
    func filter() throws {
        try folder.write("log", to: "a/sub/x.log")
        #expect(try sync().code == 0)
        #expect(unlink(folder.path("b/sub/x.log")) == 0)
        #expect(try sync("--exclude", "*.log").code == 0)
        #expect(folder.exists("a/sub/x.log"))
        #expect(try sync().code == 0)
        #expect(!folder.exists("a/sub/x.log"))
    }

    @Test("A directory that cannot be read is not an empty one")
    func unread() throws {
        #expect(try sync().code == 0)
        let script =
            "ln -s nowhere ../a/sub/link; mv ../b/sub ../b/hidden; ln -s /proc/1/root ../b/sub"
        #expect(try Outcome(script: script, in: folder).code == 0)
        let outcome = try sync("--dry-run")
        #expect(!outcome.output.contains("delete    sub/two"), "\(outcome.output)")
    }

    @Test("A plan is saved, edited, and done only for what it was made from")
    func plan() throws {
        let saved = try sync("--save-plan", folder.path("plan"))
        #expect(saved.code == 0, "\(saved.errors)")
        #expect(!folder.exists("b/one"))
        let lines = String(decoding: folder.read("plan") ?? [], as: UTF8.self)
            .split(separator: "\n").map(String.init)
        #expect(lines.count == 3 && lines[0].contains(#""ferry":"sync""#), "\(lines)")
        #expect(lines[1].contains(#""side":"second""#) && lines[2].contains(#""side":"first""#))
        try folder.write(lines[0] + "\n" + lines[2] + "\n", to: "plan")
        let mirror = try Outcome(["mirror", "--plan", folder.path("plan")], in: folder)
        #expect(mirror.code == 2 && mirror.errors.contains("is a plan for sync, not for mirror"))
        let outcome = try Outcome(["sync", "--plan", folder.path("plan")], in: folder)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(folder.exists("a/sub/two") && !folder.exists("b/one"))
        let again = try Outcome(["sync", "--plan", folder.path("plan")], in: folder)
        #expect(again.code == 2 && again.errors.contains("The plan no longer fits"))
    }

    @Test("--json tells of both directions, and of new names")
    func json() throws {
        #expect(try sync().code == 0)
        #expect(rename(folder.path("a/sub/two"), folder.path("a/renamed")) == 0)
        try change("b/one", "changed there")
        let outcome = try sync("--json")
        let (a, b) = (folder.path("a"), folder.path("b"))
        let lines = outcome.output.split(separator: "\n").map(String.init)
        let copy =
            #"{"event":"plan","action":"replace","path":"one","from":"\#(b)/one","to":"\#(a)/one","#
        let move =
            #"{"event":"plan","action":"move","path":"renamed","from":"\#(b)/sub/two","to":"\#(b)/renamed","#
        #expect(lines.contains { $0.hasPrefix(copy) }, "\(outcome.output)")
        #expect(lines.contains { $0.hasPrefix(move) }, "\(outcome.output)")
        #expect(lines.last?.hasPrefix(#"{"event":"total","files":1,"#) == true)
    }

    @Test("Either order of the two places is the same pair, and one in the other is refused")
    func order() throws {
        #expect(try sync().code == 0)
        #expect(unlink(folder.path("b/one")) == 0)
        let outcome = try Outcome(["sync", folder.path("b"), folder.path("a")], in: folder)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(!folder.exists("a/one"))
        let inside = try Outcome(["sync", folder.path("a"), folder.path("a/sub")], in: folder)
        #expect(inside.code == 2)
    }
}
