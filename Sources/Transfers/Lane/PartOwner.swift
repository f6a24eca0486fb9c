import Files
import Jobs
import Synchronization
import Words

/// The unfinished files of one batch: their names, what is known of them, and what the store has to
/// know. Asks the store on first use; used from any thread.
final class PartOwner: Sendable {
    /// A file below a directory has a row of its own from this size on, in bytes; smaller ones get
    /// it where they take long, else they are found by the directory that they are in, and begin
    /// again.
    private static let notedSize: UInt64 = 1 << 20

    /// A file that a part is for. Its hash is made once, and before the state is locked: many lanes
    /// ask for each of many small files.
    struct File: Hashable {
        let path: Path
        let site: Site
        private let digest: Int

        init(_ path: Path, on site: Site) {
            self.path = path
            self.site = site
            digest = path.hashValue
        }

        init(of part: StoredPart) { self.init(part.part.file, on: part.site) }

        func hash(into hasher: inout Hasher) { hasher.combine(digest) }
    }

    struct State {
        var ownership: PartRegistry.Ownership?
        /// Whether an earlier run of the batch may have left something, of which only the store
        /// knows before there is an ownership.
        var isInherited: Bool
        var nextNumber: UInt64 = 1
        /// By the file that each becomes.
        var parts: [File: StoredPart] = [:]
        /// Those whose files another part is for by now: to be thrown away.
        var displaced: [PartID: StoredPart] = [:]
        /// Those that have a row.
        var noted: Set<PartID> = []
        /// Those that the store knows of, also after a crash of the machine where they are in
        /// `durableDirectories`.
        var directories: Set<PartRegistry.Directory> = []
        var durableDirectories: Set<PartRegistry.Directory> = []
        /// The one of the durable ones that was asked for last.
        var newestDirectory: PartRegistry.Directory?
        /// Where an earlier run may have left something.
        var unswept: Set<PartRegistry.Directory> = []
        /// Jobs that may still write.
        var users: Set<JobID> = []
        /// Those that stand in lists of the store.
        var announced = AnnouncedParts()
        /// Those that have become files, by what `Made` says of each.
        var made: [Made: MadeFile] = [:]
        /// What is copied, where it was not yet asked who else has left something of that.
        var newScopes: Set<PartRegistry.Scope> = []
        /// Dead owners from whom all was taken over that they had left, and their words.
        var heirlooms: [Int64: String] = [:]
    }

    /// Which source has become which file: no more of it than tells it from others, as there may be
    /// very many.
    struct Made: Hashable {
        private let digest: Int

        init(_ source: Location, _ target: Location) {
            var hasher = Hasher()
            hasher.combine(source)
            hasher.combine(target)
            digest = hasher.finalize()
        }

        init(_ part: StoredPart) {
            self.init(part.source, Location(site: part.site, path: part.part.file))
        }
    }

    let registry: PartRegistry
    /// Nil for what no store keeps: a command of its own.
    let batch: BatchID?
    /// Whether what dead owners left, of the same source and target, becomes this one's.
    let takesOver: Bool
    let state: Mutex<State>
    /// Held while the store is asked for the ownership, which is to be one.
    let opening = Mutex<Void>(())
    /// Held while what has become of parts is written down: the last word is to be the last written.
    let noting = Mutex<Void>(())
    /// Batches of more files than these are not noted file by file.
    private static let fewFiles = 16

    init(_ registry: PartRegistry, batch: BatchID?, takesOver: Bool, isInherited: Bool) {
        self.registry = registry
        self.batch = batch
        state = Mutex(State(isInherited: isInherited))
        self.takesOver = takesOver
    }

    // MARK: - What there is

    /// The part that belongs to a task, from this run or an earlier one.
    func part(of task: FileTask, on site: Site, from source: Site) throws(FileSystemError)
        -> StoredPart?
    {
        let file = File(task.target, on: site)
        try takeOver(about: task.target)
        let (known, isInherited, isOpen) = state.withLock { state in
            (state.parts[file], state.isInherited, state.ownership != nil)
        }
        if let known { return known }
        guard !isOpen, task.isRevisit || task.isAgain || task.isInherited || isInherited else {
            return nil
        }
        try open()
        return state.withLock { $0.parts[file] }
    }

