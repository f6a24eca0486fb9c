import Files
import Jobs

/// A job as a line of text or of JSON.
enum JobText {
    static func line(_ job: Job) -> String {
        let target = job.target.map { " -> \($0.text)" } ?? ""
        let size = job.size.map { "/\($0)" } ?? ""
        return "\(job.id.rawValue)\t\(state(job))\t\(job.operation.rawValue)\t\(job.done)\(size)\t"
            + job.source.text + target
    }

    /// `isWorkedOn`: whether some process works on the queue, so that what moves does move.
    static func json(_ job: Job, isWorkedOn: Bool) -> String {
        var fields = [
            "\"id\":\(job.id.rawValue)", "\"state\":\"\(state(job))\"",
            "\"operation\":\"\(job.operation.rawValue)\"",
            "\"kind\":\"\(kind(job.kind, isChoice: job.chosen != nil))\"",
            "\"source\":\(string(job.source))",
        ]
        if let target = job.target { fields.append("\"target\":\(string(target))") }
        if let size = job.size { fields.append("\"size\":\(size)") }
        fields.append("\"done\":\(job.done)")
        fields.append("\"tries\":\(job.tries)")
        switch job.state {
        case .failed(let error), .needsLogin(let error):
            fields.append("\"error\":\(string(error.message))")
        default:
            // What has no end fails in its rounds.
            if job.operation == .watch, let error = job.leftOut.sentences.first {
                fields.append("\"error\":\(string(error))")
            }
        }
        if isWorkedOn, state(job) == "running" {
            if let speed = job.speed, speed.isFinite, speed > 0 {
                fields.append("\"speed\":\(UInt64(min(speed, 1e15)))")
            }
            if let sentence = job.limitedBy { fields.append("\"limited_by\":\(string(sentence))") }
        }
        if let verified = job.verified { fields.append("\"verified\":\(string(verified))") }
        // Nobody can say it of one that has moved nothing, and of a directory's files each.
        if job.kind != .directory, job.done > 0, !job.operation.isRemoval {
            fields.append("\"via\":\"\(job.via.rawValue)\"")
        }
        return "{" + fields.joined(separator: ",") + "}"
    }

    /// `isChoice`: whether only names go that were chosen in a directory, which itself stays.
    static func kind(_ kind: Job.Kind, isChoice: Bool) -> String {
        isChoice ? "files" : kind.rawValue
    }

    static func string(_ text: String) -> String {
        EntryText.string(Array(text.utf8), in: nil)
    }

    static func string(_ location: Location) -> String {
        EntryText.string(
            Array(location.site.text.utf8) + location.path.bytes, in: location.site.nameCharset)
    }

    private static func state(_ job: Job) -> String {
        switch job.state {
        case .waiting where job.wait == .change: "watching"
        case .waiting: "waiting"
        case .expanding, .running, .committing: "running"
        case .paused: "paused"
        case .needsAnswer, .needsLogin: "needs-answer"
        case .failed: "failed"
        case .skipped: "skipped"
        case .cancelled: "cancelled"
        case .done: "done"
        }
    }
}
