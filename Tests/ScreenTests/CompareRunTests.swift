import Glibc
import Support
import Testing

@Suite("ferry compare")
struct CompareRunTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try Ferry.folder()
        for name in ["a", "a/sub", "b", "b/sub", "b/sub/theirs"] { try folder.makeFolder(name) }
        for name in ["a/same", "b/same", "a/f", "a/sub/n.log"] { try folder.write("one", to: name) }
        try folder.write("two2", to: "b/f")
        for name in ["a/same", "b/same", "a/f", "b/f"] {
            var times = [timeval](repeating: timeval(tv_sec: 1_000_000_000, tv_usec: 0), count: 2)
            #expect(utimes(folder.path(name), &times) == 0)
        }
    }

    private func run(_ arguments: String...) throws -> Outcome {
        try run(arguments)
    }

    private func run(_ arguments: [String]) throws -> Outcome {
        try Outcome(["compare"] + arguments, in: folder)
    }

    @Test("Each difference is a line with its reason, and the exit code says whether there is one")
    func lines() throws {
        let outcome = try run(folder.path("a"), folder.path("b"))
        #expect(
            outcome.output == """
                ~  f  (size 3, not 4)
                +  sub/n.log  (only in the first)
                -  sub/theirs/  (only in the second)

                """)
        #expect(outcome.code == 1)
        let same = try run(folder.path("a"), folder.path("a"))
        #expect(same.output == "" && same.code == 0)
    }

    @Test("What cannot be compared is trouble, whatever else differs")
    func trouble() throws {
        for arguments in [
            [folder.path("a"), folder.path("none")], [folder.path("a"), folder.path("a/f")],
            ["--checksum", "--size-only", folder.path("a"), folder.path("b")],
        ] {
            let outcome = try run(arguments)
            #expect(outcome.code == 2, "\(arguments)")
            #expect(!outcome.errors.isEmpty)
        }
    }

    @Test("--json tells what would make the second as the first is")
    func json() throws {
        let outcome = try run("--json", folder.path("a"), folder.path("b"))
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines.first?.hasPrefix(#"{"event":"plan","action":"replace","#) == true)
        #expect(lines[1].contains(#""action":"copy""#) && lines[1].contains(#""path":"sub/n.log""#))
        #expect(lines[2].contains(#""action":"delete""#) && !lines[2].contains(#""from""#))
        #expect(lines.last == #"{"event":"total","different":3,"same":1,"failed":0}"#)
    }

    @Test("Patterns leave out; the first that fits decides, in the order they were given")
    func patterns() throws {
        let (a, b) = (folder.path("a"), folder.path("b"))
        #expect(try run("--exclude", "f", "--exclude=sub/", a, b).code == 0)
        #expect(
            try run("--include", "*.log", "--exclude", "sub/", "--exclude", "f", a, b).output
                == "+  sub/n.log  (only in the first)\n")
        #expect(
            try run("--exclude", "sub/", "--include", "*.log", a, b).output
                == "~  f  (size 3, not 4)\n")
        try folder.write("sub/\nf\n", to: "a/.ferryignore")
        #expect(
            try run("--ignore-files", a, b).output == "+  .ferryignore  (only in the first)\n")
    }

    @Test("--checksum reads what has the same size, --size-only looks at nothing else")
    func contents() throws {
        try folder.write("eno", to: "b/same")
        let (a, b) = (folder.path("a"), folder.path("b"))
        let only = ["--exclude", "sub", "--exclude", "f"]
        let found = try run(["--checksum"] + only + [a, b])
        #expect(found.output == "~  same  (sizes are equal, contents differ)\n")
        let sizes = try run(["--size-only"] + only + [a, b])
        #expect(sizes.output == "" && sizes.code == 0)
    }
}
