import Files
import Jobs

/// How many lanes routes have, may have and are worth, by what their sites bear.
struct LaneNumbers {
    /// Lanes that jobs get before others help with large files.
    private static let jobLanes = 2

    let limits: ConnectionLimits
    let routes: RouteTable

    // MARK: What there is

    /// All sites that are connected to, by their names.
    var connections: [SiteConnections] {
        routes.connections.map { site, count in
            SiteConnections(site, count: count, reason: limits.reason(for: site, count: count))
        }.sorted { $0.site.text < $1.site.text }
    }

    /// The connections to a site where work of the route waits for one more and gets none, and why.
    func shortage(
        at site: Site, on route: Route
    ) -> (count: Int, reason: SiteConnections.Reason)? {
        guard route.waitingCount > 0 else { return nil }
        let count = routes.connections(to: site)
        let reason = limits.reason(for: site, count: count)
        guard count > 0, count >= limits.limit(of: site), reason == .said || reason == .refused
        else { return nil }
        return (count, reason)
    }

    func isOverLimit(_ route: Route) -> Bool {
        route.lanes.count > 1
            && route.needs.contains {
                routes.connections(to: $0.key) > limits.limit(of: $0.key)
            }
    }

    // MARK: What there may be

    /// The most lanes that a route may come to, among which its work is shared out.
    func potential(of route: Route) -> Int {
        let needs = route.needs
        guard !needs.isEmpty else { return limits.localLanes }
        return needs.map { max(1, limits.potential(of: $0.key) / $0.value) }.min() ?? 1
    }

    /// Whether several lanes of a route may fetch one file of so many bytes; nil for not known.
    func mayDivide(_ size: UInt64?, on route: Route, _ rules: DivisionRules) -> Bool {
        size ?? .max >= rules.worth && !route.isIndivisible && !route.needs.isEmpty
            && potential(of: route) > 1
    }

    /// Lets as many connections be added as the large files of a route want, which find out themselves
    /// how many are of use; one that helps is let go of where jobs wait and few lanes do any.
    func makeRoom(on route: Route) {
        guard route.hasLargeFiles else { return }
        if route.openings > route.connectingCount {
            for site in route.needs.keys {
                limits.widen(site, to: routes.connections(to: site) + 1)
            }
        }
        let busy = route.lanes.count { $0.isBusy } - route.connectingCount
        let free = busy - route.helperCount + route.leavingCount
        guard route.hasJobs, free < LaneNumbers.jobLanes else { return }
        _ = route.divided.values.first { $0.dismissOne() }
    }

    // MARK: What is worth it

    /// Whether a new lane logs in before it has work: beside others, so that no file waits for a
    /// connection that may be refused.
    func beginsWithLogin(on route: Route) -> Bool {
        // Where an end was never reached, only a job can tell what is in the way, and wait for it.
        route.needs.keys.allSatisfy { routes.connections(to: $0) > 0 }
            && route.needs.keys.contains { limits.isLearned($0) }
    }

    /// Whether there will be work when the login is over.
    func isWorthLogin(on route: Route) -> Bool {
        // Nobody else would do it.
        guard !route.lanes.isEmpty else { return route.hasWork }
        let each = route.isSmall && route.hasJobs ? 2 : 1
        return route.hasWork && route.waitingCount >= each * (route.connectingCount + 1)
    }

    /// Takes a look at how a site's connections do, at `now` in seconds.
    func look(at site: Site, _ now: Double) {
        let open = routes.all.filter { $0.key.needs[site] != nil && !$0.lanes.isEmpty }
        let waiting = open.filter { $0.hasJobs && $0.idleLane == nil && isWorthLogin(on: $0) }
        let count = routes.connections(to: site)
        guard let first = waiting.first, let need = first.key.needs[site] else {
            return limits.pause(site)
        }
        limits.take(
            ConnectionGrowth.Look(
                time: now, credit: routes.credit(of: site),
                working: count - routes.connecting(to: site), isSmall: first.isSmall,
                isFull: count + need > limits.limit(of: site), need: need), of: site)
    }
}
