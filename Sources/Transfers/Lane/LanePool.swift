import Files
import Jobs
import Work

/// The lanes of all routes, and so the connections: opens them where there is work and as many as
/// each site bears, gives them work, closes them when nothing is left to do.
final class LanePool {
    /// How many connections each site gets.
    let limits: ConnectionLimits
    private let idleTime: Double
    private let division: DivisionRules
    private let verifier: (any CopyVerifier)?
    private let packing: (any Packing)?
    private let plans: (any PlanCarrier)?
    private let topics: JobTopics
    private let makeFileSystem: @Sendable (Site, Int) -> any FileSystem
    private let hear: @Sendable ([LaneEvent]) -> Void
    private let later: Later<LanePool>

    private var routes: RouteTable
    /// Sites at which a look is due soon.
    private var watched: Set<Site> = []
    private var busyCount = 0
    private var closingCount = 0
    /// Whether work of some route waits for a connection that may be opened in a moment.
    private var isAwaitingConnection = false

    /// `idleTime`: seconds after which an idle lane is closed. `goesStraight`: whether files go from
    /// server to server without coming here, where both do that, whatever their sites say. `hear` is
    /// told on the lanes' threads what they do.
    init(
        limits: ConnectionLimits, idleTime: Double, division: DivisionRules = .usual,
        later: Later<LanePool>, verifier: (any CopyVerifier)? = nil, packing: (any Packing)? = nil,
        plans: (any PlanCarrier)? = nil, goesStraight: Bool = false,
        topics: JobTopics = JobTopics(),
        makeFileSystem: @escaping @Sendable (Site, Int) -> any FileSystem,
        hear: @escaping @Sendable ([LaneEvent]) -> Void
    ) {
        self.limits = limits
        self.idleTime = idleTime
        self.division = division
        self.later = later
        self.verifier = verifier
        self.packing = packing
        self.plans = plans
        self.topics = topics
        routes = RouteTable(goesStraight: goesStraight)
        self.makeFileSystem = makeFileSystem
        self.hear = hear
    }

    /// Whether no lane has work.
    var isAtRest: Bool { busyCount == 0 }
    /// Whether no lane has work, or will have some of what waits.
    var isIdle: Bool { busyCount == 0 && !isAwaitingConnection }
    /// Whether all lanes that were closed have said good-bye.
    var isClosed: Bool { closingCount == 0 }

    subscript(key: RouteKey) -> Route? { routes[key] }

    func route(for job: Job) -> Route {
        routes.route(RouteKey(job))
    }

    // MARK: Work that waits

    /// Puts a job that is to be carried out where the lanes find it.
    func enqueue(_ node: JobNode) {
        let route = route(for: node.job)
        let top = node.top
        if node === top, node.subtree?.walk == nil {
            route.waiting.insert(node.id, at: node.position)
        } else {
            if top.subtree?.walk?.ready.contains(node.id) == false {
                top.subtree?.walk?.ready.append(node.id)
            }
            route.activate(top)
        }
    }

    /// Directories that stand by themselves and have begun.
    var activeTrees: [JobNode] { routes.all.flatMap(\.active) }

    // MARK: Giving work

    /// Gives every idle lane what `next` has for its route, and opens lanes where more may be open,
    /// on routes that `isOpen`. `begin` hears of each job that is given, before its lane has it.
    func giveWork(
        where isOpen: (Route) -> Bool, _ next: (Route) -> LaneWork?,
        begin: (JobID, LaneHandle) -> Void
    ) {
        isAwaitingConnection = false
        for route in routes.all where isOpen(route) {
            while true {
                let idle = route.idleLane
                if idle == nil {
                    numbers.makeRoom(on: route)
                    guard mayOpenLane(on: route) else {
                        if route.hasWork { isAwaitingConnection = true }
                        break
                    }
                    if numbers.beginsWithLogin(on: route) {
                        guard numbers.isWorthLogin(on: route) else { break }
                        connect(openLane(on: route), on: route)
                        continue
                    }
                }
                // What ended while the work was looked for may have left something to clear away.
                guard let work = next(route) ?? (route.hasCleaning ? next(route) : nil) else {
                    break
                }
                let lane = idle ?? openLane(on: route)
                for id in work.jobs { begin(id, lane) }
                give(work, to: lane, on: route)
            }
            route.noteComing()
            if route.hasWork { watchSites(of: route) }
        }
    }

