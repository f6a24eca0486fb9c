import DemoServer
import Files
import Glibc
import Local
import Support
import Testing
import Work

@testable import Engine
@testable import UI

@Suite("Changing modes and times")
struct AttributeChangerTests {
    private let volume = MemoryVolume()
    private let time = Timestamp(seconds: 1_600_000_000)

    /// A change of entries of `/d`.
    private func change(_ entries: [Entry], _ mode: String?) -> AttributeChange {
        var builder = DirectoryBuilder()
        for entry in entries { builder.append(entry) }
        let directory = builder.directory
        let indices = directory.records.indices.map { UInt32($0) }
        var change = AttributeChange(
            Selection(MarkSet(indices), of: directory, in: EntryOrder(indices, in: directory)),
            in: Location(site: volume.site, path: Path("/d")))
        change.mode = mode.flatMap { ModeChange($0, mask: 0) }
        return change
    }

    private func entry(_ name: String, _ kind: Entry.Kind = .file) throws -> Entry {
        Entry(name: try #require(Name(name)), kind: kind)
    }

    private func found(_ path: String) throws -> Entry {
        try #require(try volume.connect().entry(at: Path(path)))
    }

    private func run(
        _ change: AttributeChange, stop: Cancellation = Cancellation()
    ) -> AttributeOutcome {
        AttributeChanger.run(change, on: volume.connect(), stop: stop)
    }

    @Test("Files get both; what is not chosen stays")
    func both() throws {
        for name in ["a", "b", "c"] { volume.add("/d/\(name)", name) }
        var change = change([try entry("a"), try entry("c")], "600")
        change.time = time
        #expect(run(change) == AttributeOutcome(FailureList(), end: nil))
        for name in ["a", "c"] {
            #expect(try found("/d/\(name)").mode == 0o600)
            #expect(try found("/d/\(name)").modified == time)
        }
        #expect(try found("/d/b").mode == 0o644)
        #expect(try found("/d/b").modified != time)
    }

    @Test("A symbolic mode is made from each file's own")
    func symbolic() throws {
        volume.add("/d/a", [], mode: 0o600)
        volume.add("/d/b", [], mode: 0o755)
        #expect(run(change([try entry("a"), try entry("b")], "g+w")).failureCount == 0)
        #expect(try found("/d/a").mode == 0o620)
        #expect(try found("/d/b").mode == 0o775)
    }

    @Test("All below a directory gets the mode where that is asked for, and the files beside it")
    func below() throws {
        volume.add("/d/tree/one", "1")
        volume.add("/d/tree/sub/two", "2")
        volume.add("/d/file", "3")
        let entries = [try entry("tree", .directory), try entry("file")]
        #expect(run(change(entries, "600")).failureCount == 0)
        #expect(try found("/d/file").mode == 0o600)
        #expect(try found("/d/tree/one").mode == 0o644)
        var deep = change(entries, "640")
        deep.goesBelow = true
        deep.time = time
        #expect(run(deep).failureCount == 0)
        for name in ["file", "tree/one", "tree/sub/two"] {
            #expect(try found("/d/\(name)").mode == 0o640, "\(name)")
        }
        // The time is for what was chosen only.
        #expect(try found("/d/file").modified == time)
        #expect(try found("/d/tree/one").modified != time)
    }

    @Test("A chosen link gives its mode to what it leads to, but not where all below is meant")
    func links() throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("here")
        try folder.makeFolder("here/tree")
        try folder.write("x", to: "far")
        #expect(symlink("../far", folder.path("here/link")) == 0)
        let files = LocalFileSystem()
        var builder = DirectoryBuilder()
        for entry in [try entry("link", .link), try entry("tree", .directory)] {
            builder.append(entry)
        }
        let directory = builder.directory
        for (mode, goesBelow, expected) in [("750", true, 0o644), ("700", false, 0o700)]
            as [(String, Bool, UInt16)]
        {
            #expect(chmod(folder.path("far"), 0o644) == 0)
            var change = AttributeChange(
                Selection(MarkSet([0, 1]), of: directory, in: EntryOrder([0, 1], in: directory)),
                in: Location(site: .local, path: Path(folder.path("here"))))
            change.mode = ModeChange(mode, mask: 0)
            change.goesBelow = goesBelow
            let outcome = AttributeChanger.run(change, on: files, stop: Cancellation())
            #expect(outcome == AttributeOutcome(FailureList(), end: nil))
            #expect(try files.entry(at: Path(folder.path("far")))?.mode == expected)
            let tree = try files.entry(at: Path(folder.path("here/tree")))?.mode
            #expect(tree.map { String($0, radix: 8) } == mode)
        }
    }

    @Test("Each refusal is told, and the others are changed all the same")
    func refusals() throws {
        for name in ["a", "b", "c"] { volume.add("/d/\(name)", name) }
        volume.lay(MemoryFault(.setMode, "/d/a", MemoryFault.refused("550 Not yours")))
        volume.lay(MemoryFault(.setModified, "/d/b", MemoryFault.refused("550 Nor this")))
        var change = change([try entry("a"), try entry("b"), try entry("c")], "600")
        change.time = time
        let outcome = run(change)
        #expect(outcome.end == nil)
        #expect(outcome.failures.map(\.reply) == ["550 Nor this", "550 Not yours"])
        #expect(try found("/d/a").mode == 0o644)
        #expect(try found("/d/b").mode == 0o600)
        #expect(try found("/d/c").modified == time)
    }

