import Files
import Jobs

/// All routes, by what they lead from and to, and what their lanes have of each site.
struct RouteTable {
    private var routes: [RouteKey: Route] = [:]
    /// The one that was asked for last: many files in a row have the same.
    private var newest: Route?
    /// Whether files go straight from server to server, whatever their sites say.
    private let goesStraight: Bool

    init(goesStraight: Bool = false) {
        self.goesStraight = goesStraight
    }

    /// In no order.
    var all: [Route] { Array(routes.values) }

    subscript(key: RouteKey) -> Route? { routes[key] }

    /// The route of that key, which is made where there is none.
    mutating func route(_ key: RouteKey) -> Route {
        if let newest, newest.key == key { return newest }
        let route = routes[key] ?? Route(key, goesStraight: goesStraight)
        routes[key] = route
        newest = route
        return route
    }

    func lane(_ number: Int, on key: RouteKey) -> (Route, LaneHandle)? {
        guard let route = routes[key], let lane = route.lanes.first(where: { $0.number == number })
        else { return nil }
        return (route, lane)
    }

    /// A lane without work that has a connection to the site.
    func restingLane(with site: Site, butNot route: Route) -> (Route, LaneHandle)? {
        for other in routes.values where other !== route && other.needs[site] != nil {
            if let lane = other.idleLane { return (other, lane) }
        }
        return nil
    }

    /// A lane has let go of a job: nobody joins it there any more.
    func endSegments(of id: JobID) {
        for route in routes.values { route.endSegments(of: id) }
    }

    // MARK: Of a site

    /// Connections to each site that has some.
    var connections: [Site: Int] {
        var counts: [Site: Int] = [:]
        for route in routes.values where !route.lanes.isEmpty {
            for (site, need) in route.needs {
                counts[site, default: 0] += need * route.lanes.count
            }
        }
        return counts
    }

    func connections(to site: Site) -> Int {
        routes.values.reduce(0) { $0 + ($1.needs[site] ?? 0) * $1.lanes.count }
    }

    /// Those that are not logged in yet.
    func connecting(to site: Site) -> Int {
        routes.values.reduce(0) { $0 + ($1.needs[site] ?? 0) * $1.connectingCount }
    }

    /// What was done so far over all of them.
    func credit(of site: Site) -> UInt64 {
        routes.values.reduce(0) { $0 &+ ($1.needs[site] == nil ? 0 : $1.meter.credit) }
    }
}
