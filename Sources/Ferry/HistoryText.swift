import Files
import Jobs

/// A job of the history as a line of text or of JSON.
enum HistoryText {
    static func line(_ job: FinishedJob) -> String {
        let target = job.target.map { " -> \($0.text)" } ?? ""
        return "\(time(job))\t\(word(job))\t\(job.operation.rawValue)\t\(job.bytes)\t"
            + job.source.text + target
    }

    static func json(_ job: FinishedJob) -> String {
        var fields = [
            "\"id\":\(job.id.rawValue)", "\"state\":\"\(job.ending.rawValue)\"",
            "\"ended\":\"\(time(job))\"",
            "\"operation\":\"\(job.operation.rawValue)\"",
            "\"kind\":\"\(JobText.kind(job.kind, isChoice: job.isChoice))\"",
            "\"source\":\(JobText.string(job.source))",
        ]
        if let target = job.target { fields.append("\"target\":\(JobText.string(target))") }
        fields += ["\"files\":\(job.files)", "\"done\":\(job.bytes)"]
        if job.leftOut > 0 { fields.append("\"left_out\":\(job.leftOut)") }
        if let verified = job.verified { fields.append("\"verified\":\(JobText.string(verified))") }
        if job.kind != .directory, job.bytes > 0 {
            fields.append("\"via\":\"\(job.via.rawValue)\"")
        }
        return "{" + fields.joined(separator: ",") + "}"
    }

    private static func time(_ job: FinishedJob) -> String {
        EntryText.iso8601(Timestamp(seconds: job.ended))
    }

    /// What all of them came to.
    static func total(of jobs: [FinishedJob]) -> String {
        let files = jobs.reduce(0) { $0 &+ $1.files }
        let bytes = jobs.reduce(UInt64(0)) { $0 &+ $1.bytes }
        return "total\t\(jobs.count)\t\(files)\t\(bytes)"
    }

    /// `left`: not all of it could be copied.
    private static func word(_ job: FinishedJob) -> String {
        job.ending == .done && job.leftOut > 0
            ? "done, \(job.leftOut) skipped" : job.ending.rawValue
    }
}
