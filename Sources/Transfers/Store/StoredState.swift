import Files
import SQLite
import Jobs
import Words

// A job's state, size and time as columns, and back.
extension StoredJob {
    /// The word for a state in the column `state`. They stay what they are: a queue that another
    /// version wrote must be read, also where the field has a better word by now (`settling`).
    static func word(for state: Job.State) -> String {
        switch state {
        case .waiting: "waiting"
        case .expanding: "expanding"
        case .running: "running"
        case .committing: "settling"
        case .paused: "paused"
        case .needsAnswer: "asking"
        case .needsLogin: "login"
        case .failed: "failed"
        case .skipped: "skipped"
        case .cancelled: "cancelled"
        case .done: "done"
        }
    }

    static func state(_ row: Row, of job: Job) -> Job.State {
        switch row["state"] as String? ?? "" {
        case "expanding": return .expanding
        case "running": return .running
        case "settling": return .committing
        case "paused": return .paused
        case "asking": return asking(row, of: job)
        case "login": return .needsLogin(error(row, of: job))
        case "failed": return .failed(error(row, of: job))
        case "skipped": return .skipped
        case "cancelled": return .cancelled
        case "done": return .done
        default: return .waiting
        }
    }

    private static func error(_ row: Row, of job: Job) -> FileSystemError {
        FileSystemError(
            FileSystemError.Kind(rawValue: row["error_kind"] as String? ?? "") ?? .other,
            path: job.source.path, reply: row["error_reply"],
            detail: row["error_detail"] as String? ?? tr("It failed earlier."),
            isTransient: row["error_transient"] as Bool? ?? false)
    }

    private static func asking(_ row: Row, of job: Job) -> Job.State {
        guard let source = job.source.path.name, let target = job.target?.path.name else {
            return .waiting
        }
        return .needsAnswer(
            Conflict(
                source: Entry(name: source, kind: .file, size: job.size, modified: job.modified),
                target: Entry(
                    name: target, kind: .file, size: count(row["taken_size"]),
                    modified: (row["taken_modified"] as Int64?).map { Timestamp(seconds: $0) }),
                resumable: count(row["resumable"]) ?? 0))
    }

    /// The word for what a job waits for, in the column `wait`.
    static func word(for wait: Job.Wait) -> String? {
        switch wait {
        case .turn: nil
        case .directory: "directory"
        case .retry: "retry"
        case .reconnect: "reconnect"
        case .connecting: "connecting"
        case .room: "room"
        case .otherProcess: "process"
        case .change: "change"
        }
    }

    /// The number that goes with it.
    static func number(in wait: Job.Wait) -> Int64? {
        switch wait {
        case .turn, .directory, .connecting, .otherProcess, .change: nil
        case .retry(let seconds), .reconnect(let seconds): Int64(seconds)
        case .room(let missing): number(missing)
        }
    }

    static func wait(_ word: String?, _ number: Int64?) -> Job.Wait {
        switch word {
        case "directory": .directory
        case "retry": .retry(seconds: Int(clamping: number ?? 0))
        case "reconnect": .reconnect(seconds: Int(clamping: number ?? 0))
        case "connecting": .connecting
        case "room": .room(missing: count(number) ?? 0)
        case "process": .otherProcess
        case "change": .change
        default: .turn
        }
    }

    /// SQLite's integers are signed: what does not fit is unknown.
    static func number(_ value: UInt64?) -> Int64? {
        value.flatMap { Int64(exactly: $0) }
    }

    static func count(_ value: Int64?) -> UInt64? {
        value.flatMap { UInt64(exactly: $0) }
    }

    static func time(_ seconds: Int64?, _ precision: Int?, _ isZoned: Bool?) -> Timestamp? {
        guard let seconds else { return nil }
        let known = precision.flatMap { UInt8(exactly: $0) }.flatMap {
            Timestamp.Precision(rawValue: $0)
        }
        return Timestamp(seconds: seconds, precision: known ?? .day, isZoned: isZoned ?? false)
    }
}