    private func give(_ work: LaneWork, to lane: LaneHandle, on route: Route) {
        lane.state = .working
        busyCount += 1
        route.isSmall = work.isSmall ?? route.isSmall
        let number = lane.number
        let key = route.key
        lane.worker.perform { [later] lane in
            let start = Throttle.now()
            lane.run(work)
            let seconds = Throttle.now() - start
            let directories = lane.directoriesAhead
            later.now { pool in
                pool.routes[key]?.note(work, seconds: seconds, ahead: directories)
                pool.rested(lane: number, on: key)
            }
        }
    }

    private func rested(lane number: Int, on key: RouteKey) {
        guard let (route, lane) = routes.lane(number, on: key) else { return }
        let isLeaving = lane.isLeaving
        lane.state = .resting
        lane.rests += 1
        busyCount -= 1
        if isLeaving || numbers.isOverLimit(route) { return close(lane, of: route) }
        let rest = lane.rests
        later.after(idleTime) { pool in
            guard let (route, lane) = pool.routes.lane(number, on: key), !lane.isBusy,
                lane.rests == rest
            else { return }
            pool.close(lane, of: route)
        }
    }

    // MARK: Opening and closing

    private func openLane(on route: Route) -> LaneHandle {
        let taken = Set(routes.all.flatMap { $0.lanes.map(\.number) })
        let number = (1...(taken.count + 1)).first { !taken.contains($0) } ?? 1
        let interrupter = LaneInterrupter { [topics] in topics.set($0, ofLane: number) }
        let worker = Worker(label: "ferry.lane.\(number)") {
            [
                makeFileSystem, hear, verifier, packing, plans, key = route.key,
                meter = route.meter,
                straight = route.straight
            ] in
            Lane(
                source: makeFileSystem(key.source, number),
                target: key.target.map { makeFileSystem($0, number) }, interrupter: interrupter,
                meter: meter, verifier: verifier, packing: packing, plans: plans,
                straight: straight,
                report: hear
            )
        }
        let lane = LaneHandle(number: number, worker: worker, interrupter: interrupter)
        route.lanes.append(lane)
        for site in route.needs.keys { limits.noteLogin(to: site) }
        return lane
    }

    private func close(_ lane: LaneHandle, of route: Route) {
        route.lanes.removeAll { $0 === lane }
        for site in route.needs.keys where routes.connections(to: site) == 0 {
            limits.noteLeft(site)
        }
        closingCount += 1
        lane.worker.retire { [later] lane in
            lane.close()
            later.now { $0.closingCount -= 1 }
        }
    }

    /// Says good-bye to all servers.
    func close() {
        for route in routes.all {
            for lane in route.lanes { close(lane, of: route) }
        }
    }

    /// Closes all lanes without waiting for them.
    func abandon() {
        for route in routes.all {
            for lane in route.lanes { lane.worker.retire { $0.close() } }
        }
    }

    // MARK: How many

    /// How many there are, may be and are worth.
    var numbers: LaneNumbers { LaneNumbers(limits: limits, routes: routes) }

    /// How a file of so many bytes may be fetched by several lanes; nil for by one alone.
    func division(of size: UInt64?, on route: Route) -> DivisionRules? {
        numbers.mayDivide(size, on: route, division) ? division : nil
    }

    func endSegments(of id: JobID) { routes.endSegments(of: id) }

