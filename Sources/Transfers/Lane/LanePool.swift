import Files
import Jobs
import Work

/// The lanes of all routes, and so the connections: opens them where there is work and as many as
/// each site bears, gives them work, closes them when nothing is left to do.
final class LanePool {
    /// Connections to one site at most.
    var most: Int
    private let idleTime: Double
    private let makeFileSystem: @Sendable (Site, Int) -> any FileSystem
    private let hear: @Sendable ([LaneEvent]) -> Void
    private let later: Later<LanePool>

    private var routes: [RouteKey: Route] = [:]
    /// Fewer connections than `most`, for sites that said they have too many.
    private var limits: [Site: SiteLimit] = [:]
    private var busyCount = 0
    private var closingCount = 0

    /// `idleTime`: seconds after which an idle lane is closed. `hear` is told on the lanes' threads
    /// what they do.
    init(
        most: Int, idleTime: Double, later: Later<LanePool>,
        makeFileSystem: @escaping @Sendable (Site, Int) -> any FileSystem,
        hear: @escaping @Sendable ([LaneEvent]) -> Void
    ) {
        self.most = most
        self.idleTime = idleTime
        self.later = later
        self.makeFileSystem = makeFileSystem
        self.hear = hear
    }

    /// Whether no lane has work.
    var isIdle: Bool { busyCount == 0 }
    /// Whether all lanes that were closed have said good-bye.
    var isClosed: Bool { closingCount == 0 }

    subscript(key: RouteKey) -> Route? { routes[key] }

    func route(for job: Job) -> Route {
        let key = RouteKey(job)
        if let route = routes[key] { return route }
        let route = Route(key)
        routes[key] = route
        return route
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

    // MARK: Giving work

    /// Gives every idle lane what `next` has for its route, and opens lanes where more may be open,
    /// on routes that `isOpen`. `begin` hears of each job that is given, before its lane has it.
    func giveWork(
        where isOpen: (Route) -> Bool, _ next: (Route) -> LaneWork?,
        begin: (JobID, LaneHandle) -> Void
    ) {
        for route in Array(routes.values) where isOpen(route) {
            while route.idleLane != nil || mayOpenLane(on: route) {
                guard let work = next(route) else { break }
                let lane = route.idleLane ?? openLane(on: route)
                for id in work.jobs { begin(id, lane) }
                give(work, to: lane, on: route)
            }
        }
    }

    private func give(_ work: LaneWork, to lane: LaneHandle, on route: Route) {
        lane.isBusy = true
        busyCount += 1
        let number = lane.number
        let key = route.key
        lane.worker.perform { [later] lane in
            lane.run(work)
            let directories = lane.directoriesAtOnce
            later.now { pool in
                pool.routes[key]?.directoriesAtOnce = directories
                pool.rested(lane: number, on: key)
            }
        }
    }

    private func lane(_ number: Int, on key: RouteKey) -> (Route, LaneHandle)? {
        guard let route = routes[key], let lane = route.lanes.first(where: { $0.number == number })
        else { return nil }
        return (route, lane)
    }

    private func rested(lane number: Int, on key: RouteKey) {
        guard let (route, lane) = lane(number, on: key) else { return }
        lane.isBusy = false
        lane.rests += 1
        busyCount -= 1
        if isOverLimit(route) { return close(lane, of: route) }
        let rest = lane.rests
        later.after(idleTime) { pool in
            guard let (route, lane) = pool.lane(number, on: key), !lane.isBusy, lane.rests == rest
            else { return }
            pool.close(lane, of: route)
        }
    }

    // MARK: Opening and closing

    private func openLane(on route: Route) -> LaneHandle {
        let taken = Set(routes.values.flatMap { $0.lanes.map(\.number) })
        let number = (1...(taken.count + 1)).first { !taken.contains($0) } ?? 1
        let interrupter = LaneInterrupter()
        let worker = Worker(label: "ferry.lane.\(number)") {
            [makeFileSystem, hear, key = route.key] in
            Lane(
                source: makeFileSystem(key.source, number),
                target: key.target.map { makeFileSystem($0, number) }, interrupter: interrupter,
                report: hear)
        }
        let lane = LaneHandle(number: number, worker: worker, interrupter: interrupter)
        route.lanes.append(lane)
        return lane
    }

    private func close(_ lane: LaneHandle, of route: Route) {
        route.lanes.removeAll { $0 === lane }
        closingCount += 1
        lane.worker.retire { [later] lane in
            lane.close()
            later.now { $0.closingCount -= 1 }
        }
    }

    /// Says good-bye to all servers.
    func close() {
        for route in routes.values {
            for lane in route.lanes { close(lane, of: route) }
        }
    }

    /// Closes all lanes without waiting for them.
    func abandon() {
        for route in routes.values {
            for lane in route.lanes { lane.worker.retire { $0.close() } }
        }
    }

    // MARK: How many

    private func limit(of site: Site) -> Int {
        min(limits[site]?.connections ?? most, most, site.scheme.connectionLimit ?? most)
    }

    private func connections(to site: Site) -> Int {
        routes.values.reduce(0) { $0 + ($1.key.needs[site] ?? 0) * $1.lanes.count }
    }

    private func isOverLimit(_ route: Route) -> Bool {
        route.lanes.count > 1
            && route.key.needs.contains { connections(to: $0.key) > limit(of: $0.key) }
    }

    private func mayOpenLane(on route: Route) -> Bool {
        let needs = route.key.needs
        guard !needs.isEmpty else { return route.lanes.count < most }
        for (site, need) in needs {
            while connections(to: site) > 0, connections(to: site) + need > limit(of: site) {
                // A connection that rests elsewhere makes room, if there is work for it here.
                guard route.hasWork, let (other, lane) = restingLane(with: site, butNot: route)
                else { return false }
                close(lane, of: other)
            }
        }
        return true
    }

    private func restingLane(with site: Site, butNot route: Route) -> (Route, LaneHandle)? {
        for other in routes.values where other !== route && other.key.needs[site] != nil {
            if let lane = other.idleLane { return (other, lane) }
        }
        return nil
    }

    /// Lowers the number of connections to the sites of `route`, which said they have too many; how
    /// many are left.
    func noteCrowd(on route: Route) -> Int {
        var lowest = most
        for (site, need) in route.key.needs {
            let fewer = max(1, connections(to: site) - need)
            var limit = limits[site] ?? SiteLimit(connections: most)
            limit.lower(to: fewer)
            limits[site] = limit
            raiseLater(site, limit)
            lowest = min(lowest, fewer)
        }
        return lowest
    }

    /// Tries one more connection after a while: others may have left the server by then.
    private func raiseLater(_ site: Site, _ limit: SiteLimit) {
        guard limit.connections < most else { return }
        let number = limit.number
        later.after(limit.patience) { pool in
            guard var limit = pool.limits[site], limit.number == number else { return }
            limit.raise()
            pool.limits[site] = limit
            pool.raiseLater(site, limit)
        }
    }
}
