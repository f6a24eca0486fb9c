import Files
import Jobs
import Support
import Sync
import Testing

@testable import Engine

@Suite("A plan of which something fails")
struct PlanFaultTests {
    private let here: TemporaryFolder
    private let remote = MemoryVolume()
    private let desk: PlanDesk

    init() throws {
        here = try TemporaryFolder()
        for name in ["tree", "tree/d"] { try here.makeFolder(name) }
        for name in ["bad", "d/f", "good", "last"] { try here.write("text", to: "tree/" + name) }
        remote.add("/tree/there", "x")
        remote.add("/tree/zz", "x")
        desk = try PlanDesk { [remote] in remote.connect() }
    }

    /// All that is here goes there, and what is only there goes.
    private var plan: StoredPlan {
        get throws {
            func row(
                _ action: MirrorPlan.Action, _ path: String, _ kind: Entry.Kind = .file
            ) throws -> MirrorPlan.Row {
                let names = Path("/" + path).components
                let name = try #require(names.last)
                let isGone = action == .delete
                let entry = Entry(name: name, kind: kind, size: isGone ? 1 : 4)
                return MirrorPlan.Row(
                    action,
                    Difference(
                        names: Pair(names, names),
                        entries: isGone ? Pair(nil, entry) : Pair(entry, nil),
                        reason: .only(isGone ? .second : .first)))
            }
            return StoredPlan(
                content: .mirror(
                    MirrorPlan([
                        try row(.copy, "bad"), try row(.makeDirectory, "d", .directory),
                        try row(.copy, "d/f"), try row(.copy, "good"), try row(.copy, "last"),
                        try row(.delete, "zz"),
                    ]), directories: [:]), criterion: .sizeAndTime, comparesModes: false,
                umask: 0o022, aside: nil, isWhole: true)
        }
    }

    private func run() throws -> [String] {
        var random = ModelSource(seed: 1)
        return try desk.carryOut(
            .mirror, try plan,
            Pair(
                Location(site: .local, path: Path(here.path("tree"))),
                Location(site: remote.site, path: Path("/tree"))), &random)
    }

    @Test("A directory that cannot be made is a failure, though nothing in it could fail")
    func directory() throws {
        let error = FileSystemError(.other, detail: "The server cannot do that now.")
        remote.lay(MemoryFault(.makeDirectory, "/tree/d", .fail(error), times: 100))
        let failures = try run()
        #expect(failures.contains { $0.contains("The server cannot do that now.") })
        #expect(failures.first?.contains("1 change could not be made") == true)
        #expect(remote.text("/tree/good") == "text" && remote.text("/tree/zz") == nil)
    }

    @Test("A file at which the line breaks each time fails alone, and the rest is done")
    func badFile() throws {
        remote.lay(MemoryFault(.write, "/tree/bad", MemoryFault.broken(), times: 1_000))
        let failures = try run()
        #expect(failures.first?.contains("1 change could not be made") == true)
        #expect(failures.contains { $0.contains("bad") })
        for name in ["good", "last", "d/f"] { #expect(remote.text("/tree/" + name) == "text") }
        #expect(remote.text("/tree/zz") == nil)
    }
}
