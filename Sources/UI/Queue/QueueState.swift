package import Jobs

/// The jobs as the interface knows them, and the visits to the share around them. Counting, and
/// finding the job of a row, never walk through the jobs: a hundred thousand stay quick.
package struct QueueState: Sendable {
    /// Parts of the queue, each with a tab.
    package enum Tab: Int, CaseIterable, Sendable {
        case all, active, waiting, needsYou, failed, done

        /// Its word.
        package var title: String {
            switch self {
            case .all: "All"
            case .active: "Active"
            case .waiting: "Waiting"
            case .needsYou: "Needs you"
            case .failed: "Failed"
            case .done: "Done"
            }
        }

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
    /// Whether everything is paused.
    package private(set) var isPaused = false
    /// Who carries the jobs out.
    package private(set) var worker = QueueChange.Worker.this

    /// Whether another process that works takes passwords from this one.
    package private(set) var takesLogins = false

    /// The sites that transfers are connected to, where this process knows.
    package private(set) var connections: [SiteConnections] = []

    /// Who is served by the share: rows around the jobs.
    package private(set) var visits = ShareVisits()

    /// No job, and no visit.
    package init() {}

    /// A job by its number; nil where the queue has none such.
    package subscript(id: JobID) -> Job? {
        positions[id].flatMap { slots[$0] }
    }

    /// Jobs in a tab.
    package func count(of tab: Tab) -> Int { parts[tab.rawValue].count }

    /// The job at a row of a tab; nil outside it.
    package func job(atRow row: Int, of tab: Tab) -> Job? {
        parts[tab.rawValue].position(ofRow: row).flatMap { slots[$0] }
    }

    /// The first jobs of a tab, in the queue's order.
    package func jobs(in tab: Tab, limit: Int = 64) -> [Job] {
        (0..<min(limit, count(of: tab))).compactMap { job(atRow: $0, of: tab) }
    }

    /// The first of those that run, for the strip.
    package var active: [Job] { jobs(in: .active) }

    /// Jobs in the queue.
    package var count: Int { positions.count }

    /// The row of a job in a tab; nil where it is not in there.
    package func row(of id: JobID, in tab: Tab) -> Int? {
        guard let position = positions[id], parts[tab.rawValue].contains(position) else {
            return nil
        }
        return parts[tab.rawValue].row(of: position)
    }

    /// Takes in who is served now.
    mutating func change(_ change: (inout ShareVisits) -> Void) {
        change(&visits)
    }

    /// Takes in what has changed.
    package mutating func apply(_ change: QueueChange) {
        if let isPaused = change.isPaused { self.isPaused = isPaused }
        if let worker = change.worker { self.worker = worker }
        if let takesLogins = change.takesLogins { self.takesLogins = takesLogins }
        if let connections = change.connections { self.connections = connections }
        for job in change.changed { put(job) }
        for id in change.removed { remove(id) }
        if let order = change.order {
            reorder(order)
        } else if slots.count > 64, positions.count < slots.count / 2 {
            rebuild(slots.compactMap { $0 })
        }
    }

    private mutating func put(_ job: Job) {
        let tab = Tab(of: job.state)
        guard let position = positions[job.id] else {
            positions[job.id] = slots.count
            slots.append(job)
            for part in Tab.allCases {
                parts[part.rawValue].append(part == .all || part == tab)
            }
            return
        }
        if let before = slots[position].map({ Tab(of: $0.state) }), before != tab {
            parts[before.rawValue].set(position, false)
            parts[tab.rawValue].set(position, true)
        }
        slots[position] = job
    }

    private mutating func remove(_ id: JobID) {
        guard let position = positions.removeValue(forKey: id) else { return }
        slots[position] = nil
        for part in parts.indices { parts[part].set(position, false) }
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
        for (position, job) in jobs.enumerated() {
            positions[job.id] = position
            members[Tab.all.rawValue][position] = true
            members[Tab(of: job.state).rawValue][position] = true
        }
        parts = members.map { OrderedSubset($0) }
    }
}
