import Jobs

/// Finds connections for the segments of large files, and takes them back where jobs wait.
struct SegmentLanes {
    /// Lanes that jobs get before others help.
    private static let jobLanes = 2

    let limits: ConnectionLimits

    /// Lets as many connections be added as the files of a route want, which find out themselves how
    /// many are of use; one that helps is let go of where jobs wait and few lanes do any.
    func makeRoom(on route: Route, in routes: RouteTable) {
        guard route.hasLargeFiles else { return }
        if route.openings > route.connectingCount {
            for site in route.needs.keys {
                limits.widen(site, to: routes.connections(to: site) + 1)
            }
        }
        let busy = route.lanes.count { $0.isBusy } - route.connectingCount
        let free = busy - route.helperCount + route.leavingCount
        guard route.hasJobs, free < SegmentLanes.jobLanes else { return }
        _ = route.divided.values.first { $0.dismissOne() }
    }

    /// How a file of so many bytes may be fetched by several lanes of a route; nil for by one alone.
    func division(
        of size: UInt64?, on route: Route, _ rules: DivisionRules, potential: () -> Int
    ) -> DivisionRules? {
        guard size ?? .max >= rules.worth, !route.isIndivisible, !route.needs.isEmpty else {
            return nil
        }
        var rules = rules
        rules.connections = min(rules.connections, potential())
        return rules.connections > 1 ? rules : nil
    }
}
