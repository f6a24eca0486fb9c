import Files
import Jobs

// Keeping the jobs over a restart.
extension Scheduler {
    /// Seconds that changes gather before they are written.
    private static let saveDelay = 0.1
    private static let retryDelay = 5.0
    /// A file below a directory keeps a row of its own while it runs only from this size on:
    /// smaller ones are found again by reading the directory again.
    private static let keptSize: UInt64 = 4 << 20

    /// Whether a job has a row: those that stand by themselves, and below a directory those that
    /// reading the directory again would not bring back as they are.
    func isKept(_ node: JobNode) -> Bool {
        guard node.parent != nil, !node.isStored else { return true }
        return switch node.job.state {
        case .paused, .needsAnswer, .needsLogin, .failed, .cancelled: true
        case .done, .skipped, .expanding: false
        case .waiting, .running, .settling:
            node.hasPart && node.job.kind == .file
                && (node.job.size ?? .max) >= Scheduler.keptSize
        }
    }

    func scheduleSaving() {
        guard !unsaved.isEmpty || !removedRows.isEmpty, !isSaveDue else { return }
        isSaveDue = true
        clock.after(Scheduler.saveDelay) { [post] in
            post { scheduler in
                scheduler.isSaveDue = false
                scheduler.save()
            }
        }
    }

    /// Writes all that has changed.
    func save() {
        var rows: [JobID: StoredJob] = [:]
        for id in unsaved {
            guard let node = nodes[id] else { continue }
            // A row needs those of the directories above it.
            for node in [node] + node.ancestors where rows[node.id] == nil {
                if node.isStored, !unsaved.contains(node.id) { continue }
                node.isStored = true
                rows[node.id] = node.stored
            }
        }
        let removed = removedRows
        unsaved = []
        removedRows = []
        guard !rows.isEmpty || !removed.isEmpty else { return }
        let ids = Array(rows.keys)
        store.write(Array(rows.values), removing: removed) { [post, clock] result in
            guard case .failure(let error) = result else { return }
            post { $0.saveFailed(error) }
            clock.after(Scheduler.retryDelay) {
                post { scheduler in
                    scheduler.unsaved.formUnion(ids)
                    scheduler.removedRows += removed
                }
            }
        }
    }

    /// Says on the jobs at hand that they would be lost.
    func saveFailed(_ error: StoreError) {
        let line = "Not saved (\(error)): it would be lost if Ferry ended now."
        for node in nodes.values where node.parent == nil && !node.isFinished {
            if node.job.story.last != line {
                node.tell(line)
                notices.changed.insert(node.id)
            }
        }
    }

    // MARK: - For those who look on

    /// Seconds between two notes of how far the jobs are.
    private static let progressPace = 1.0

    /// Notes how far those jobs are that have rows, now and then.
    func saveProgress(of ids: Set<JobID>) {
        let now = clock.now()
        guard configuration.isShared, !ids.isEmpty,
            now - lastProgress >= Scheduler.progressPace
        else { return }
        lastProgress = now
        let kept = ids.compactMap { nodes[$0] }.filter(\.isStored)
        if !kept.isEmpty { store.writeProgress(kept.map(\.stored)) }
    }
}