    /// The file that an earlier run has made of the task's source; nil for none.
    func made(
        of task: FileTask, on site: Site, from source: Site
    ) throws(FileSystemError) -> MadeFile? {
        guard batch != nil, task.isInherited || task.isRevisit || task.isAgain else { return nil }
        try open(about: task.target)
        let made = Made(
            Location(site: source, path: task.source), Location(site: site, path: task.target))
        return state.withLock { $0.made[made] }
    }

    /// Whether another owner has begun it, which is dead.
    func isTakenOver(_ part: StoredPart) -> Bool {
        state.withLock { $0.ownership?.token } != part.part.id.token
    }

    /// The part of that file, from this run or an earlier one of these jobs.
    func known(_ file: Location) -> StoredPart? {
        guard (try? open(about: file.path)) != nil else { return nil }
        let key = File(file.path, on: file.site)
        return state.withLock { $0.parts[key] }
    }

    /// Whether this name in a target directory is an orphan of an earlier run of these very jobs.
    func isOrphan(_ name: Name, in directory: Location) -> Bool {
        guard let id = PartID(name) else { return false }
        return state.withLock { state in
            guard let ownership = state.ownership,
                id.token == ownership.token && id.number < ownership.firstNumber
                    || state.heirlooms.values.contains(id.token)
            else { return false }
            return state.displaced[id] == nil && !state.parts.values.contains { $0.part.id == id }
        }
    }

    /// Directories where an earlier run may have left what has no row.
    var unswept: [PartRegistry.Directory] { state.withLock { Array($0.unswept) } }

    func hasSwept(_ directory: PartRegistry.Directory) {
        state.withLock { _ = $0.unswept.remove(directory) }
    }

    // MARK: - What is made

    /// A name that no part has had.
    func newID(for file: Path) throws(FileSystemError) -> PartID {
        if let id = nextID() { return id }
        try open(about: file)
        guard let id = nextID() else { throw FileSystemError.unanswered(file) }
        return id
    }

    /// Nil before there is an ownership.
    private func nextID() -> PartID? {
        state.withLock { state in
            guard let ownership = state.ownership else { return nil }
            defer { state.nextNumber += 1 }
            return PartID(token: ownership.token, number: state.nextNumber)
        }
    }

    /// Writes down that a part is about to be made: what a crash leaves is known then.
    func willWrite(_ part: StoredPart, isAlone: Bool) throws(FileSystemError) {
        let hasRow = hasOwnRow(part.size, isAlone: isAlone)
        if hasRow {
            try update(part)
            // What a server is tried with lies beside it for a moment.
            if part.site.isLocal { return }
        } else {
            let isAnnounced = state.withLock { state in
                state.announced.begin(part.part.id.number)
                return state.announced.holds(part.part.id.number)
            }
            if !isAnnounced { try update(part, isDurable: false) }
        }
        let directory = PartRegistry.Directory(of: part)
        let file = File(of: part)
        let isKnown = state.withLock { state in
            if !hasRow { PartOwner.keep(part, of: file, &state) }
            // Most stand where the one before them does.
            if state.newestDirectory == directory { return true }
            if state.durableDirectories.contains(directory) {
                state.newestDirectory = directory
                return true
            }
            return hasRow && state.directories.contains(directory)
        }
        guard !isKnown else { return }
        try note(directory, about: part.part.file, isDurable: !hasRow)
        state.withLock { state in
            state.directories.insert(directory)
            if !hasRow { state.durableDirectories.insert(directory) }
        }
    }

    /// Whether a part is noted by itself before it is made.
    func hasOwnRow(_ size: UInt64?, isAlone: Bool) -> Bool {
        (size ?? .max) >= PartOwner.notedSize
            || isAlone && state.withLock { $0.users.count <= PartOwner.fewFiles }
    }

