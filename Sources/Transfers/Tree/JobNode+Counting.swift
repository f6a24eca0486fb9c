import Jobs
import Synchronization

// What directories count of what is below them.
extension JobNode {
    /// Whether the directories above count it as a file without a size, or as a directory that was
    /// not read yet.
    var isUnmeasured: Bool {
        get { file?.isUnmeasured ?? subtree?.isUnmeasured ?? false }
        set {
            file?.isUnmeasured = newValue
            subtree?.isUnmeasured = newValue
        }
    }

    /// What the directories above count of this one itself.
    var ownUnmeasured: Unmeasured {
        var own = Unmeasured()
        guard isUnmeasured else { return own }
        if job.kind == .directory { own.unreadDirectories = 1 } else { own.files = 1 }
        return own
    }

    /// The same, with all that is below it.
    var allUnmeasured: Unmeasured {
        var all = ownUnmeasured
        all += job.unmeasured
        return all
    }

    /// Takes in that its size, or what is in it, is known now, or never will be.
    func measure() {
        let own = ownUnmeasured
        guard isUnmeasured else { return }
        isUnmeasured = false
        for directory in ancestors { directory.job.unmeasured -= own }
    }

    /// Takes in that a directory was read.
    func noteRead() {
        measure()
        for directory in [self] + ancestors { directory.job.unmeasured.readDirectories += 1 }
    }

    // MARK: - Bytes

    /// Takes in how far the lane is that has the job.
    func takeProgress() {
        guard let control else { return }
        if job.operation.isRemoval {
            job.filesDone = control.removed.load(ordering: .relaxed)
            job.filesFound = control.found.load(ordering: .relaxed)
        } else if job.operation.isPlan {
            job.filesDone = control.handled.load(ordering: .relaxed)
            // What cannot get its new name is copied instead.
            job.filesFound = max(job.filesFound, job.filesDone)
            job.filesDeleted = control.deleted.load(ordering: .relaxed)
            setDone(control.progress.load(ordering: .relaxed))
        } else if job.kind != .directory {
            setDone(control.progress.load(ordering: .relaxed))
        }
    }

    /// What is to be done will be known only when the source was looked at.
    func countAnew() {
        job.size = nil
        (job.done, job.filesFound, job.filesDone, job.filesDeleted) = (0, 0, 0, 0)
        failures.done = 0
    }

    /// Takes in where the time of the lane went that has the job.
    func takeTimes() {
        guard let spent = control?.takeSpent(), !spent.isNothing else { return }
        bottleneck.add(spent)
        for directory in ancestors { directory.bottleneck.add(spent) }
    }

    /// Sets the bytes done of a file, and corrects the accounts of the directories above.
    func setDone(_ bytes: UInt64) {
        let before = job.done
        guard bytes != before else { return }
        job.done = bytes
        for directory in ancestors {
            let done = directory.job.done
            directory.job.done =
                bytes > before ? done &+ (bytes - before) : done - min(done, before - bytes)
        }
    }

    /// Sets the size of a file, and corrects the accounts of the directories above.
    func resize(to size: UInt64?) {
        job.size = size
        if size != nil { measure() }
        let (before, now) = (file?.countedSize ?? 0, size ?? 0)
        guard parent != nil, before != now else { return }
        file?.countedSize = now
        for directory in ancestors {
            let whole = directory.job.size ?? 0
            directory.job.size =
                now > before ? whole &+ (now - before) : whole - min(whole, before - now)
        }
    }

    /// Takes bytes of what is in the directory out of its account.
    func subtract(_ size: UInt64, done: UInt64) {
        let whole = job.size ?? 0
        job.size = whole > size ? whole - size : 0
        job.done = job.done > done ? job.done - done : 0
    }
}
