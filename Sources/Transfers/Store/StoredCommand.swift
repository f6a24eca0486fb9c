import Files
import FoundationEssentials
import SQLite
import Jobs

/// A command on its way to the process that works on the job, as a row of `command`.
struct StoredCommand {
    var verb: String
    var job: JobID?
    var number: Int64?
    var text: String?

    init(_ command: QueueCommand) {
        switch command {
        case .pause(let id): (verb, job) = ("pause", id)
        case .resume(let id): (verb, job) = ("resume", id)
        case .pauseAll: verb = "pauseAll"
        case .resumeAll: verb = "resumeAll"
        case .cancel(let id, let keepsParts):
            (verb, job, number) = ("cancel", id, keepsParts ? 1 : 0)
        case .retry(let id): (verb, job) = ("retry", id)
        case .retryFailed: verb = "retryFailed"
        case .clearDone: verb = "clearDone"
        case .move(let id, let places): (verb, job, number) = ("move", id, Int64(places))
        case .answer(let id, let policy, let scope):
            (verb, job) = ("answer", id)
            switch scope {
            case .thisFile: (number, text) = (0, policy.rawValue)
            case .batch: (number, text) = (1, policy.rawValue)
            case .site: (number, text) = (2, policy.rawValue)
            case .pattern(let names): (number, text) = (3, policy.rawValue + "\n" + names)
            }
        case .rename(let id, let name):
            (verb, job, text) = ("rename", id, PercentCoding.encode(name.bytes))
        case .forgetAnswer(let site, let way):
            (verb, text) = ("forgetAnswer", StoredCommand.text(of: site))
            number = way == .to ? 1 : 0
        case .setPolicy(let id, let policy): (verb, job, text) = ("policy", id, policy.rawValue)
        case .limit(let id, let rate):
            (verb, job, number) = ("limit", id, StoredJob.number(rate))
        case .limitAll(let rate): (verb, number) = ("limitAll", StoredJob.number(rate))
        case .connections(let site, let count):
            (verb, text) = ("connections", StoredCommand.text(of: site))
            number = count.map { Int64($0) }
        case .loginGiven(let site): (verb, text) = ("login", StoredCommand.text(of: site))
        }
    }

    private static func text(of site: Site) -> String? {
        (try? JSONEncoder().encode(site)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Leaves it for the worker.
    func save(_ database: Database) throws {
        // The columns for one process among several are from when there were several.
        try database.execute(
            sql: """
                INSERT INTO command (owner, owner_start, verb, job, number, text)
                VALUES (0, 0, ?, ?, ?, ?)
                """, arguments: [verb, job?.rawValue, number, text])
    }

    init(_ row: Row) {
        verb = row["verb"] as String? ?? ""
        job = (row["job"] as Int64?).map { JobID(rawValue: $0) }
        number = row["number"]
        text = row["text"]
    }

    private var site: Site? {
        text.flatMap { try? JSONDecoder().decode(Site.self, from: Data($0.utf8)) }
    }

    /// Nil where the row makes no sense.
    var command: QueueCommand? {
        let lines = (text ?? "").split(separator: "\n", maxSplits: 1)
        let policy = lines.first.flatMap { ConflictPolicy(rawValue: String($0)) }
        switch (verb, job) {
        case ("pause", let id?): return .pause(id)
        case ("resume", let id?): return .resume(id)
        case ("pauseAll", _): return .pauseAll
        case ("resumeAll", _): return .resumeAll
        case ("cancel", let id?): return .cancel(id, keepsParts: number == 1)
        case ("retry", let id?): return .retry(id)
        case ("retryFailed", _): return .retryFailed
        case ("clearDone", _): return .clearDone
        case ("move", let id?): return .move(id, by: Int(clamping: number ?? 0))
        case ("answer", let id?):
            guard let policy else { return nil }
            switch number {
            case 1: return .answer(id, policy, .batch)
            case 2: return .answer(id, policy, .site)
            case 3: return lines.count == 2 ? .answer(id, policy, .pattern(String(lines[1]))) : nil
            default: return .answer(id, policy, .thisFile)
            }
        case ("rename", let id?):
            return text.flatMap { PercentCoding.decode(Array($0.utf8)) }.flatMap { Name($0) }
                .map { .rename(id, $0) }
        case ("forgetAnswer", _):
            return site.map { .forgetAnswer($0, number == 1 ? .to : .from) }
        case ("policy", let id?): return policy.map { .setPolicy(id, $0) }
        case ("limit", let id?): return .limit(id, StoredJob.count(number))
        case ("limitAll", _): return .limitAll(StoredJob.count(number))
        case ("connections", _):
            return site.map { .connections($0, number.map { Int(clamping: $0) }) }
        case ("login", _): return site.map { .loginGiven($0) }
        default: return nil
        }
    }
}
