import Files
import Jobs
import Support

/// What a queue may and must do, in plain words: where each content may be, whatever happens on the
/// way. Knows nothing of lanes, rows and states.
struct QueueReference {
    /// One file of one job.
    struct Carried {
        let source: String
        let target: String
        let content: Content
    }

    struct Asked {
        let id: JobID
        let operation: Job.Operation
        let isUpload: Bool
        let isTree: Bool
        let files: [Carried]
        /// What was said of names that are taken, at the start and since.
        var policies: Set<ConflictPolicy>
        /// Whether it was cancelled, and so need not arrive; or some of its files were.
        var isThrownAway = false
        var isPartlyThrownAway = false
        /// Whether its row may be gone, because what is done was cleared.
        var mayBeCleared = false
        /// Whether a pause was its last word.
        var isPaused = false
    }

    private(set) var jobs: [JobID: Asked] = [:]
    /// What was at targets before, by target.
    private var before: [String: Content] = [:]
    /// All that any file ever held as a whole.
    private var contents: Set<Content> = []
    var isAllPaused = false
    private var hasSeenDeath = false

    /// A process has died: what it had not written down is not known.
    mutating func noteDeath() {
        hasSeenDeath = true
        for id in jobs.keys { jobs[id]?.isPaused = false }
    }

    mutating func plant(_ content: Content, at target: String?) {
        contents.insert(content)
        if let target { before[target] = content }
    }

    mutating func add(_ job: Asked) {
        jobs[job.id] = job
        for file in job.files { contents.insert(file.content) }
    }

    /// Takes note of a command for a job, which lies below the job `top`, or is it.
    mutating func hear(_ command: QueueCommand, for job: Job?, top: JobID?) {
        let isTop = job?.parent == nil
        switch command {
        // What asks already waits for its user.
        case .pause where job?.isAsking == true: break
        case .pauseAll: isAllPaused = true
        case .resumeAll:
            isAllPaused = false
            for id in jobs.keys { jobs[id]?.isPaused = false }
        // A pause of what had failed was none.
        case .retryFailed: for id in jobs.keys { jobs[id]?.isPaused = false }
        case .clearDone: for id in jobs.keys { jobs[id]?.mayBeCleared = true }
        case .answer(_, let policy, .batch):
            for id in jobs.keys {
                jobs[id]?.policies.insert(policy)
                jobs[id]?.isPaused = false
            }
        default:
            if let top { hear(command, of: top, isTop) }
        }
    }

    private mutating func hear(_ command: QueueCommand, of top: JobID, _ isTop: Bool) {
        switch command {
        case .pause: if isTop { jobs[top]?.isPaused = true }
        case .resume, .retry: jobs[top]?.isPaused = false
        case .answer(_, let policy, _), .setPolicy(_, let policy):
            jobs[top]?.policies.insert(policy)
            jobs[top]?.isPaused = false
        case .cancel(_, let keepsParts):
            jobs[top]?.isPaused = false
            guard !keepsParts else { return }
            if isTop { jobs[top]?.isThrownAway = true }
            jobs[top]?.isPartlyThrownAway = true
        default: break
        }
    }

    // MARK: - Judging

    /// What is wrong with what a job says of itself when it says that it is done.
    func judge(done job: Job, _ local: MemoryVolume, _ remote: MemoryVolume) -> String? {
        guard job.kind == .file, let target = job.target,
            let asked = jobs.values.first(where: { asked in
                asked.files.contains { $0.source == job.source.path.text }
            }), let file = asked.files.first(where: { $0.source == job.source.path.text })
        else { return nil }
        let volume = target.site.isLocal ? local : remote
        // Another job may have been told to overwrite it since.
        guard claims(on: file.target, on: asked.isUpload).count == 1 else { return nil }
        guard volume.content(target.path.text) == file.content else {
            return "\(file.source) is said to be done, but \(target.path) does not hold it"
        }
        return nil
    }

    private func claims(on target: String, on isUpload: Bool) -> [Asked] {
        jobs.values.filter { job in
            job.isUpload == isUpload && job.files.contains { $0.target == target }
        }
    }

    /// What is wrong with a queue that has come to rest in the middle.
    func judge(resting shown: [Job]) -> String? {
        for job in shown where job.parent == nil {
            switch job.state {
            case .running, .committing: return "\(job.id.rawValue) runs while the queue rests"
            case .waiting, .expanding:
                if jobs[job.id]?.isPaused == true {
                    return "\(job.id.rawValue) was paused, but is \(job.state)"
                }
            default: break
            }
        }
        return nil
    }

