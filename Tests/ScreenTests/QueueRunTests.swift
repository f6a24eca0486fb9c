import Support
import Testing

@Suite("The queue without a screen")
struct QueueRunTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try Ferry.folder()
    }

    @Test(
        "A store that cannot be opened is an error of every command, since nothing is kept",
        arguments: [
            ["queue"], ["queue", "--json"], ["queue", "add", "ftp://h/x", "."],
            ["queue", "pause", "all"], ["queue", "resume", "all"], ["queue", "retry", "all"],
            ["queue", "cancel", "1"], ["queue", "clear"],
        ])
    func unusable(arguments: [String]) throws {
        try folder.write("a file where a directory should be", to: "state")
        let outcome = try Outcome(arguments, in: folder)
        #expect(outcome.code == 1)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("ferry.sqlite could not be opened (Not a directory)."))
    }

    @Test(
        "What cannot be saved with a job is refused, not forgotten",
        arguments: [["--insecure"], ["--limit-rate", "1M"], ["--password-file", "-"]])
    func options(option: [String]) throws {
        let outcome = try Outcome(["queue", "add"] + option + ["ftp://h/x", "."], in: folder)
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("\(option[0]) cannot be saved with a job"))
        #expect(try Outcome(["queue"], in: folder).output.isEmpty)
        // What is kept with it is taken.
        let kept = ["queue", "add", "--active", "--timeout", "9", "ftp://h/x", "."]
        #expect(try Outcome(kept, in: folder).code == 0)
    }

    @Test("cancel forgets a job, and with --keep its row stays for a retry")
    func cancelling() throws {
        func run(_ arguments: String...) throws -> Outcome {
            try Outcome(["queue"] + arguments, in: folder)
        }
        for name in ["one", "two"] {
            #expect(try run("add", "ftp://h/" + name, ".").code == 0)
        }
        #expect(try run("cancel", "--keep", "1").code == 0)
        #expect(try run("cancel", "2").code == 0)
        #expect(try run().output.hasPrefix("1\tcancelled\tcopy\t"))
        #expect(try run().output.contains("two") == false)
        #expect(try run("retry", "1").code == 0)
        #expect(try run().output.hasPrefix("1\twaiting\tcopy\t"))
    }

    @Test("What is over is listed with --done, cleared or not, with what it came to")
    func history() throws {
        for name in ["one", "two"] {
            try folder.write(name + name, to: "here/" + name)
            let added = try Outcome(["queue", "add", name, "into/"], in: folder)
            #expect(added.code == 0, "\(added.errors)")
        }
        try folder.makeFolder("here/into")
        func list(_ arguments: String...) throws -> [String] {
            let outcome = try Outcome(["queue", "--done"] + arguments, in: folder)
            #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            return outcome.output.split(separator: "\n").map(String.init)
        }
        #expect(try list() == ["total\t0\t0\t0"])
        #expect(try Outcome(["queue", "run"], in: folder).code == 0)
        #expect(try Outcome(["queue", "clear"], in: folder).code == 0)
        #expect(try Outcome(["queue"], in: folder).output.isEmpty)
        let all = try list()
        #expect(all.count == 3 && all.last == "total\t2\t2\t12")
        #expect(all.first?.contains("\tdone\tcopy\t6\t") == true)
        #expect(all.first?.hasSuffix("here/one -> \(folder.path("here/into/one"))") == true)
        #expect(try list("INTO/", "two").last == "total\t1\t1\t6")
        #expect(try list("none").last == "total\t0\t0\t0")
        let json = try list("--json", "one")
        #expect(json.count == 1 && json[0].contains("\"state\":\"done\",\"ended\":\"20"))
        #expect(json[0].contains("\"files\":1,\"done\":6,\"via\":\"here\""))
        #expect(try Outcome(["queue", "list", "one"], in: folder).code == 2)
    }

    @Test("move puts a job that waits before or behind all others")
    func moving() throws {
        for name in ["one", "two", "three"] {
            #expect(try Outcome(["queue", "add", "ftp://h/" + name, "."], in: folder).code == 0)
        }
        func order() throws -> [String] {
            try Outcome(["queue"], in: folder).output.split(separator: "\n")
                .map { String($0.prefix(1)) }
        }
        #expect(try Outcome(["queue", "move", "3", "first"], in: folder).code == 0)
        #expect(try order() == ["3", "1", "2"])
        #expect(try Outcome(["queue", "move", "1", "last"], in: folder).code == 0)
        #expect(try order() == ["3", "2", "1"])
        #expect(try Outcome(["queue", "move", "1", "earlier"], in: folder).code == 0)
        #expect(try order() == ["3", "1", "2"])
        #expect(try Outcome(["queue", "move", "9", "first"], in: folder).code == 1)
        #expect(try Outcome(["queue", "move", "1", "nowhere"], in: folder).code == 2)
    }

    @Test("on_done runs once the queue has nothing to do, with the counts, and not before")
    func command() throws {
        try folder.makeFolder("config")
        try folder.makeFolder("config/ferry")
        let command = "echo $FERRY_DONE $FERRY_FAILED $FERRY_FILES $FERRY_BYTES >> told"
        try folder.write("on_done = \"\(command)\"", to: "config/ferry/config.toml")
        #expect(try Outcome(["queue", "run"], in: folder).code == 0)
        #expect(!folder.exists("here/told"))
        try folder.makeFolder("here/into")
        try folder.write("hello", to: "here/one")
        for name in ["one", "none"] {
            #expect(try Outcome(["queue", "add", name, "into/"], in: folder).code == 0)
        }
        #expect(try Outcome(["queue", "run"], in: folder).code == 1)
        #expect(folder.read("here/told") == Array("1 1 1 5\n".utf8))
    }

    @Test("A damaged store is set aside, which is said")
    func damaged() throws {
        try folder.makeFolder("state")
        try folder.makeFolder("state/ferry")
        try folder.write([UInt8](repeating: 0x5A, count: 5_000), to: "state/ferry/ferry.sqlite")
        let outcome = try Outcome(["queue", "add", "ftp://h/x", "."], in: folder)
        #expect(outcome.code == 0)
        #expect(outcome.output == "1\n")
        #expect(outcome.errors.contains("was damaged"))
        #expect(outcome.errors.contains("ferry.sqlite.damaged-"))
        let after = try Outcome(["queue"], in: folder)
        #expect(after.output.contains("ftp://h/x"))
        #expect(after.errors.isEmpty)
    }
}
