import Files
import Jobs

/// Jobs that are tried again later, and routes that rest because nobody can be reached or there is
/// no room; their rows show the seconds that are left.
final class Pauses {
    private let jobs: JobTree
    private let lanes: LanePool
    private let notices: NoticeBoard
    private let later: Later<Pauses>

    private var count = 0
    private var lastNumber = 0
    /// Jobs whose rows show the seconds until their next try.
    private(set) var countingDown: Set<JobID> = []
    /// Jobs that wait until something changes.
    private(set) var watching: Set<JobID> = []

    init(of jobs: JobTree, _ lanes: LanePool, _ notices: NoticeBoard, later: Later<Pauses>) {
        self.jobs = jobs
        self.lanes = lanes
        self.notices = notices
        self.later = later
    }

    /// Whether nothing goes on by itself after a while, what waits for changes aside.
    var isEmpty: Bool { count == 0 }

    // MARK: Jobs

    /// Has a job that waits tried again after `delay` seconds.
    func backOff(_ node: JobNode, _ delay: Double) {
        lastNumber += 1
        count += 1
        let number = lastNumber
        node.activity = .backingOff(
            Activity.Pause(end: later.clock.now() + delay, number: number))
        countingDown.insert(node.id)
        let seconds = Int(delay.rounded(.up))
        node.job.wait =
            node.failures.isLostLine ? .reconnect(seconds: seconds) : .retry(seconds: seconds)
        later.after(delay) { [id = node.id] pauses in
            guard let node = pauses.jobs[id], node.pause?.number == number else { return }
            pauses.end(node)
            pauses.lanes.enqueue(node)
        }
    }

    /// The same for one that does not show for how long.
    func backOff(_ node: JobNode, _ delay: Double, showing wait: Job.Wait) {
        backOff(node, delay)
        node.job.wait = wait
        countingDown.remove(node.id)
    }

    func end(_ node: JobNode) {
        switch node.activity {
        case .none, .inLane: return
        case .backingOff: count -= 1
        case .watching(let watch):
            watch.source.stop()
            watching.remove(node.id)
        }
        node.activity = .none
        endWait(of: node)
    }

    // MARK: Watches

    /// Has a job that waits run again once something has changed, or after `delay` seconds.
    func watch(_ node: JobNode, _ source: any ChangeWatch, atMost delay: Double?) {
        lastNumber += 1
        let (id, number) = (node.id, lastNumber)
        node.activity = .watching(Activity.Watch(source: source, number: number))
        node.job.wait = .change
        watching.insert(id)
        let look: @Sendable (Pauses) -> Void = { pauses in
            guard let node = pauses.jobs[id], node.watch?.number == number else { return }
            pauses.end(node)
            pauses.lanes.enqueue(node)
        }
        source.begin { [later] in later.now(look) }
        if let delay = [delay, source.longestWait].compactMap(\.self).min() {
            later.after(delay, look)
        }
    }

    /// Has nothing watched any more: nothing is begun again.
    func endWatches() {
        for id in watching { jobs[id].map(end) }
    }

    private func endWait(of node: JobNode) {
        countingDown.remove(node.id)
        guard node.job.state == .waiting, node.job.wait != .directory else { return }
        node.job.wait = .turn
        notices.noteChange(of: node.id)
    }

    // MARK: Routes

    /// Lets a route rest for `delay` seconds; `node` is to show it. `missing`: bytes, where that is
    /// why.
    func rest(_ route: Route, showing node: JobNode, _ delay: Double, missing: UInt64? = nil) {
        route.rest = Route.Rest(job: node.id, end: later.clock.now() + delay, missing: missing)
        route.restNumber += 1
        count += 1
        let (key, number) = (route.key, route.restNumber)
        later.after(delay) { pauses in
            guard let route = pauses.lanes[key], route.restNumber == number else { return }
            pauses.wake(route)
        }
    }

    func wake(_ route: Route) {
        guard let rest = route.rest else { return }
        route.rest = nil
        count -= 1
        if let node = jobs[rest.job] { endWait(of: node) }
    }

    /// Says on the job that stands for its route what the route waits for.
    func showRest(of route: Route) {
        guard let rest = route.rest, let node = jobs[rest.job], node.job.state == .waiting,
            !node.isHeld
        else { return }
        countingDown.insert(node.id)
        node.job.wait =
            rest.missing.map { .room(missing: $0) } ?? .reconnect(seconds: seconds(until: rest.end))
        notices.noteChange(of: node.id)
    }

    // MARK: Countdowns

    private func seconds(until end: Double) -> Int {
        Int(max(0, end - later.clock.now()).rounded(.up))
    }

    /// Brings the seconds up to date that rows show.
    func countDown() {
        for id in countingDown {
            guard let node = jobs[id], node.job.state == .waiting,
                let shown = node.job.wait.secondsLeft,
                let end = node.pause?.end ?? lanes.route(for: node.job).rest?.end
            else {
                countingDown.remove(id)
                continue
            }
            let left = seconds(until: end)
            guard left != shown else { continue }
            node.job.wait.countDown(to: left)
            notices.noteChange(of: id)
        }
    }
}

extension Job.Wait {
    /// Of one that shows them, the seconds that are left.
    fileprivate var secondsLeft: Int? {
        switch self {
        case .retry(let seconds), .reconnect(let seconds): seconds
        case .turn, .directory, .connecting, .room, .otherProcess, .change: nil
        }
    }

    fileprivate mutating func countDown(to seconds: Int) {
        switch self {
        case .retry: self = .retry(seconds: seconds)
        case .reconnect: self = .reconnect(seconds: seconds)
        case .turn, .directory, .connecting, .room, .otherProcess, .change: break
        }
    }
}
