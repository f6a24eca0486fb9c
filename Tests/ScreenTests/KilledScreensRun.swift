import DemoServer
import Foundation
import Glibc
import Support
import Testing

/// One queue, worked on by real screens, by `queue run` and by processes in the background, which are
/// killed at random moments while commands steer it.
final class KilledScreensRun {
    /// A row as `ferry queue list --json` tells it.
    private struct Row: Decodable {
        var id: UInt64
        var state: String
    }

    private struct Carried {
        var source: String
        /// Where it is to be in the end.
        var target: String
        var bytes: [UInt8]
    }

    private let folder: TemporaryFolder
    private let server: DemoServer
    private let url: String
    private var random: SeededNumbers
    /// Screens, and `queue run` in a terminal.
    private var screens: [Ferry] = []
    /// The numbers of processes in the background.
    private var backgrounds: Set<Int32> = []
    private var carried: [Carried] = []
    /// Two files that are to get one name.
    private var rivals: [[UInt8]] = []
    private var jobs: [UInt64] = []
    private(set) var history: [String] = []
    /// How often each command met each state.
    private(set) var meetings: [String: Int] = [:]

    init(seed: UInt64) throws {
        random = SeededNumbers(seed: seed)
        folder = try Ferry.folder()
        for name in ["here/into", "here/up", "served", "served/a", "served/b", "served/into"] {
            try folder.makeFolder(name)
        }
        for name in ["served/tree", "served/tree/sub", "here/up/sub"] {
            try folder.makeFolder(name)
        }
        server = try DemoServer(root: folder.path("served"), options: .init(user: "u"))
        url = "ftp://u@127.0.0.1:\(try server.start())"
        try folder.write("default login u password p\n", to: ".netrc")
        chmod(folder.path(".netrc"), 0o600)
    }

    deinit {
        server.stop()
        for process in livingBackgrounds { kill(process, SIGKILL) }
    }

    /// What was found wrong; empty where all is well.
    func run() throws -> [String] {
        try plant()
        for _ in 0..<Int.random(in: 14...24, using: &random) { try step() }
        try finish()
        return try judge()
    }

    // MARK: - Jobs

    private func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    private func plant() throws {
        for number in 0..<16 {
            let name = (number.isMultiple(of: 3) ? "sub/" : "") + "f\(number)"
            let count = number < 2 ? 1_300_000 : Int.random(in: 0...20_000, using: &random)
            try carry("served/tree/" + name, to: "here/into/tree/" + name, count)
            try carry("here/up/" + name, to: "served/into/up/" + name, count / 2)
        }
        try carry("served/alone", to: "here/into/alone", 1_700_000)
        for name in ["a", "b"] {
            rivals.append(bytes(600_000))
            try folder.write(rivals[rivals.count - 1], to: "served/\(name)/same")
        }
        let here = folder.path("here")
        try add(["-r", "\(url)/tree", here + "/into"])
        try add(["-r", here + "/up", "\(url)/into"])
        try add(["\(url)/alone", here + "/into"])
        for name in ["a", "b"] { try add(["\(url)/\(name)/same", here + "/into"]) }
    }

    private func carry(_ source: String, to target: String, _ count: Int) throws {
        let file = Carried(source: source, target: target, bytes: bytes(count))
        try folder.write(file.bytes, to: source)
        carried.append(file)
    }

    private func add(_ arguments: [String]) throws {
        let outcome = try Outcome(["queue", "add", "--no-tls"] + arguments, in: folder)
        let id = UInt64(outcome.output.trimmingCharacters(in: .newlines))
        jobs.append(try #require(id, "\(outcome.errors)"))
    }

    private func rows() throws -> [Row] {
        let outcome = try Outcome(["queue", "list", "--json"], in: folder)
        #expect(outcome.code == 0, "\(outcome.errors)")
        return try outcome.output.split(separator: "\n").map {
            try JSONDecoder().decode(Row.self, from: Data($0.utf8))
        }
    }

    // MARK: - Steps

    private func step() throws {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: if screens.count < 2 { try open("900k") }
        case 1: if screens.count < 2 { try openRun("900k") }
        case 2: try openBackground("900k")
        case 3..<5: try killOne()
        case 5..<9: try steer()
        default: try quitOne()
        }
        // Somewhere into what goes on now, which is the point of it.
        for screen in screens {
            screen.terminal.take(for: .milliseconds(Int.random(in: 1...120, using: &random)))
        }
    }

    private func open(_ rate: String) throws {
        history.append("open")
        let here = folder.path("here")
        screens.append(
            try Ferry(["--no-tls", "--limit-rate", rate, here, here], in: folder))
    }

