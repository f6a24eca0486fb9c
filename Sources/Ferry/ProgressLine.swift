import Files
import Jobs
import Synchronization
import UI
import Words

/// One line on stderr that shows how far the transfers are; only where that is a terminal.
final class ProgressLine: Sendable {
    private let jobs = Mutex<[JobID: Job]>([:])
    private let isShown = StandardError.isTerminal
    private let line: TerminalLine

    /// It stands in `line`, and stands back where the user is asked there.
    init(_ line: TerminalLine) {
        self.line = line
    }

    func take(_ change: QueueChange) {
        guard isShown else { return }
        let text = jobs.withLock { jobs in
            // Files below a directory are counted in the directory's own row.
            for job in change.changed where job.parent == nil { jobs[job.id] = job }
            return ProgressLine.text(Array(jobs.values))
        }
        line.show(text)
    }

    func clear() {
        line.clear()
    }

    static func text(_ jobs: [Job]) -> String {
        let done = jobs.reduce(0.0) { $0 + Double($1.done) }
        let size = jobs.reduce(0.0) { $0 + Double($1.size ?? $1.done) }
        let speed = jobs.reduce(0.0) { $0 + ($1.speed ?? 0) }
        var parts: [String] = []
        if let only = jobs.first, jobs.count == 1 {
            parts.append(only.source.path.name?.text ?? only.source.text)
        }
        let found = jobs.reduce(0) { $0 + ($1.kind == .directory ? $1.filesFound : 1) }
        let finished = jobs.reduce(0) { sum, job in
            sum + (job.kind == .directory ? job.filesDone : job.state == .done ? 1 : 0)
        }
        if found > 1 {
            parts.append(
                tr(
                    found, one: "\(finished)/\(found) file",
                    other: "\(finished)/\(found) files"))
        }
        if size > 0 { parts.append("\(Int((done / size * 100).rounded(.down)))%") }
        parts.append(Format.size(UInt64(max(0, done))))
        if speed >= 1 {
            parts.append("\(Format.size(UInt64(min(speed, 1e15))))/s")
            parts.append(Format.duration((size - done) / speed))
        }
        return parts.joined(separator: "  ")
    }
}