    @Test("A lost connection ends it, with one reason for all")
    func lost() throws {
        for name in ["a", "b"] { volume.add("/d/\(name)", name) }
        volume.lay(MemoryFault(.setMode, "/d/a", MemoryFault.broken()))
        let outcome = run(change([try entry("a"), try entry("b")], "600"))
        #expect(outcome.end?.kind == .connection)
        #expect(outcome.failures == [])
    }

    @Test("What is stopped before it began changes nothing")
    func stopped() throws {
        volume.add("/d/a", "a")
        let stop = Cancellation()
        stop.cancel()
        #expect(run(change([try entry("a")], "600"), stop: stop).end?.kind == .cancelled)
        var timed = change([try entry("a")], nil)
        timed.time = time
        #expect(run(timed, stop: stop).end?.kind == .cancelled)
        #expect(try found("/d/a").mode == 0o644)
        #expect(try found("/d/a").modified != time)
    }

    @Test("Of more failures than anybody reads the first are told, and how many there are")
    func manyFailures() throws {
        let count = AttributeOutcome.toldFailures + 5
        for number in 0..<count { volume.add("/d/\(number)", "x") }
        let entries = try (0..<count).map { try entry("\($0)") }
        for (operation, mode, time) in [
            (.setMode, "600", nil), (.setModified, nil, self.time),
        ] as [(MemoryFault.Operation, String?, Timestamp?)] {
            volume.lay(MemoryFault(operation, nil, MemoryFault.refused("550 No"), times: count))
            var change = change(entries, mode)
            change.time = time
            let outcome = run(change)
            #expect(outcome.end == nil)
            #expect(outcome.failures.count == AttributeOutcome.toldFailures)
            #expect(outcome.failures.allSatisfy { $0.reply == "550 No" })
            #expect(outcome.failureCount == count)
        }
    }

    @Test("On a server the screen's effect does it, and the listing says that it can be done")
    func effect() throws {
        let bench = try Bench()
        let listing = try bench.list(.root).get()
        #expect(listing.setsModes && listing.setsTimes)
        var builder = DirectoryBuilder()
        builder.append(try entry("sub", .directory))
        for (mode, goesBelow, expected) in [("750", false, 0o644), ("u=rwX,go=", true, 0o600)]
            as [(String, Bool, UInt16)]
        {
            let request = bench.request()
            var change = AttributeChange(
                Selection(0, of: builder.directory),
                in: Location(site: bench.site, path: .root))
            change.mode = ModeChange(mode, mask: 0)
            change.goesBelow = goesBelow
            _ = bench.engine.run(.changeAttributes(request, .right, change))
            let outcome: AttributeOutcome = try bench.wait { message in
                if case .attributesChanged(request, let outcome) = message { return outcome }
                return nil
            }
            #expect(outcome == AttributeOutcome(FailureList(), end: nil))
            let below = try bench.list(Path("/sub")).get().directory.entries
            #expect(below.map(\.mode) == [expected])
        }
    }

    @Test("What a silent server keeps waiting is stopped at once, and the pane goes on meanwhile")
    func stuck() throws {
        let bench = try Bench()
        _ = try bench.list(.root).get()
        bench.server.behaviour = [.once(.silent(at: "SITE"))]
        var builder = DirectoryBuilder()
        builder.append(try entry("sub", .directory))
        let request = bench.request()
        var change = AttributeChange(
            Selection(0, of: builder.directory), in: Location(site: bench.site, path: .root))
        change.mode = ModeChange("700", mask: 0)
        change.goesBelow = true
        _ = bench.engine.run(.changeAttributes(request, .right, change))
        // The server has to have come to the command that it will not answer.
        let deadline = Deadline(seconds: 30)
        while !bench.server.commands.contains(where: { $0.hasPrefix("SITE CHMOD") }) {
            try deadline.wait(for: bench.inbox.descriptor, atMost: 0.02)
            _ = bench.inbox.drain()
        }
        #expect(try bench.list(Path("/sub")).get().directory.count == 1)
        _ = bench.engine.run(.stop(request))
        let outcome: AttributeOutcome = try bench.wait { message in
            if case .attributesChanged(request, let outcome) = message { return outcome }
            return nil
        }
        #expect(outcome.end?.kind == .cancelled)
    }

    @Test("Where nothing can be set, that is said, and no connection is made")
    func unsettable() throws {
        let site = Site(scheme: .http, host: "127.0.0.1", port: 9)
        let files = try Bench().context.fileSystem(for: site, connection: 1)
        var change = change([try entry("a")], "600")
        #expect(
            AttributeChanger.run(change, on: files, stop: Cancellation()).end?.message
                == "Permissions cannot be set over http://; 127.0.0.1 keeps its permissions.")
        change.time = time
        #expect(
            AttributeChanger.run(change, on: files, stop: Cancellation()).end?.message
                == "Times cannot be set over http://; 127.0.0.1 keeps its times.")
    }
}