    /// What is wrong with what is left when everything has ended.
    func judge(
        ended shown: [Job], _ local: MemoryVolume, _ remote: MemoryVolume
    ) -> [String] {
        var wrong: [String] = []
        for asked in jobs.values {
            let (source, target) = asked.isUpload ? (local, remote) : (remote, local)
            let row = shown.first { $0.id == asked.id }
            if row == nil, !asked.isThrownAway, !asked.mayBeCleared {
                wrong.append("\(asked.id.rawValue) is lost")
            }
            if let row, !hasMovedUnknown(row, asked, source, target) {
                wrong += judge(row, asked)
            }
            for file in asked.files {
                wrong += judge(file, of: asked, row, source, target)
                let isFree = claims(on: file.target, on: asked.isUpload).count == 1
                // What gets another name has another part; what is skipped in the end, or was
                // thrown away just before a death, has one that `ferry parts` knows.
                let isKept =
                    asked.policies.isDisjoint(with: [.keepBoth, .skip, .newerWins, .largerWins])
                    && (row != nil || !hasSeenDeath)
                if target.part(file.target) != nil, isFree, isKept {
                    wrong.append("a part of \(file.target) was left")
                    wrong += target.partPaths.map { "left: \($0)" }
                }
            }
        }
        for volume in [local, remote] {
            for path in volume.paths {
                guard let found = volume.content(path), !contents.contains(found) else { continue }
                wrong.append("\(path) holds what no file ever held")
            }
        }
        wrong += judgeOld(local, remote)
        guard !wrong.isEmpty else { return [] }
        return wrong
            + shown.map { job in
                "\(job.id.rawValue) in \(job.parent?.rawValue ?? 0): \(job.kind) \(job.state)"
            }
    }

    /// Whether a move was carried out by a process that died before it had written that down: all
    /// that can be said then is that the source is gone.
    private func hasMovedUnknown(
        _ row: Job, _ asked: Asked, _ source: MemoryVolume, _ target: MemoryVolume
    ) -> Bool {
        hasSeenDeath && asked.operation == .move && row.failure?.kind == .notFound
            && asked.files.allSatisfy { file in
                source.bytes(file.source) == nil
                    && target.paths.contains { target.content($0) == file.content }
            }
    }

    private func judge(_ row: Job, _ asked: Asked) -> [String] {
        guard row.state == .done || row.state == .skipped else {
            return ["\(row.id.rawValue) ended as \(row.state): \(row.story.suffix(2))"]
        }
        guard asked.isTree, asked.operation == .copy else { return [] }
        if row.filesDone != row.filesFound || row.done != row.size {
            return [
                "\(row.id.rawValue): \(row.filesDone)/\(row.filesFound) files, "
                    + "\(row.done)/\(row.size ?? 0) bytes"
            ]
        }
        if row.unmeasured.files + row.unmeasured.unreadDirectories > 0 {
            return ["\(row.id.rawValue) is done and not all known: \(row.unmeasured)"]
        }
        return []
    }

    private func judge(
        _ file: Carried, of asked: Asked, _ row: Job?, _ source: MemoryVolume,
        _ target: MemoryVolume
    ) -> [String] {
        let isThere = source.content(file.source) == file.content
        let hasArrived = target.paths.contains { target.content($0) == file.content }
        let isOverwritable = claims(on: file.target, on: asked.isUpload).count > 1
        if asked.operation == .copy, !isThere { return ["\(file.source) is gone"] }
        // A move may lose what it has brought only to one who was told to overwrite it.
        if !isThere, !hasArrived, !isOverwritable { return ["\(file.source) is nowhere"] }
        let mayBeLeft =
            asked.isPartlyThrownAway || !asked.policies.isDisjoint(with: QueueReference.leaving)
        if !hasArrived, !mayBeLeft, !isOverwritable {
            return ["\(file.source) has not arrived"]
        }
        return []
    }

    /// Policies by which a file may stay where it is, and by which one may replace another.
    private static let leaving: Set<ConflictPolicy> = [.skip, .newerWins, .largerWins]
    private static let replacing: Set<ConflictPolicy> = [
        .overwrite, .resume, .newerWins, .largerWins,
    ]

    private func judgeOld(_ local: MemoryVolume, _ remote: MemoryVolume) -> [String] {
        before.compactMap { target, content in
            let mayBeReplaced = jobs.values.contains { job in
                job.files.contains { $0.target == target }
                    && !job.policies.isDisjoint(with: QueueReference.replacing)
            }
            guard !mayBeReplaced, local.content(target) != content,
                remote.content(target) != content
            else { return nil }
            return "what stood at \(target) was replaced, and nobody had said so"
        }
    }
}

extension Job {
    fileprivate var isAsking: Bool {
        switch state {
        case .needsAnswer, .needsLogin: true
        default: false
        }
    }
}
