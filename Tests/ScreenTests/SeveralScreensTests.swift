import Glibc
import Support
import Testing

@Suite("The queue of several processes")
struct SeveralScreensTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try Ferry.folder()
    }

    private func run(_ arguments: [String]) throws -> Outcome {
        try Outcome(arguments, in: folder)
    }

    @Test("A queue that cannot be kept takes nothing, and says so")
    func unusable() throws {
        try folder.write("no directory", to: "state")
        let outcome = try run(["queue", "add", "ftp://127.0.0.1:1/x", "/tmp"])
        #expect(outcome.code == 1)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("The queue cannot be opened"))
    }

    @Test("A damaged queue is set aside, and that is said")
    func damaged() throws {
        try folder.makeFolder("state")
        try folder.makeFolder("state/ferry")
        try folder.write(
            String(repeating: "no database ", count: 1_000), to: "state/ferry/ferry.sqlite")
        let outcome = try run(["queue", "add", "ftp://127.0.0.1:1/x", "/tmp"])
        #expect(outcome.code == 0)
        #expect(outcome.output == "1\n")
        #expect(outcome.errors.contains("was damaged"))
    }

    @Test("A second screen shows the first one's work, and takes it over when that is killed")
    func secondScreen() throws {
        try folder.write([UInt8](repeating: 7, count: 3_000_000), to: "here/big")
        try folder.makeFolder("here/into")
        let here = folder.path("here")
        #expect(try run(["queue", "add", here + "/big", here + "/into"]).code == 0)
        let first = try Ferry(["--limit-rate", "200k", here, here], in: folder)
        try first.terminal.waitFor("into")
        first.terminal.send("w")
        try first.terminal.waitFor("running")
        let second = try Ferry(["--limit-rate", "50M", here, here], in: folder)
        try second.terminal.waitFor("into")
        second.terminal.send("w")
        try second.terminal.waitFor("running")
        first.terminal.signal(SIGKILL)
        try second.terminal.waitFor("done")
        #expect(folder.read("here/into/big")?.count == 3_000_000)
    }
}
