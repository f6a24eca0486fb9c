import DemoServer
import Support

/// One thing that a user does with the built program, and what the files must be afterwards.
struct Scenario: Sendable, CustomStringConvertible {
    var description: String
    /// Folders of the user's in which calls meet faults.
    var folders = ["here"]
    /// What the file system lacks that the files are on.
    var lacking: [Fault] = []
    /// Where each file must be that is gone from its place.
    var moves: [String: String] = [:]
    /// Whether the same may be done once more after the program was killed.
    var isRepeatable = true
    /// Puts the user's files there.
    let plant: @Sendable (Workplace) throws -> Void
    /// Makes of the files as they were those that are there when all is done.
    let change: @Sendable (inout FolderContents) -> Void
    /// Does it: 0 where the program says that it is done, else 1 or more; above 128 for a signal.
    let act: @Sendable (Workplace, _ environment: [String: String]) throws -> Int

    /// The same on a file system that knows no renameat2(2).
    var withoutRenameat2: Scenario {
        var scenario = self
        scenario.description += ", without renameat2"
        scenario.lacking = [
            Fault(call: "renameat2", number: 1, isLasting: true, kind: "ENOSYS")
        ]
        return scenario
    }

    /// How one run of it went.
    struct Outcome {
        var trace: Trace
        /// Sentences of what must not be.
        var complaints: [String]
    }

    /// Runs it in a place of its own.
    func run(_ faults: [Fault] = []) throws -> Outcome {
        let place = try Workplace()
        try plant(place)
        for (name, bytes) in Planted.bystanders { try place.write(bytes, to: name) }
        let before = place.contents
        var wanted = before
        change(&wanted)
        let code = try act(place, try place.environment(lacking + faults, below: folders))
        let trace = place.trace
        var verdict = Verdict(
            before: before, wanted: wanted, now: place.contents, moves: moves, code: code,
            fault: faults.first.flatMap { trace.met.contains($0.call) ? $0 : nil })
        verdict.judge()
        if code == 128 + 9, isRepeatable {
            place.forgetTrace()
            let code = try act(place, try place.environment(lacking, below: folders))
            verdict.judgeRepeated(code, place.contents)
        }
        let said = verdict.complaints.isEmpty ? "" : " — it said: \(place.complaint)"
        return Outcome(trace: trace, complaints: verdict.complaints.map { $0 + said })
    }
}

/// What the scenarios plant.
enum Planted {
    static let large = PlantedTree.noise(200_001)
    /// Large enough for the kernel to move it.
    static let huge = PlantedTree.noise(1_300_001)
    static let other = Array(PlantedTree.noise(150_000).reversed())
    static let tree: [String: [UInt8]] = [
        "tree/one.txt": Array("one\n".utf8), "tree/empty": [],
        "tree/sub/two.bin": PlantedTree.noise(70_000), "tree/sub/three.txt": Array("three".utf8),
    ]
    /// Nobody asks for anything to be done with these.
    static let bystanders: [String: [UInt8]] = [
        "here/precious.txt": Array("precious".utf8), "served/precious.txt": Array("theirs".utf8),
        "here/.hidden": Array("hidden".utf8),
    ]

    static func tree(in folder: String, of place: Workplace) throws {
        for name in ["tree", "tree/sub"] { try place.makeFolder("\(folder)/\(name)") }
        for (name, bytes) in tree { try place.write(bytes, to: "\(folder)/\(name)") }
    }

    static func tree(in folder: String, of contents: inout FolderContents) {
        for name in ["tree", "tree/sub"] { contents.items["\(folder)/\(name)"] = .folder }
        for (name, bytes) in tree { contents.items["\(folder)/\(name)"] = .file(bytes) }
    }

    /// Takes the tree away.
    static func noTree(in folder: String, of contents: inout FolderContents) {
        contents.items = contents.items.filter {
            $0.key != "\(folder)/tree" && !$0.key.hasPrefix("\(folder)/tree/")
        }
    }

    /// Each file of the tree, moved from one folder into another.
    static func moves(_ source: String, _ target: String) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: tree.keys.map { ("\(source)/\($0)", "\(target)/\($0)") })
    }
}
