import Glibc
import Support
import Testing

@Suite("ferry mirror --swap")
struct MirrorSwapRunTests {
    private let served: Served
    private var folder: TemporaryFolder { served.folder }

    init() throws {
        served = try Served()
        try folder.write("default login u password p\n", to: ".netrc")
        chmod(folder.path(".netrc"), 0o600)
        for name in ["here/a", "here/a/sub", "here/b", "here/b/old", "served/b", "served/b/old"] {
            try folder.makeFolder(name)
        }
        for (name, text) in [("a/f", "changed"), ("a/same", "same"), ("a/sub/new", "new")] {
            try folder.write(text, to: "here/" + name)
        }
        for top in ["here/b", "served/b"] {
            for (name, text) in [("f", "old"), ("old/x", "x")] {
                try folder.write(text, to: "\(top)/\(name)")
            }
        }
        #expect(try served.run(script: "cp -a b ../before").code == 0)
    }

    private func swap(_ arguments: String..., to target: String = "b") throws -> Outcome {
        try served.run(["mirror", "--swap"] + arguments + ["a", target])
    }

    private func difference(_ one: String, _ other: String) throws -> String {
        try served.run(script: "diff -r --exclude=.kept \(one) \(other)").output
    }

    @Test(
        "It goes with nothing that copies only a part, nor with plans in files",
        arguments: [
            ["--update"], ["--existing"], ["--missing"], ["--watch"], ["--save-plan", "p"],
        ])
    func usage(_ options: [String]) throws {
        let outcome = try served.run(["mirror", "--swap"] + options + ["a", "b"])
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("--swap goes with none of"), "\(outcome.errors)")
        #expect(try difference("b", "../before") == "")
    }

    @Test("Nor with a plan that was saved")
    func plan() throws {
        let outcome = try served.run(["mirror", "--swap", "--plan", "p"])
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("--swap goes with none of"), "\(outcome.errors)")
    }

    @Test("Without --delete one sentence says what would go; --dry-run says so as well")
    func refused() throws {
        for options in [[], ["--dry-run"]] {
            let outcome = try served.run(["mirror", "--swap"] + options + ["a", "b"])
            #expect(outcome.code == 1)
            let lines = outcome.errors.split(separator: "\n")
            #expect(
                lines == [
                    "ferry: \(folder.path("here/b/old")) is not in the source, and --swap would "
                        + "remove it; add --delete."
                ], "\(outcome.errors)")
        }
        #expect(try difference("b", "../before") == "")
        #expect(folder.names(in: "here").sorted() == ["a", "b"])
    }

    @Test("The guards of --delete are told in their own words")
    func guards() throws {
        let outcome = try swap("--delete", "--max-delete", "0")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("--max-delete allows 0"), "\(outcome.errors)")
        #expect(outcome.errors.contains("b was not replaced"), "\(outcome.errors)")
        #expect(try difference("b", "../before") == "")
    }

    @Test("It replaces, has nothing to do then, and is undone, here and on a server")
    func runs() throws {
        for (target, top) in [("b", "b"), (served.url + "/b", "../served/b")] {
            var outcome = try swap("--no-tls", "--delete", "--dry-run", to: target)
            #expect(outcome.code == 0 && outcome.output.contains("delete    old/x"))
            #expect(
                outcome.errors.contains("With --swap, all of the source is copied: 3 files."),
                "\(outcome.errors)")
            #expect(try difference(top, "../before") == "")
            outcome = try swap("--no-tls", "--delete", "--backup", ".kept", to: target)
            #expect(outcome.code == 0, "\(outcome.errors)")
            #expect(
                outcome.errors.hasSuffix("b was replaced as a whole, with 3 files.\n"),
                "\(outcome.errors)")
            #expect(try difference("a", top) == "")
            outcome = try swap("--no-tls", "--delete", "--backup", ".kept", to: target)
            #expect(outcome.code == 0 && outcome.errors.contains("Nothing to do"))
            outcome = try served.run(script: "diff -r \(top)/.kept/* ../before")
            #expect(outcome.code == 0, "\(outcome.output)")
            outcome = try served.run(["undo", "--no-tls"])
            #expect(outcome.code == 0, "\(outcome.errors)")
            #expect(try served.run(script: "diff -r \(top) ../before").code == 0)
        }
        #expect(try served.run(script: "find .. -name '.ferry-*'").output == "")
    }

    @Test("A target that is not there is created; --json tells what was copied and deleted")
    func json() throws {
        var outcome = try swap(to: "c")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.errors.hasSuffix("c was created, with 3 files.\n"), "\(outcome.errors)")
        #expect(try difference("a", "c") == "")
        outcome = try swap("--json", "--delete")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.count { $0.hasPrefix(#"{"event":"plan""#) } == 6, "\(outcome.output)")
        #expect(lines.contains { $0.hasPrefix(#"{"event":"done","action":"delete""#) })
        #expect(lines.last?.hasPrefix(#"{"event":"total","files":3,"#) == true)
        // All is told by the paths that it has in the end.
        #expect(lines.contains { $0.contains(#""done""#) && $0.contains("/here/b/sub/new\"") })
        #expect(!outcome.output.contains(".ferry-"), "\(outcome.output)")
        #expect(
            lines.filter { $0.contains(#""swap""#) } == [
                #"{"event":"swap","target":"\#(folder.path("here/b"))"}"#
            ], "\(outcome.output)")
        #expect(try difference("a", "b") == "")
        let undo = try served.run(["undo", "--list"])
        #expect(undo.output.contains("cannot be undone"), "\(undo.output)")
    }

    @Test("A link and a root directory are wrong usage")
    func places() throws {
        #expect(symlink("b", folder.path("here/link")) == 0)
        var outcome = try swap("--delete", to: "link")
        #expect(outcome.code == 2 && outcome.errors.contains("is a link"), "\(outcome.errors)")
        outcome = try swap("--no-tls", "--delete", to: served.url + "/")
        #expect(outcome.code == 2 && outcome.errors.contains("root"), "\(outcome.errors)")
        #expect(try difference("b", "../before") == "")
    }

    @Test("A backup may lie deeper, and a second run has nothing to do")
    func deepBackup() throws {
        for options in [["--delete"], ["--delete"], []] {
            let outcome = try served.run(
                ["mirror", "--swap"] + options + ["--backup", "backups/site", "a", "b"])
            #expect(outcome.code == 0, "\(outcome.errors)")
        }
        #expect(folder.names(in: "here/b/backups/site").count == 1)
        #expect(try served.run(script: "diff -r --exclude=backups a b").output == "")
        #expect(try served.run(script: "diff -r b/backups/site/* ../before").output == "")
    }

    @Test("With --no-mode permissions stay what they were")
    func noMode() throws {
        chmod(folder.path("here/b/f"), 0o600)
        chmod(folder.path("here/b"), 0o750)
        let outcome = try swap("--delete", "--no-mode")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let modes = try served.run(script: "stat -c %a b b/f b/same")
        #expect(modes.output == "750\n600\n644\n")
    }

    @Test("An older one is not undone before a newer one")
    func outOfOrder() throws {
        #expect(try swap("--delete", "--backup", ".kept").code == 0)
        let number = try #require(
            try served.run(["undo", "--list"]).output.split(separator: "\t").first)
        try folder.write("newer", to: "here/a/f")
        #expect(try swap("--delete", "--backup", ".kept").code == 0)
        let outcome = try served.run(["undo", String(number)])
        #expect(outcome.code == 1 && outcome.errors.contains("was replaced as a whole since then"))
        #expect(try difference("a", "b") == "")
        for _ in 0..<2 { #expect(try served.run(["undo"]).code == 0) }
        #expect(try served.run(script: "diff -r b ../before").output == "")
    }

    @Test(
        "However often it is killed, the target is old or new, and undo leads back",
        arguments: [true, false])
    func kills(keeps: Bool) throws {
        for number in 0..<60 {
            try folder.write(PlantedTree.noise(10_000 + number), to: "here/a/sub/n\(number)")
        }
        let kills = getenv("FERRY_KILLS").flatMap { Int(String(cString: $0)) } ?? 4
        let backup = keeps ? "--backup .kept " : ""
        let command = "\"$FERRY\" mirror --swap --delete \(backup)--no-tls a \"$URL/b\""
        for _ in 0..<kills {
            let seconds = Double.random(in: 0.1...0.9)
            let note: Comment = "killed after \(seconds) s"
            _ = try served.run(script: "timeout -s KILL \(seconds) \(command) --limit-rate 1M")
            if folder.exists("served/b") {
                let isOld = try difference("../served/b", "../before") == ""
                let isNew = try difference("../served/b", "a") == ""
                #expect(isOld || isNew, note)
            }
            // Where it was killed before anything was kept, there is nothing to undo.
            let undo = try served.run(["undo", "--no-tls"])
            let isLost = undo.errors.contains("cannot be undone")
            #expect(
                undo.code == 0 || undo.errors == "ferry: There is nothing to undo.\n"
                    || isLost && !keeps, "\(seconds) s: \(undo.errors)")
            let back = try served.run(
                script: "diff -r ../served/b ../before; find .. -name '.ferry-*'")
            if isLost {
                // What only the new one has may be gone.
                let state = try served.run(script: "cmp a/f ../served/b/f && find ../served/b")
                let isWhole = try difference("a", "../served/b") == ""
                #expect(
                    state.code == 0
                        && (isWhole || state.output == "../served/b\n../served/b/f\n"),
                    "\(state.output)")
                // What is left of the old one is told.
                #expect(
                    !back.output.contains(".ferry-") || undo.errors.contains(".ferry-"),
                    "\(seconds) s: \(undo.errors)")
                let again = "rm -rf ../served/* ../served/.ferry-*; cp -a ../before ../served/b"
                #expect(try served.run(script: again).code == 0)
            } else {
                #expect(back.output == "", note)
            }
        }
    }
}
