import Glibc
import Support
import Testing

@Suite("ferry mirror")
struct MirrorRunTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try Ferry.folder()
        for name in ["a", "a/sub", "a/bare", "b", "b/sub", "b/sub/theirs"] {
            try folder.makeFolder(name)
        }
        for name in ["a/same", "b/same", "a/sub/new"] { try folder.write("one", to: name) }
        try folder.write("changed", to: "a/f")
        try folder.write("old", to: "b/f")
        try folder.write("x", to: "b/sub/theirs/x")
        for name in ["a/same", "b/same", "b/f"] { try setTime(name) }
    }

    private func setTime(_ name: String, _ seconds: Int = 1_000_000_000) throws {
        var times = [timeval](repeating: timeval(tv_sec: seconds, tv_usec: 0), count: 2)
        #expect(utimes(folder.path(name), &times) == 0)
    }

    private func mirror(_ arguments: String..., from: String = "a", to: String = "b") throws
        -> Outcome
    {
        try Outcome(
            ["mirror"] + arguments + [folder.path(from), folder.path(to)], in: folder)
    }

    private func isSame() throws -> Bool {
        let script = "diff -r --exclude=.kept --exclude=.ferry-trash ../a ../b"
        return try Outcome(script: script, in: folder).code == 0
    }

    @Test("--dry-run says what would be done, and why, and does nothing")
    func dry() throws {
        let outcome = try mirror("--dry-run", "--delete")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(
            lines.map { $0.split(separator: ",").first.map(String.init) ?? "" } == [
                "mkdir     bare/  (new)", "replace   f  (size 7", "copy      sub/new  (new)",
                "delete    sub/theirs/  (not in the source)",
                "delete    sub/theirs/x  (not in the source)",
            ], "\(outcome.output)")
        #expect(
            outcome.errors
                == "ferry: 2 files to copy (10 bytes), 1 other change, 2 to delete; 1 file the same.\n"
        )
        #expect(outcome.code == 0)
        #expect(folder.exists("b/sub/theirs/x") && !folder.exists("b/bare"))
    }

    @Test("It copies, deletes only where it is told to, and has nothing to do the second time")
    func runs() throws {
        var outcome = try mirror()
        #expect(outcome.code == 0 && outcome.output == "", "\(outcome.errors)")
        #expect(folder.exists("b/sub/theirs/x") && folder.exists("b/bare"))
        #expect(folder.read("b/f") == Array("changed".utf8))
        outcome = try mirror("--delete")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try isSame())
        outcome = try mirror("--delete", "--json")
        #expect(outcome.output.hasPrefix(#"{"event":"total","files":0,"bytes":0,"failed":0,"#))
        // A target that is not there is made.
        #expect(try mirror(to: "c").code == 0)
        #expect(folder.exists("c/sub/new"))
    }

    @Test("--json tells the plan, then what happens")
    func json() throws {
        let outcome = try mirror("--json", "--delete", "--exclude", "theirs")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        let start =
            #"{"event":"plan","action":"mkdir","path":"bare","from":"\#(folder.path("a/bare"))","#
        #expect(lines.first?.hasPrefix(start) == true, "\(outcome.output)")
        #expect(lines.count { $0.hasPrefix(#"{"event":"plan""#) } == 3)
        #expect(lines.count { $0.hasPrefix(#"{"event":"done","source":"#) } >= 2)
        #expect(lines.last?.hasPrefix(#"{"event":"total","files":2,"bytes":10,"#) == true)
        #expect(folder.exists("b/sub/theirs/x"))
    }

    @Test("Names that are no UTF-8 are left out by their bytes, and told apart in the plan")
    func foreignNames() throws {
        let outcome = try Outcome(
            script: """
                for name in 'caf\\351.txt' 'caf\\303\\251.txt' 'na\\357ve'; do
                    : >"../b/$(printf "$name")"
                done
                "$FERRY" mirror --delete --dry-run --json --exclude "$(printf 'na\\357*')" ../a ../b
                """, in: folder)
        let lines = outcome.output.split(separator: "\n")
        let plain = lines.filter { $0.contains(#""path":"café.txt","#) }
        #expect(plain.count == 2, "\(outcome.output)")
        #expect(
            plain.count { $0.contains(#""path":"café.txt","path_bytes":"636166e92e747874","#) } == 1
        )
        #expect(!outcome.output.contains("ve\""))
    }

    @Test("With --backup nothing is lost, and undo brings all of it back")
    func backup() throws {
        #expect(try Outcome(script: "cp -a ../b ../before", in: folder).code == 0)
        let outcome = try mirror("--delete", "--backup", ".kept")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try isSame())
        let kept = try #require(folder.names(in: "b/.kept").first)
        #expect(folder.read("b/.kept/\(kept)/f") == Array("old".utf8))
        #expect(folder.exists("b/.kept/\(kept)/sub/theirs/x"))
        // What is kept is no part of the tree.
        #expect(try mirror("--delete", "--backup", ".kept").code == 0)
        #expect(folder.exists("b/.kept/\(kept)/f"))
        let list = try Outcome(["undo", "--list"], in: folder)
        #expect(list.output.contains("Mirrored"), "\(list.output)")
        let undo = try Outcome(["undo"], in: folder)
        #expect(undo.code == 0, "\(undo.errors)")
        #expect(try Outcome(script: "diff -r ../b ../before", in: folder).code == 0)
    }

    @Test("Two runs in one second keep what each has replaced")
    func twice() throws {
        let script = """
            "$FERRY" mirror --backup .kept ../a ../b && printf again >../a/f &&
            "$FERRY" mirror --backup .kept ../a ../b && cat ../b/.kept/*/f | sort
            """
        let outcome = try Outcome(script: script, in: folder)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("old") && outcome.output.contains("changed"))
        #expect(folder.names(in: "b/.kept").count == 2)
    }

    @Test("What takes the place of a file is no file that is copied")
    func counts() throws {
        try folder.makeFolder("a/k")
        try folder.write("file", to: "b/k")
        let outcome = try mirror("--dry-run", "--delete")
        #expect(outcome.errors.contains("2 files to copy (10 bytes), 2 other changes"))
    }

    @Test("Without a backup, undo takes back what was new, and says what it cannot")
    func undo() throws {
        #expect(try mirror("--delete").code == 0)
        let list = try Outcome(["undo", "--list"], in: folder)
        #expect(list.output.contains("cannot be undone"), "\(list.output)")
        _ = try Outcome(["undo"], in: folder)
        #expect(!folder.exists("b/sub/new") && !folder.exists("b/bare"))
        #expect(folder.read("b/f") == Array("changed".utf8))
    }

    @Test("More than half of the files do not go, nor for an empty source anything")
    func guards() throws {
        for number in 0..<30 { try folder.write("x", to: "b/more\(number)") }
        var outcome = try mirror("--delete")
        #expect(outcome.code == 1)
        #expect(
            outcome.errors
                == "ferry: Nothing was deleted: 31 files would go, but --max-delete allows 16.\n")
        #expect(folder.exists("b/more0") && folder.exists("b/sub/new"))
        #expect(try mirror("--delete", "--max-delete", "31").code == 0)
        #expect(try isSame())
        try folder.makeFolder("none")
        for arguments in [["--delete"], ["--delete", "--max-delete", "1000"]] {
            outcome = try Outcome(
                ["mirror"] + arguments + [folder.path("none"), folder.path("b")], in: folder)
            #expect(outcome.code == 1 && outcome.errors.contains("none is empty"))
            #expect(folder.exists("b/f"))
        }
        #expect(try mirror("--delete", "--max-delete", "100%", from: "none").code == 0)
        #expect(folder.names(in: "b") == [])
    }

    @Test("The same place, and one inside the other, are refused before anything is done")
    func apart() throws {
        #expect(symlink(folder.path("a"), folder.path("link")) == 0)
        for (from, to) in [
            ("a", "a"), ("a", "a/sub"), ("a/sub", "a"), ("a", "link"), ("link", "a/sub"),
            ("link/sub", "a"), ("a", "b/f"), ("a/f", "b"), ("none", "b"), ("a", "none/x"),
        ] {
            let outcome = try mirror("--delete", from: from, to: to)
            #expect(outcome.code == 2 || from == "none", "\(from) \(to): \(outcome.errors)")
            #expect(outcome.code != 0 && !outcome.errors.isEmpty)
        }
        #expect(folder.exists("a/f") && folder.exists("a/sub/new") && folder.exists("b/f"))
        for wrong in [
            ["--checksum", "--size-only"], ["--existing", "--missing"], ["--delete-after"],
            ["--max-delete", "5"], ["--delete", "--max-delete", "x"], ["-j", "17"],
            ["--backup", "../x"], ["--backup", "/x"], ["--backup", "."],
        ] {
            let outcome = try Outcome(
                ["mirror"] + wrong + [folder.path("a"), folder.path("b")], in: folder)
            #expect(outcome.code == 2 || outcome.code == 64, "\(wrong): \(outcome.code)")
        }
    }

    @Test("A saved plan is run later, without lines that were taken out, and only if it still fits")
    func plans() throws {
        let saved = try mirror("--delete", "--save-plan", folder.path("plan"))
        #expect(saved.code == 0, "\(saved.errors)")
        #expect(folder.read("b/f") == Array("old".utf8))
        let text = String(decoding: folder.read("plan") ?? [], as: UTF8.self)
        let lines = text.split(separator: "\n").map(String.init)
        #expect(
            lines.count == 6 && lines[0].hasPrefix(#"{"ferry":"mirror","options":{"#), "\(text)")
        // A name that is no text is known again, and so is one that only looks like an escape.
        let kept = lines.filter { !$0.contains("theirs") } + ["# a remark", ""]
        try folder.write(kept.joined(separator: "\n"), to: "plan")
        try folder.write("later", to: "a/later")
        var outcome = try Outcome(["mirror", "--plan", folder.path("plan")], in: folder)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(folder.read("b/f") == Array("changed".utf8) && folder.exists("b/sub/new"))
        #expect(folder.exists("b/sub/theirs/x") && !folder.exists("b/later"))
        // What was done, or changed, is not done again.
        outcome = try Outcome(["mirror", "--plan", folder.path("plan")], in: folder)
        #expect(outcome.code == 2 && outcome.errors.contains("The plan no longer fits"))
        #expect(try mirror("--save-plan", folder.path("plan")).code == 0)
        try folder.write("other", to: "a/later")
        try folder.write("longer text", to: "a/later")
        outcome = try Outcome(["mirror", "--plan", folder.path("plan")], in: folder)
        #expect(outcome.code == 2 && !folder.exists("b/later"))
        for wrong in ["", "x", #"{"ferry":"sync","version":1}"#, "{}\n{}"] {
            try folder.write(wrong, to: "wrong")
            outcome = try Outcome(["mirror", "--plan", folder.path("wrong")], in: folder)
            #expect(outcome.code == 2 && outcome.errors.contains("plan"), "\(outcome.errors)")
        }
        outcome = try mirror("--plan", folder.path("plan"))
        #expect(outcome.code == 2)
    }

    @Test("A plan has any name, and takes the bytes of each")
    func planNames() throws {
        let make =
            #"cd ../a && printf x > "$(printf 'n\377')" && printf y > '%41' && printf z > 'a b'"#
        #expect(try Outcome(script: make, in: folder).code == 0)
        #expect(try mirror("--save-plan", folder.path("plan")).code == 0)
        let outcome = try Outcome(["mirror", "--plan", folder.path("plan")], in: folder)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(
            try Outcome(script: "diff -r ../a ../b | grep -v 'Only in ../b'", in: folder).output
                == "")
    }

    @Test("A newer target stays with --update; contents decide with --checksum")
    func newer() throws {
        try setTime("b/f", 2_000_000_000)
        #expect(try mirror("--update").code == 0)
        #expect(folder.read("b/f") == Array("old".utf8))
        #expect(folder.exists("b/sub/new"))
        #expect(try mirror().code == 0)
        #expect(folder.read("b/f") == Array("changed".utf8))
        try folder.write("eno", to: "b/same")
        try setTime("b/same")
        #expect(try mirror().code == 0)
        #expect(folder.read("b/same") == Array("eno".utf8))
        #expect(try mirror("--checksum").code == 0)
        #expect(folder.read("b/same") == Array("one".utf8))
    }

    @Test("--existing makes nothing new, --missing replaces nothing")
    func scopes() throws {
        #expect(try mirror("--existing").code == 0)
        #expect(folder.read("b/f") == Array("changed".utf8))
        #expect(!folder.exists("b/bare") && !folder.exists("b/sub/new"))
        try folder.write("again", to: "a/f")
        #expect(try mirror("--missing").code == 0)
        #expect(folder.read("b/f") == Array("changed".utf8))
        #expect(folder.exists("b/bare") && folder.exists("b/sub/new"))
    }

    @Test("A directory against a file stays, and is told; --delete replaces it")
    func kinds() throws {
        try folder.makeFolder("a/k")
        try folder.write("in", to: "a/k/in")
        try folder.write("file", to: "b/k")
        var outcome = try mirror()
        #expect(outcome.code == 1)
        #expect(
            outcome.errors.contains(
                "b/k was kept, because it is of another kind (a directory, not a file); to replace "
                    + "it, add --delete."), "\(outcome.errors)")
        #expect(folder.read("b/k") == Array("file".utf8) && folder.exists("b/sub/new"))
        outcome = try mirror("--delete", "--backup", ".kept")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(folder.exists("b/k/in"))
        #expect(try isSame())
    }

    @Test("Permissions and links go along; --no-mode leaves the permissions out")
    func modes() throws {
        #expect(chmod(folder.path("a/same"), 0o600) == 0)
        #expect(symlink("f", folder.path("a/link")) == 0)
        #expect(try mirror("--no-mode").code == 0)
        #expect(mode("b/same") == 0o644)
        #expect(try mirror().code == 0)
        #expect(mode("b/same") == 0o600)
        var status = stat()
        #expect(lstat(folder.path("b/link"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        let again = try mirror("--dry-run")
        #expect(again.output == "", "\(again.output)")
    }

    @Test("--follow copies what links lead to, and goes round in no circle")
    func follow() throws {
        for name in ["outer", "outer/deep"] { try folder.makeFolder(name) }
        try folder.write("out", to: "outer/deep/o")
        for (link, text) in [
            ("a/lf", "f"), ("a/lo", "../outer"), ("a/self", "."), ("a/sub/up", ".."),
            ("a/none", "gone"),
        ] {
            #expect(symlink(text, folder.path(link)) == 0)
        }
        let outcome = try mirror("--follow")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(folder.read("b/lf") == Array("changed".utf8))
        #expect(folder.read("b/lo/deep/o") == Array("out".utf8))
        var status = stat()
        for (name, kind) in [
            ("b/lf", S_IFREG), ("b/lo", S_IFDIR), ("b/self", S_IFLNK), ("b/sub/up", S_IFLNK),
            ("b/none", S_IFLNK),
        ] {
            #expect(lstat(folder.path(name), &status) == 0 && status.st_mode & S_IFMT == kind)
        }
        let again = try mirror("--follow", "--dry-run")
        #expect(again.output == "", "\(again.output)")
    }

    @Test("A list of patterns that is too long deletes nothing in its directory")
    func longList() throws {
        let lines = (0..<2_001).map { "n\($0)" }.joined(separator: "\n")
        try folder.write(lines, to: "b/sub/.ferryignore")
        let outcome = try mirror("--delete", "--ignore-files")
        #expect(outcome.code == 1 && outcome.errors.contains("too long"), "\(outcome.errors)")
        #expect(folder.exists("b/sub/theirs/x") && folder.exists("b/bare"))
    }

    @Test("Undo keeps a file whose backup is gone")
    func goneBackup() throws {
        #expect(try mirror("--delete", "--backup", ".kept").code == 0)
        let kept = try #require(folder.names(in: "b/.kept").first)
        #expect(unlink(folder.path("b/.kept/\(kept)/f")) == 0)
        let undo = try Outcome(["undo"], in: folder)
        #expect(undo.code == 1 && undo.errors.contains("no longer exists"), "\(undo.errors)")
        #expect(folder.read("b/f") == Array("changed".utf8))
        #expect(folder.exists("b/sub/theirs/x") && !folder.exists("b/bare"))
    }

    private func mode(_ name: String) -> mode_t {
        var status = stat()
        lstat(folder.path(name), &status)
        return status.st_mode & 0o777
    }
}
