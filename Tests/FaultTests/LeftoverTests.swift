import DemoServer
import Glibc
import Support
import Testing

/// Commands that are killed at a call on the user's files, and given again.
///
///     FERRY_FAULTS=all Tests/run --filter '^FaultTests.LeftoverTests'    at each call
@Suite("What a killed command has left goes with the next one of the same source and target")
struct LeftoverTests {
    private static let isWhole = getenv("FERRY_FAULTS").map { String(cString: $0) } == "all"
    private static let calls = [
        "open", "write", "copy_file_range", "splice", "fsync", "fdatasync", "syncfs",
        "sync_file_range", "renameat2", "rename", "mkdir", "close", "ftruncate", "fallocate",
        "futimens", "fchmod", "unlink",
    ]

    private func plant(_ place: Workplace) throws {
        try place.makeFolder("served/tree")
        try place.makeFolder("served/tree/sub")
        for number in 0..<12 {
            try place.write(PlantedTree.noise(number * 700), to: "served/tree/f\(number)")
            try place.write(PlantedTree.noise(number * 900), to: "served/tree/sub/f\(number)")
        }
        try place.write(Planted.huge, to: "served/tree/huge")
    }

    private func run(
        _ arguments: [String], _ place: Workplace, _ faults: [Fault] = []
    ) throws -> Int {
        let server = try DemoServer(root: place.path("served"), options: .init(user: "u"))
        let url = "ftp://u:p@127.0.0.1:\(try server.start())"
        defer { server.stop() }
        return place.run(
            arguments.map { $0.replacing("SERVER", with: url) },
            try place.environment(faults, below: ["here"]))
    }

    /// Each of the calls that a clean run makes, or some of each name.
    private func kills(_ arguments: [String]) throws -> [Fault] {
        let place = try Workplace()
        try plant(place)
        #expect(try run(arguments, place) == 0, "\(place.complaint)")
        return place.trace.counts.sorted { $0.key < $1.key }.flatMap { call, count in
            let numbers =
                LeftoverTests.isWhole
                ? Array(1...count) : Array(Set([1, count / 3, count * 2 / 3, count])).sorted()
            return numbers.filter { $0 > 0 && LeftoverTests.calls.contains(call) }.map {
                Fault(call: call, number: $0, kind: "kill")
            }
        }
    }

    @Test(
        "Nothing is left",
        arguments: [
            (["get", "-r", "SERVER/tree"], ["get", "-r", "-c", "SERVER/tree"]),
            (["get", "-r", "-c", "SERVER/tree"], ["get", "-r", "-c", "SERVER/tree"]),
            (["get", "-r", "SERVER/tree"], ["get", "-r", "SERVER/tree"]),
            (["get", "SERVER/tree/huge"], ["get", "SERVER/tree/huge"]),
        ])
    func leftovers(first: [String], second: [String]) throws {
        let kills = try kills(first)
        #expect(!kills.isEmpty)
        for fault in kills {
            let place = try Workplace()
            try plant(place)
            guard try run(first, place, [fault]) == 128 + 9 else { continue }
            #expect(try run(second, place) == 0, "\(fault): \(place.complaint)")
            let left = place.contents.items.keys.filter(FolderContents.isPart)
            #expect(left.isEmpty, "\(fault)")
            #expect(try run(["parts"], place) == 0, "\(place.complaint)")
            #expect(place.folder.read("out")?.isEmpty == true, "\(fault)")
            let huge = first.contains("-r") ? "here/tree/huge" : "here/huge"
            #expect(place.contents.items[huge] == .file(Planted.huge), "\(fault)")
        }
    }
}
