import Files
package import Jobs
import Words

// What is said of jobs that have come to their end, where nobody looks at a queue.
extension Job {
    /// Why it failed, and what it skipped: a sentence each.
    package var failures: [String] {
        var lines = [failure].compactMap { $0 }
        if operation.isPlan { return lines + leftOut.sentences }
        guard leftOut.count > 0, state != .skipped else { return lines }
        lines += leftOut.sentences
        let names = Plural.count(leftOut.count, "name")
        lines.append(tr("Ferry skipped \(names) below \(source.text) in total."))
        return lines
    }

    /// What only the user could have said; nil where that is not what it ended for.
    package var lack: String? {
        switch state {
        case .needsAnswer, .needsLogin: failure
        default: nil
        }
    }

    private var failure: String? {
        switch state {
        case .failed(let error), .needsLogin(let error):
            return error.message
        case .cancelled:
            return tr("\(source.text) was cancelled.")
        case .skipped:
            let reason = story.last ?? tr("The target already exists.")
            return "\(tr("\(source.text) was skipped.")) \(reason)"
        case .needsAnswer(let conflict):
            if let other = conflict.meets, let target {
                return NameMeeting(target.path, other, on: target.site).sentence
            }
            return tr("\(target?.text ?? source.text) already exists; nothing was written.")
        default:
            return nil
        }
    }
}