    private func openRun(_ rate: String) throws {
        history.append("run")
        screens.append(try Ferry(["queue", "run", "--limit-rate", rate], in: folder))
    }

    private func openBackground(_ rate: String) throws {
        let outcome = try Outcome(["queue", "run", "--detach", "--limit-rate", rate], in: folder)
        #expect(outcome.code == 0, "\(outcome.errors)")
        history.append("detach \(outcome.output.filter { $0 != "\n" })")
        let number = try #require(Int32(outcome.output.filter { $0 != "\n" }))
        backgrounds.insert(number)
    }

    /// Those that have not ended by themselves; what was printed may be a screen's number.
    private var livingBackgrounds: [Int32] {
        RunningProcess.all.filter {
            backgrounds.contains($0.number) && $0.arguments.contains("--in-background")
        }.map(\.number).sorted()
    }

    private func killOne() throws {
        if let process = livingBackgrounds.randomElement(using: &random) {
            history.append("kill the background")
            kill(process, SIGKILL)
            return
        }
        guard !screens.isEmpty else { return try open("900k") }
        history.append("kill")
        let screen = screens.remove(at: Int.random(in: 0..<screens.count, using: &random))
        screen.terminal.signal(SIGKILL)
        // A run may have come to its end before.
        _ = try screen.terminal.waitForEnd()
    }

    /// As a user's terminal window that is closed.
    private func quitOne() throws {
        guard !screens.isEmpty else { return }
        history.append("hang up")
        let screen = screens.remove(at: Int.random(in: 0..<screens.count, using: &random))
        screen.terminal.signal(SIGHUP)
        _ = try screen.terminal.waitForEnd()
    }

    private func steer() throws {
        guard let row = try rows().randomElement(using: &random) else { return }
        let words = [["pause"], ["resume"], ["retry"], ["cancel", "--keep"]]
        let word = words[Int.random(in: 0..<words.count, using: &random)]
        try say(word + ["\(row.id)"])
        meetings["\(row.state) \(word[0])", default: 0] += 1
        history.append("\(word[0]) \(row.id) [\(row.state)]")
    }

    /// A job may have come to its end before the command is there.
    private func say(_ words: [String]) throws {
        let outcome = try Outcome(["queue"] + words, in: folder)
        #expect(outcome.code <= 1, "queue \(words): \(outcome.errors)")
    }

    // MARK: - The end

    private func finish() throws {
        history.append("end")
        for screen in screens { screen.terminal.signal(SIGKILL) }
        for process in livingBackgrounds { kill(process, SIGKILL) }
        screens = []
        try open("1G")
        let deadline = Deadline(seconds: 60)
        while deadline.isOpen {
            let rows = try rows()
            if rows.allSatisfy({ ["done", "skipped", "needs-answer"].contains($0.state) }) {
                return
            }
            for row in rows where row.state == "cancelled" || row.state == "failed" {
                try say(["retry", "\(row.id)"])
            }
            if rows.contains(where: { $0.state == "paused" }) { try say(["resume", "all"]) }
            screens.last?.terminal.take(for: .milliseconds(100))
        }
    }

    private func judge() throws -> [String] {
        var wrong: [String] = []
        let rows = try rows()
        for id in jobs {
            let row = rows.first { $0.id == id }
            let isRival = jobs.suffix(2).contains(id)
            let isRight = row?.state == "done" || isRival && row?.state == "needs-answer"
            if !isRight { wrong.append("\(id) is \(row?.state ?? "lost")") }
        }
        for file in carried {
            if folder.read(file.source) != file.bytes { wrong.append("\(file.source) is another") }
            if folder.read(file.target) != file.bytes { wrong.append("\(file.target) is not it") }
        }
        if !rivals.contains(where: { folder.read("here/into/same") == $0 }) {
            wrong.append("here/into/same is none of its two")
        }
        return wrong + (try leftovers())
    }

    /// Parts that `ferry parts` does not know.
    private func leftovers() throws -> [String] {
        let known = try Outcome(["parts"], in: folder)
        #expect(known.code == 0, "\(known.errors)")
        return ["here", "served"].flatMap { top -> [String] in
            let names = FileManager.default.enumerator(atPath: folder.path(top))?.allObjects ?? []
            return names.compactMap { $0 as? String }.filter { name in
                let last = name.split(separator: "/").last ?? ""
                return last.hasPrefix(".ferry-") && !known.output.contains(last)
            }.map { "\(top)/\($0) is known to nobody" }
        }
    }
}
