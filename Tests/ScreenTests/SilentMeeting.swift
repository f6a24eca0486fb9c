import Glibc
import Support
import Synchronization

/// A command that meets a server which fails at one place.
struct SilentMeeting: Sendable, CustomStringConvertible {
    /// What came of it.
    struct Result: Sendable {
        var code: Int
        var errors: String
        var seconds: Double
        /// Whether the server failed as it was to.
        var hasFailed: Bool
        var leftovers: [String]
    }

    var command: String
    var place: String
    var failure: FailingRelay.Failure

    var description: String { "\(command) at \(place), \(failure.rawValue)" }

    /// The arguments of each command; URL is the server, which has d/f and d/sub/g.
    static let commands = [
        "ls": "ls URL/d", "stat": "stat URL/d/f", "find": "find URL/d", "du": "du URL/d",
        "cat": "cat URL/d/f", "get": "get URL/d/f", "get -r": "get -r URL/d",
        "put": "put local URL/d/new", "put -r": "put -r tree URL/d/", "cp": "cp URL/d/f URL/d/copy",
        "mv": "mv URL/d/f URL/d/moved", "mv up": "mv local URL/d/moved",
        "mv down": "mv URL/d/f moved", "rm": "rm URL/d/f", "rm -r": "rm -r URL/d",
        "mkdir": "mkdir URL/d/n", "mkdir -p": "mkdir -p URL/d/n/m", "chmod": "chmod 600 URL/d/f",
        "ln": "ln f URL/d/l", "checksum": "checksum URL/d/f",
    ]

    /// Commands that only read or remove: they try twice at most.
    var triesTwice: Bool {
        ["ls", "stat", "find", "du", "cat", "rm", "rm -r", "checksum"].contains(command)
    }

    /// Commands that send files.
    var sends: Bool { ["put", "put -r", "mv up", "cp"].contains(command) }

    /// `few` names the commands that come to each place; with FERRY_SILENCE=all each comes to each.
    static func all(_ few: [String: String]) -> [SilentMeeting] {
        let isFull = getenv("FERRY_SILENCE").map { String(cString: $0) } == "all"
        return few.keys.sorted().flatMap { place in
            let some = (few[place] ?? "").split(separator: ",").map(String.init)
            return (isFull ? commands.keys.sorted() : some).flatMap { command in
                FailingRelay.Failure.allCases.map {
                    SilentMeeting(command: command, place: place, failure: $0)
                }
            }
        }
    }

    /// Lays out what is served, below a directory of the folder that is there.
    static func fill(_ root: String, of folder: TemporaryFolder) throws {
        for name in ["", "/sub"] { try folder.makeFolder("\(root)/d\(name)") }
        let bytes = String(repeating: "0123456789abcdef", count: 4_096)
        for name in ["f", "sub/g"] { try folder.write(bytes, to: "\(root)/d/\(name)") }
    }

    /// Runs the command with a second's patience; `url` is the server's.
    func run(
        _ url: String, environment: [String: String] = [:], in folder: TemporaryFolder,
        hasFailed: () -> Bool
    ) throws -> Result {
        let bytes = String(repeating: "0123456789abcdef", count: 4_096)
        for name in ["here/tree", "here/tree/sub"] { try folder.makeFolder(name) }
        for name in ["local", "tree/a", "tree/sub/b"] {
            try folder.write(bytes, to: "here/\(name)")
        }
        var arguments = (SilentMeeting.commands[command] ?? "").split(separator: " ")
            .map { String($0).replacing("URL", with: url) }
        arguments.insert(contentsOf: ["--timeout", "1"], at: 1)
        let start = ContinuousClock.now
        let outcome = try Outcome(
            script: "exec setsid -w \"$FERRY\" \"$@\"", arguments, environment: environment,
            in: folder)
        let seconds = Double((ContinuousClock.now - start).components.seconds)
        return Result(
            code: outcome.code, errors: outcome.errors, seconds: seconds, hasFailed: hasFailed(),
            leftovers: Leftovers.of(folder))
    }

    /// Runs many beside each other; each with what came of it, or why it could not be run.
    static func run(
        _ meetings: [SilentMeeting],
        _ body: @escaping @Sendable (SilentMeeting) throws -> Result
    ) -> [(meeting: SilentMeeting, result: Swift.Result<Result, any Error>)] {
        let rest = Mutex(meetings[...])
        let done = Mutex<[(SilentMeeting, Swift.Result<Result, any Error>)]>([])
        for _ in 0..<48 {
            Background.run {
                while let next = rest.withLock({ $0.popFirst() }) {
                    let result = Swift.Result { try body(next) }
                    done.withLock { $0.append((next, result)) }
                }
            }
        }
        let end = Deadline(seconds: 1_200)
        while done.withLock({ $0.count }) < meetings.count, end.isOpen { poll(nil, 0, 20) }
        return done.withLock { $0.map { (meeting: $0.0, result: $0.1) } }
    }
}