    private func note(
        _ directory: PartRegistry.Directory, about file: Path, isDurable: Bool
    ) throws(FileSystemError) {
        let id = state.withLock { $0.ownership?.id } ?? 0
        try asking(file) { () throws(StoreError) in
            try registry.note(directory, of: id, isDurable: isDurable)
        }
    }

    /// Writes down what a part has become.
    func update(_ part: StoredPart, isDurable: Bool = true) throws(FileSystemError) {
        let id = state.withLock { $0.ownership?.id } ?? 0
        try asking(part.part.file) { () throws(StoreError) in
            try registry.note(part, of: id, isDurable: isDurable)
        }
        keep(part, isNoted: true)
    }

    /// Writes down a part that takes long, where that was not done at once.
    func noteLasting(_ part: StoredPart) throws(FileSystemError) {
        guard !state.withLock({ $0.noted.contains(part.part.id) }) else { return }
        try update(part)
    }

    /// Writes down that a part which had gaps has none any more.
    func noteWhole(_ part: StoredPart) throws(FileSystemError) {
        let file = File(of: part)
        guard state.withLock({ $0.parts[file]?.extents }) != nil else { return }
        try update(part)
    }

    /// Writes down a replaced file that could not be removed, under a number of its own: it is gone
    /// on with by nobody, and thrown away with the rest.
    func keepLeftover(_ leftover: Part, of replaced: StoredPart) throws(FileSystemError) {
        var kept = replaced
        let id = try newID(for: leftover.file)
        kept.part = Part(id: id, file: leftover.file, place: leftover.place)
        try update(kept)
    }

    /// Takes in where a part really is, which is written down where it has a row, and where it is the
    /// file itself.
    func place(_ part: StoredPart) throws(FileSystemError) {
        let isNoted = state.withLock { $0.noted.contains(part.part.id) }
        if isNoted || part.part.isInPlace { try update(part) } else { keep(part, isNoted: false) }
    }

    // MARK: - Locks

    /// Takes the right to write a file, as no other process or job may meanwhile.
    func lock(_ file: Path, on site: Site) throws(FileSystemError) {
        guard try registry.lock(file, on: site) else { throw PartOwner.busy(file, on: site) }
    }

    static func busy(_ file: Path, on site: Site) -> FileSystemError {
        FileSystemError(
            .busy, path: file,
            detail: tr(
                "Another Ferry process is writing \(file.text(on: site)); wait for it or stop "
                    + "it."), isTransient: true)
    }

    func unlock(_ file: Path, on site: Site) {
        registry.unlock(file, on: site)
    }

    /// Whether a name in a source is some Ferry's unfinished file.
    func isForeignPart(_ name: Name) -> Bool {
        guard let id = PartID(name) else { return false }
        return (try? registry.knows(id.token)) ?? false
    }

    // MARK: - The end

    func begin(_ job: JobID) {
        state.withLock { _ = $0.users.insert(job) }
    }

    /// What one of its jobs copies: what dead commands have left of the same is to be taken over.
    func add(_ scope: PartRegistry.Scope) {
        guard takesOver else { return }
        state.withLock { _ = $0.newScopes.insert(scope) }
    }

    /// A job will write no more; whether it was the last.
    func end(_ job: JobID) -> Bool {
        state.withLock { state in
            state.users.remove(job)
            return state.users.isEmpty
        }
    }

    /// Lets go of what the store holds, where nothing is left that it has to know.
    func close() {
        let (ownership, dead) = state.withLock { state -> (PartRegistry.Ownership?, [Int64]) in
            guard state.parts.isEmpty, state.displaced.isEmpty, state.unswept.isEmpty
            else { return (nil, []) }
            defer {
                state.ownership = nil
                state.isInherited = false
                state.announced = AnnouncedParts()
                state.made = [:]
                state.heirlooms = [:]
            }
            return (state.ownership, Array(state.heirlooms.keys))
        }
        guard let ownership else { return }
        // What stays in the store for nothing is found, and removed, by `ferry parts`.
        if !dead.isEmpty { try? registry.forget(dead) }
        try? registry.end(ownership)
    }
}
