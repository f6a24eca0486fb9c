import Jobs

// What directories count as not known yet of what is below them.
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
}
