import DemoServer
import Glibc
import Support
import Testing

/// `queue run` of many small files, killed at random moments and begun again until it ends.
///
///     FERRY_KILLS=200 Tests/run --filter '^FaultTests.QueueKillTests'    so many runs of each
@Suite("However often the queue's work is killed, what was whole stays done, and nobody is asked")
struct QueueKillTests {
    private static let runs = getenv("FERRY_KILLS").flatMap { Int(String(cString: $0)) } ?? 2
    /// Kills in one run; then the queue is let end.
    private static let kills = 6
    private static let files = 100
    private static let connections = 2

    struct Case: CustomStringConvertible, Sendable {
        var description: String
        var isUpload: Bool
        var isTree: Bool
        var keepsTimes: Bool
    }

    private static let cases: [Case] = [true, false].flatMap { isUpload in
        [true, false].flatMap { isTree in
            [true, false].map { keepsTimes in
                let words = [
                    isUpload ? "up" : "down", isTree ? "a tree" : "files",
                    keepsTimes ? "with times" : "without times",
                ]
                return Case(
                    description: words.joined(separator: ", "), isUpload: isUpload,
                    isTree: isTree, keepsTimes: keepsTimes)
            }
        }
    }

    private static func content(_ number: Int) -> [UInt8] {
        (0..<(number * 13 + 1)).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number) }
    }

    @Test("Small files", arguments: cases, 0..<runs)
    func smallFiles(way: Case, run: Int) throws {
        let place = try Workplace()
        let (source, target) = way.isUpload ? ("here", "served") : ("served", "here")
        for name in ["\(source)/tree", "\(target)/into"] { try place.makeFolder(name) }
        let names = (0..<QueueKillTests.files).map { "f\($0)" }
        for (number, name) in names.enumerated() {
            try place.write(QueueKillTests.content(number), to: "\(source)/tree/\(name)")
        }
        let server = try DemoServer(root: place.path("served"), options: .init())
        let url = "ftp://127.0.0.1:\(try server.start())"
        defer { server.stop() }
        var behaviour: Behaviour = [.always(.delay(at: "TYPE", milliseconds: 1))]
        if !way.keepsTimes {
            behaviour =
                behaviour + [
                    .always(.unknown("MFMT")), .always(.reply("MDTM", "550 No times here.\r\n")),
                ]
        }
        server.behaviour = behaviour
        let environment = try place.environment([], below: ["here"])
        try place.folder.makeFolder("config")
        try place.folder.makeFolder("config/ferry")
        try place.folder.write(
            "connections = \(QueueKillTests.connections)", to: "config/ferry/config.toml")
        let from = way.isUpload ? "tree" : url + "/tree"
        let into = way.isUpload ? url + "/into/" : place.path("here/into")
        let sources = way.isTree ? [["-r", from]] : names.map { ["\(from)/\($0)"] }
        for source in sources {
            let added = place.run(["queue", "add", "--no-tls"] + source + [into], environment)
            try #require(added == 0, "\(place.complaint)")
        }
        var random = SeededNumbers(
            seed: UInt64(run) &* 977 &+ UInt64(way.description.utf8.count))
        var kills = 0
        var code = 0
        repeat {
            let milliseconds = 60 + Int(random.next() % 400)
            let wait = kills < QueueKillTests.kills ? milliseconds : nil
            code = place.run(["queue", "run"], environment, killedAfter: wait)
            if code == 128 + 9 { kills += 1 }
        } while code == 128 + 9
        #expect(code == 0, "\(place.complaint)")
        try check(way, place, names, in: target + (way.isTree ? "/into/tree" : "/into"))
        let verb = way.isUpload ? "STOR" : "RETR"
        let carried = server.commands.count { command in
            // Not the empty files that show whether a server can have parts.
            command.hasPrefix(verb + " ") && command.split(separator: "-").count < 4
        }
        // What each connection had begun, and what it had asked for ahead of that.
        let most = names.count + kills * QueueKillTests.connections * 2
        #expect(carried <= most, "\(carried) of \(names.count) after \(kills) kills")
        #expect(carried >= names.count)
        #expect(place.run(["queue"], environment) == 0)
        let rows = String(decoding: place.folder.read("out") ?? [], as: UTF8.self)
        #expect(!rows.contains("needs-answer"), "\(rows.prefix(500))")
        #expect(place.run(["parts"], environment) == 0)
        #expect(place.folder.read("out")?.isEmpty == true)
    }

    private func check(
        _ way: Case, _ place: Workplace, _ names: [String], in folder: String
    ) throws {
        let wrong = names.enumerated().filter { number, name in
            place.folder.read("files/\(folder)/\(name)") != QueueKillTests.content(number)
        }
        #expect(wrong.isEmpty)
        let left = place.contents.items.keys.filter(FolderContents.isPart)
        #expect(left.isEmpty, "\(left)")
    }
}
