package import Files
package import Jobs

/// The jobs as the interface knows them, and the visits to the share around them. Counting, and
/// finding the job of a row, never walk through the jobs: a hundred thousand stay quick.
package struct QueueState: Sendable {
    /// Parts of the queue, each with a tab.
    package enum Tab: Int, CaseIterable, Sendable {
        case all, active, waiting, needsYou, failed, done

        /// The tab that a job stands in, besides `all`.
        package init(of state: Job.State) {
            switch state {
            case .expanding, .running, .committing: self = .active
            case .waiting, .paused: self = .waiting
            case .needsAnswer, .needsLogin: self = .needsYou
            case .failed: self = .failed
            case .skipped, .cancelled, .done: self = .done
            }
        }
    }

    /// Jobs in the queue's order; nil where one was removed.
    private var slots: [Job?] = []
    private var positions: [JobID: Int] = [:]
    private var parts = Array(repeating: OrderedSubset(), count: Tab.allCases.count)
    /// The jobs that are known in each folder, in their order.
    private var children: [JobID: [JobID]] = [:]
    private var openFolders = OpenFolders()
    /// Whether something came or went below a folder since the rows below open ones were found.
    private var isLayoutOld = false
    /// Whether everything is paused.
    package private(set) var isPaused = false
    /// The limit of all jobs together.
    private(set) var limit = TimedRate(nil)
    /// Who carries the jobs out.
    package private(set) var worker = QueueChange.Worker.this

    /// Whether another process that works takes passwords from this one.
    package private(set) var takesLogins = false

    /// The sites that transfers are connected to, where this process knows.
    package private(set) var connections: [SiteConnections] = []

    /// What was answered for whole sites.
    package private(set) var answers: [SiteAnswer] = []

    /// What the rows come to together, and when each last moved.
    private(set) var progress = QueueProgress()
    /// How fast everything was of late.
    private(set) var graph = SpeedGraph()

    /// Who is served by the share: rows around the jobs.
    package private(set) var visits = ShareVisits()

    /// No job, and no visit.
    package init() {}

    /// A job by its number; nil where the queue has none such.
    package subscript(id: JobID) -> Job? {
        positions[id].flatMap { slots[$0] }
    }

    /// Jobs in a tab; in that of all those that stand by themselves.
    package func count(of tab: Tab) -> Int { parts[tab.rawValue].count }

    /// Whether something is under way or waits that comes to an end by itself.
    var isBusy: Bool {
        count(of: .active) + count(of: .waiting) > progress.watches.count
    }

    /// Whether something of what has no end is under way.
    var isKeepingUp: Bool { progress.watches.count > progress.resting.count }

    /// Rows that a tab's jobs take.
    package func jobRowCount(of tab: Tab) -> Int {
        count(of: tab) + (tab == .all ? openFolders.rowCount : 0)
    }

    /// The job at a row of a tab; nil outside it. In the tab of all, a folder that is open is followed
    /// by what is known in it.
    package func job(atRow row: Int, of tab: Tab) -> Job? {
        var row = row
        if tab == .all, !openFolders.isEmpty {
            let found = openFolders.find(row) { parts[Tab.all.rawValue].row(of: $0) }
            if let below = found.below { return self[below] }
            row = found.top
        }
        return parts[tab.rawValue].position(ofRow: row).flatMap { slots[$0] }
    }

    /// The first jobs of a tab, in the queue's order.
    package func jobs(in tab: Tab, limit: Int = 64) -> [Job] {
        (0..<min(limit, count(of: tab))).compactMap { job(atRow: $0, of: tab) }
    }

    /// The first of those that run, for the strip.
    package var active: [Job] { jobs(in: .active) }

    /// Bytes a second of all that runs, visits to the share among it. A folder's speed is that of all
    /// that is below it.
    package var speed: Double {
        active.reduce(visits.speed) { $0 + (isTop($1) ? $1.speed ?? 0 : 0) }
    }

    /// How far that is which runs, 0…100 by its bytes; nil where no size is known.
    var percent: Int? {
        var (done, whole) = (0.0, 0.0)
        for job in active where isTop(job) {
            guard let size = job.expectedSize, let fraction = job.fraction else { continue }
            // An empty file weighs something, too.
            done += fraction * max(1, size)
            whole += max(1, size)
        }
        return whole > 0 ? Int(min(1, done / whole) * 100) : nil
    }

    /// Jobs in the queue.
    package var count: Int { positions.count }

    /// The row of a job in a tab; nil where it is not in there.
    package func row(of id: JobID, in tab: Tab) -> Int? {
        guard let position = positions[id] else { return nil }
        let part = parts[tab.rawValue]
        guard part.contains(position) else {
            guard tab == .all, !openFolders.isEmpty, let top = topPosition(above: id),
                let offset = openFolders.offset(of: id, belowFolderAt: top)
            else { return nil }
            return part.row(of: top) + openFolders.rows(before: top) + 1 + offset
        }
        return part.row(of: position) + (tab == .all ? openFolders.rows(before: position) : 0)
    }

    // MARK: Folders

    /// How a job's row shows that more lies below it.
    package enum Fold: Hashable, Sendable {
        /// Nothing that is known.
        case none
        case closed, open
    }

    /// Whether what is known in a job is shown below it.
    package func fold(of id: JobID) -> Fold {
        if openFolders.contains(id) { return .open }
        return children[id] == nil ? .none : .closed
    }

    /// Shows what is known in a folder below it, or no longer.
    mutating func setOpen(_ id: JobID, _ isOpen: Bool) {
        openFolders.set(id, isOpen: isOpen)
        layOutFolders()
    }

    /// Folders above a job.
    func depth(of job: Job) -> Int {
        var (depth, above) = (0, job.parent)
        // No tree is deeper than the queue lets it be.
        while let id = above, let folder = self[id], depth < 1_000 {
            depth += 1
            above = folder.parent
        }
        return depth
    }

    /// Whether a job is this one, or lies below it as far as is known.
    func isJob(_ number: Int64, within id: JobID) -> Bool {
        var above: JobID? = JobID(rawValue: number)
        for _ in 0..<1_000 {
            guard let job = above else { return false }
            if job == id { return true }
            above = self[job]?.parent
        }
        return false
    }

    private func topPosition(above id: JobID) -> Int? {
        var top = id
        for _ in 0..<1_000 {
            guard let above = self[top]?.parent, positions[above] != nil else { break }
            top = above
        }
        return top == id ? nil : positions[top]
    }

    private mutating func layOutFolders() {
        isLayoutOld = false
        let (positions, children, part) = (positions, children, parts[Tab.all.rawValue])
        openFolders.layOut {
            positions[$0].flatMap { part.contains($0) ? $0 : nil }
        } below: {
            children[$0] ?? []
        }
    }

    /// Puts a job among those of its folder, by its number.
    private mutating func join(_ job: Job) {
        guard let parent = job.parent else { return }
        isLayoutOld = true
        var siblings = children[parent] ?? []
        // Taken out meanwhile, so that it is not copied.
        children[parent] = nil
        let place =
            siblings.last.map { $0 < job.id } ?? true
            ? siblings.count : siblings.firstIndex { $0 > job.id } ?? siblings.count
        siblings.insert(job.id, at: place)
        children[parent] = siblings
    }

    private mutating func leave(_ job: Job) {
        guard let parent = job.parent, var siblings = children[parent] else { return }
        isLayoutOld = true
        children[parent] = nil
        if let place = siblings.firstIndex(of: job.id) { siblings.remove(at: place) }
        if !siblings.isEmpty { children[parent] = siblings }
    }

    /// Whether a job has a row of its own among all: it stands by itself, or nobody knows its folder.
    private func isTop(_ job: Job) -> Bool {
        job.parent.flatMap { positions[$0] } == nil
    }

    /// Takes in that the folder of these has come, or has gone.
    private mutating func noteFolder(of ids: [JobID], isKnown: Bool) {
        if !ids.isEmpty { isLayoutOld = true }
        for id in ids {
            if let position = positions[id] { parts[Tab.all.rawValue].set(position, !isKnown) }
        }
    }

    /// Takes a sample of the speed once a second.
    mutating func noteSpeed(at now: Instant) {
        guard graph.isDue(at: now) else { return }
        graph.note(speed, at: now)
    }

    /// Takes in who is served now.
    mutating func change(_ change: (inout ShareVisits) -> Void) {
        change(&visits)
    }

    /// Takes in what has changed by now.
    package mutating func apply(_ change: QueueChange, at now: Instant) {
        if let isPaused = change.isPaused { self.isPaused = isPaused }
        if let worker = change.worker { self.worker = worker }
        if let takesLogins = change.takesLogins { self.takesLogins = takesLogins }
        if let connections = change.connections { self.connections = connections }
        if let answers = change.answers { self.answers = answers }
        if let limit = change.limit { self.limit = limit }
        for job in change.changed {
            progress.note(self[job.id], job, at: now)
            put(job)
        }
        for id in change.removed {
            progress.note(self[id], nil, at: now)
            remove(id)
        }
        if let order = change.order {
            reorder(order)
        } else if slots.count > 64, positions.count < slots.count / 2 {
            rebuild(slots.compactMap { $0 })
        }
        if isLayoutOld || change.order != nil, !openFolders.isEmpty { layOutFolders() }
    }

    private mutating func put(_ job: Job) {
        let tab = Tab(of: job.state)
        var job = job
        guard let position = positions[job.id] else {
            // A row of a damaged store may say so.
            if job.parent == job.id { job.parent = nil }
            positions[job.id] = slots.count
            slots.append(job)
            let isTop = isTop(job)
            for part in Tab.allCases {
                parts[part.rawValue].append(part == .all ? isTop : part == tab)
            }
            join(job)
            noteFolder(of: children[job.id] ?? [], isKnown: true)
            return
        }
        if let before = slots[position].map({ Tab(of: $0.state) }), before != tab {
            parts[before.rawValue].set(position, false)
            parts[tab.rawValue].set(position, true)
        }
        // What is laid out goes by the folder that it came in.
        job.parent = slots[position]?.parent
        slots[position] = job
    }

    private mutating func remove(_ id: JobID) {
        guard let position = positions.removeValue(forKey: id) else { return }
        slots[position].map { leave($0) }
        slots[position] = nil
        for part in parts.indices { parts[part].set(position, false) }
        noteFolder(of: children[id] ?? [], isKnown: false)
        openFolders.set(id, isOpen: false)
    }

    /// Whether the jobs stand in this very order, as they do where new ones came at the end.
    private func stands(in order: [JobID]) -> Bool {
        guard order.count == positions.count else { return false }
        var slot = 0
        for id in order {
            while slot < slots.count, slots[slot] == nil { slot += 1 }
            guard slot < slots.count, slots[slot]?.id == id else { return false }
            slot += 1
        }
        return true
    }

    /// Jobs that the order does not name stay, behind the others.
    private mutating func reorder(_ order: [JobID]) {
        if stands(in: order) { return }
        var jobs: [Job?] = []
        jobs.reserveCapacity(positions.count)
        for id in order {
            guard let position = positions[id], let job = slots[position] else { continue }
            jobs.append(job)
            slots[position] = nil
        }
        for job in slots where job != nil { jobs.append(job) }
        rebuild(jobs.compactMap { $0 })
    }

    private mutating func rebuild(_ jobs: [Job]) {
        slots = jobs
        positions.removeAll(keepingCapacity: true)
        var members = Tab.allCases.map { _ in Array(repeating: false, count: jobs.count) }
        for (position, job) in jobs.enumerated() { positions[job.id] = position }
        for (position, job) in jobs.enumerated() {
            members[Tab.all.rawValue][position] = isTop(job)
            members[Tab(of: job.state).rawValue][position] = true
        }
        parts = members.map { OrderedSubset($0) }
        isLayoutOld = true
    }
}
