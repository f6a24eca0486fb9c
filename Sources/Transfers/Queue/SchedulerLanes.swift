import Files
import Jobs
import Work

// Lanes: opening them, giving them work, closing them when nothing is left to do.
extension Scheduler {
    /// Gives every idle lane work, and opens lanes where more may be open.
    func assignWork() {
        for route in Array(routes.values) where !route.isResting && !lacksLogin(route) {
            let isHeld = isPaused || isStopping
            // What was cancelled is cleared away even then.
            if isHeld, route.leftovers.isEmpty, route.sweeps.isEmpty { continue }
            while route.idleLane != nil || mayOpenLane(on: route) {
                guard let work = nextWork(on: route, cleaningOnly: isHeld) else { break }
                give(work, to: route.idleLane ?? openLane(on: route), on: route)
            }
        }
    }

    private func give(_ work: LaneWork, to lane: LaneHandle, on route: Route) {
        lane.isBusy = true
        busyLanes += 1
        for id in work.jobs {
            guard let node = jobs[id] else { continue }
            node.assignment?.interrupter = lane.interrupter
            node.job.lane = lane.number
        }
        let number = lane.number
        let key = route.key
        lane.worker.perform { [post] lane in
            lane.run(work)
            post { $0.rested(lane: number, on: key) }
        }
    }

    private func rested(lane number: Int, on key: RouteKey) {
        guard let route = routes[key], let lane = route.lanes.first(where: { $0.number == number })
        else { return }
        lane.isBusy = false
        lane.rests += 1
        busyLanes -= 1
        if isOverLimit(route) { return close(lane, of: route) }
        let rest = lane.rests
        clock.after(configuration.idleTime) { [post] in
            post { scheduler in
                guard let route = scheduler.routes[key],
                    let lane = route.lanes.first(where: { $0.number == number }),
                    !lane.isBusy, lane.rests == rest
                else { return }
                scheduler.close(lane, of: route)
            }
        }
    }

    private func openLane(on route: Route) -> LaneHandle {
        let taken = Set(routes.values.flatMap { $0.lanes.map(\.number) })
        let number = (1...(taken.count + 1)).first { !taken.contains($0) } ?? 1
        let interrupter = Interrupter()
        let worker = Worker(label: "ferry.lane.\(number)") {
            [makeFileSystem, post, key = route.key] in
            Lane(
                source: makeFileSystem(key.source, number),
                target: key.target.map { makeFileSystem($0, number) }, interrupter: interrupter
            ) { events in
                post { $0.hear(events) }
            }
        }
        let lane = LaneHandle(number: number, worker: worker, interrupter: interrupter)
        route.lanes.append(lane)
        return lane
    }

    func close(_ lane: LaneHandle, of route: Route) {
        route.lanes.removeAll { $0 === lane }
        closingLanes += 1
        lane.worker.retire { [post] lane in
            lane.close()
            post { $0.closingLanes -= 1 }
        }
    }

    private func lacksLogin(_ route: Route) -> Bool {
        questions.lackLogin(for: route.key.needs.keys)
    }

    // MARK: - How many

    private func limit(of site: Site) -> Int {
        min(siteLimits[site]?.connections ?? configuration.lanes, configuration.lanes)
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
        guard !needs.isEmpty else { return route.lanes.count < configuration.lanes }
        for (site, need) in needs {
            while connections(to: site) > 0, connections(to: site) + need > limit(of: site) {
                // A connection that rests elsewhere makes room, if there is work for it here.
                guard hasWork(route), let (other, lane) = restingLane(with: site, butNot: route)
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

    /// Lowers the number of connections to the sites of `route`, which said they have too many.
    func noteCrowd(on route: Route) -> Int {
        var lowest = configuration.lanes
        for (site, need) in route.key.needs {
            let fewer = max(1, connections(to: site) - need)
            var limit = siteLimits[site] ?? SiteLimit(connections: configuration.lanes)
            limit.lower(to: fewer)
            siteLimits[site] = limit
            raiseLater(site, limit)
            lowest = min(lowest, fewer)
        }
        return lowest
    }

    /// Tries one more connection after a while: others may have left the server by then.
    private func raiseLater(_ site: Site, _ limit: SiteLimit) {
        guard limit.connections < configuration.lanes else { return }
        let number = limit.number
        clock.after(limit.patience) { [post] in
            post { scheduler in
                guard var limit = scheduler.siteLimits[site], limit.number == number else { return }
                limit.raise()
                scheduler.siteLimits[site] = limit
                scheduler.raiseLater(site, limit)
            }
        }
    }

}

extension LaneWork {
    /// The jobs in it.
    var jobs: [JobID] {
        switch self {
        case .files(let tasks): tasks.map(\.id)
        case .expand(let task), .close(let task): [task.id]
        case .rename(let task): [task.id]
        case .remove(let tasks): tasks.map(\.id)
        case .discard: []
        }
    }
}
