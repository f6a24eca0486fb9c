import Files
import Jobs

// Names that the target may not tell from those of other jobs.
extension JobNode {
    /// Whether what is found at the target may be another job's work.
    var mayMeet: Bool { !namesInDoubt.isEmpty }

    /// Targets of others that may be this one's too. The first of several is in no doubt as long as it
    /// has its turn before them; an answer for this very file, and one that replaces nothing, settle it.
    var namesInDoubt: [Path] {
        let isSettled =
            meeting.isAnswered || (meeting.isFirst && job.tries == 0)
            || job.policy == .keepBoth || job.policy == .skip
        return isSettled ? [] : meeting.others
    }

    /// Whether there may be more of those: the process that had compared the names of its directory is
    /// gone, and only jobs were kept.
    var mayMeetUnknown: Bool {
        isInherited && parent != nil && !meeting.isAnswered && job.policy != .keepBoth
            && job.policy != .skip
    }

    /// Notes that another job has a target which may be this one's too, and had it before.
    func meets(_ path: Path) {
        meeting.isFirst = false
        if !meeting.others.contains(path) { meeting.others.append(path) }
        meeting.existing = .unknown
    }
}

/// Finds out which jobs of one request have targets that may be one.
enum TwinTargets {
    static func note(in nodes: [JobNode]) {
        guard nodes.count > 1 else { return }
        var groups: [FoldedPath: [JobNode]] = [:]
        for node in nodes {
            guard let target = node.job.target, node.job.chosen == nil else { continue }
            groups[FoldedPath(target.path, on: target.site), default: []].append(node)
        }
        for group in groups.values where group.count > 1 {
            for (index, node) in group.enumerated() {
                for other in group.prefix(TwinTargets.mostOfGroup) where other !== node {
                    if let target = other.job.target { node.meets(target.path) }
                }
                node.meeting.isFirst = index == 0
            }
        }
    }

    private static let mostOfGroup = 8
}
