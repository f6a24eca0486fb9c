import Files
import Jobs

/// Which job writes to which name, so that no two write one file; and what was written lately.
struct TargetReservations {
    /// Targets that lanes are writing, and the jobs that wait for them.
    private var owners: [FoldedPath: JobID] = [:]
    private var waiting: [FoldedPath: [JobID]] = [:]
    /// What jobs that stand by themselves have written, by batch.
    private var written: [BatchID: Set<FoldedPath>] = [:]
    /// Directories whose entries are being handed out, by their targets.
    private var filling: [FoldedPath: Set<JobID>] = [:]

    /// False where another job has the name: then this one waits until that lets go of it.
    mutating func reserve(_ place: FoldedPath, for id: JobID) -> Bool {
        if let owner = owners[place], owner != id {
            waiting[place, default: []].append(id)
            return false
        }
        owners[place] = id
        return true
    }

    /// False where another job has the name.
    mutating func take(_ place: FoldedPath, for id: JobID) -> Bool {
        guard owners[place] == nil else { return false }
        owners[place] = id
        return true
    }

    /// The jobs that waited for the name, which is free now.
    mutating func release(_ place: FoldedPath) -> [JobID] {
        owners[place] = nil
        return waiting.removeValue(forKey: place) ?? []
    }

    // MARK: What was written

    mutating func noteWritten(_ place: FoldedPath, by batch: BatchID) {
        written[batch, default: []].insert(place)
    }

    func wasWritten(_ place: FoldedPath, by batch: BatchID) -> Bool {
        written[batch]?.contains(place) ?? false
    }

    // MARK: Directories that two jobs fill

    /// Notes that a directory's entries are being handed out; all that do that for its target.
    mutating func beginFilling(_ place: FoldedPath, _ id: JobID) -> Set<JobID> {
        filling[place, default: []].insert(id)
        return filling[place] ?? []
    }

    mutating func endFilling(_ place: FoldedPath, _ id: JobID) {
        filling[place]?.remove(id)
        if filling[place]?.isEmpty == true { filling[place] = nil }
    }

    /// The directories that are filling the directory that holds `target`.
    func filling(theDirectoryOf target: Location) -> Set<JobID> {
        guard !filling.isEmpty else { return [] }
        return filling[FoldedPath(target.path.parent, on: target.site)] ?? []
    }
}