    private func mayOpenLane(on route: Route) -> Bool {
        let needs = route.needs
        guard !needs.isEmpty else {
            return route.lanes.count < limits.localLanes
        }
        for (site, need) in needs {
            // One that rests where nobody has come in yet holds nothing that is worth keeping.
            if !limits.isReached(site), route.hasWork,
                let (other, lane) = routes.restingLane(with: site, butNot: route)
            {
                close(lane, of: other)
            }
            let open = routes.connections(to: site)
            limits.raiseIfDue(site, open: open + need - 1)
            guard
                limits.mayAdd(
                    to: site, open: open, connecting: routes.connecting(to: site),
                    // A long line's large file is asked for by all of them at the same time.
                    atOnce: route.isGathering ? SegmentTrial.start : ConnectionGrowth.start)
            else { return false }
        }
        for (site, need) in needs {
            while routes.connections(to: site) > 0,
                routes.connections(to: site) + need > limits.limit(of: site)
            {
                // A connection that rests elsewhere makes room, if there is work for it here.
                guard route.hasWork,
                    let (other, lane) = routes.restingLane(with: site, butNot: route)
                else { return false }
                close(lane, of: other)
            }
        }
        return true
    }

    // MARK: More of them

    private func connect(_ lane: LaneHandle, on route: Route) {
        lane.state = .connecting
        busyCount += 1
        let (number, key) = (lane.number, route.key)
        lane.worker.perform { [later] lane in
            do throws(Lane.Unreached) {
                try lane.connect()
                later.now { $0.rested(lane: number, on: key) }
            } catch {
                later.now { $0.refused(lane: number, on: key, error) }
            }
        }
    }

    private func refused(lane number: Int, on key: RouteKey, _ refusal: Lane.Unreached) {
        guard let (route, lane) = routes.lane(number, on: key) else { return }
        busyCount -= 1
        close(lane, of: route)
        noteRefusal(refusal.error, of: refusal.site, left: routes.connections(to: refusal.site))
    }

    /// Looks at the sites of a route soon, and then as long as work waits there.
    private func watchSites(of route: Route) {
        for site in route.needs.keys
        where limits.isLearned(site) && watched.insert(site).inserted {
            later.after(ConnectionGrowth.pace) { pool in
                pool.watched.remove(site)
                pool.numbers.look(at: site, pool.later.clock.now())
            }
        }
    }

    // MARK: Fewer of them

    /// Seconds after which others must have moved something, if a refusal was meant for one more alone;
    /// and until one more is tried where it is not known.
    static let doubt = 2.0
    private static let doubtRest = 10.0
    /// Seconds until another is tried in the place of one that was lost.
    private static let dismissalRest = 1.0

    /// One connection more was refused at a site, beside others that are there.
    private func noteRefusal(_ error: FileSystemError, of site: Site, left: Int) {
        guard left > 0 else { return }
        if Backoff.isCrowded(error, at: site) {
            limits.refused(site, left: left)
            return
        }
        // Where the server is gone as a whole, the others stand still too.
        limits.hold(site, for: LanePool.doubtRest)
        let before = routes.credit(of: site)
        later.after(LanePool.doubt) { pool in
            guard pool.routes.credit(of: site) > before else { return }
            pool.limits.refused(site, left: left)
        }
    }

    /// Lowers the number of connections to the sites of `route`, which said they have too many; how
    /// many are left.
    func noteCrowd(on route: Route) -> Int {
        var lowest = ConnectionGrowth.most
        for (site, need) in route.needs {
            let left = routes.connections(to: site) - need
            // One that is turned away alone says nothing of how many there may be.
            lowest = min(lowest, left > 0 ? limits.refused(site, left: left) : 1)
        }
        return lowest
    }

    /// Lets go of a lane that has lost its connection while others of its route have work, so that
    /// another is tried before it gets any; false where none has, or the user says how many there are.
    func dismiss(_ interrupter: LaneInterrupter?, on route: Route) -> Bool {
        let working = route.lanes.filter {
            if case .working = $0.state { return true }
            return false
        }
        guard let lane = working.first(where: { $0.interrupter === interrupter }),
            working.count > 1, route.needs.keys.contains(where: { limits.isLearned($0) })
        else { return false }
        lane.state = .leaving
        for site in route.needs.keys { limits.hold(site, for: LanePool.dismissalRest) }
        return true
    }
}
