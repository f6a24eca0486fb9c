import Files
import Jobs

/// How many connections each site gets: as many as the user says, else as many as are of use and are
/// let in. Fewer where servers refuse.
final class ConnectionLimits {
    private struct State {
        var growth = ConnectionGrowth()
        /// What it bears, where it has refused one more.
        var refused: RefusedConnections?
        /// Whether somebody is logged in there, so that the server and the password are known to be good.
        var isReached = false
        var lastLogin = -Double.infinity
        /// Until then no connection is added.
        var holdEnd = -Double.infinity
        /// What the user says for this site alone.
        var chosen: Int?
    }

    /// Connections that log in at the same time.
    private static let together = 6

    /// What the user says for all sites, for now; and for those that say nothing of their own. Nil finds
    /// out.
    private let fixed: Int?
    private let usual: @Sendable () -> Int?
    private let later: Later<ConnectionLimits>
    private let memory: any ConnectionMemory
    private let isBrowsed: @Sendable (Site) -> Bool
    private var sites: [Site: State] = [:]

    /// `isBrowsed`: whether this process has a connection to look around there, beside those that
    /// carry files.
    init(
        fixed: Int?, usual: @escaping @Sendable () -> Int? = { nil },
        later: Later<ConnectionLimits>,
        memory: any ConnectionMemory,
        isBrowsed: @escaping @Sendable (Site) -> Bool
    ) {
        self.fixed = fixed
        self.usual = usual
        self.later = later
        self.memory = memory
        self.isBrowsed = isBrowsed
    }

    private func state(of site: Site) -> State {
        if let state = sites[site] { return state }
        var state = State()
        state.refused = memory.connectionLimit(of: site).map {
            RefusedConnections(remembered: $0.most, age: $0.age)
        }
        sites[site] = state
        wait(for: site)
        return state
    }

    private func change<Value>(_ site: Site, _ body: (inout State) -> Value) -> Value {
        var state = state(of: site)
        defer { sites[site] = state }
        return body(&state)
    }

    // MARK: How many

    /// What the user says of a site; nil where that is found out.
    private func said(of site: Site) -> Int? {
        sites[site]?.chosen ?? fixed ?? site[QueueOptions.slots] ?? usual()
    }

    /// Lanes between two places of this machine.
    var localLanes: Int { fixed ?? usual() ?? ConnectionGrowth.start }

    /// Whether the number of its connections is found out.
    func isLearned(_ site: Site) -> Bool { said(of: site) == nil }

    /// Connections to the site that may be open now.
    func limit(of site: Site) -> Int {
        let state = state(of: site)
        let scheme = site.connectionLimit ?? .max
        if let said = said(of: site) { return min(said, scheme, refusedNow(state)?.most ?? .max) }
        let most = min(scheme, state.refused?.most ?? .max)
        // Who is turned away for a password is turned away once.
        return min(state.isReached ? state.growth.allowed : 1, most)
    }

    /// The most that it may come to.
    func potential(of site: Site) -> Int {
        let state = state(of: site)
        if let said = said(of: site) {
            return min(said, site.connectionLimit ?? .max, refusedNow(state)?.next ?? .max)
        }
        let most = bound(of: site, state)
        return state.growth.isSettled ? min(state.growth.allowed, most) : most
    }

    /// What was refused since this queue began: what the user says is more than what is remembered.
    private func refusedNow(_ state: State) -> RefusedConnections? {
        state.refused.flatMap { $0.isRemembered ? nil : $0 }
    }

    private func bound(of site: Site, _ state: State) -> Int {
        let own = site.scheme.carriesManyFiles ? ConnectionGrowth.start : ConnectionGrowth.most
        return min(own, site.connectionLimit ?? .max, state.refused?.next ?? .max)
    }

    /// Says how many for one site, 1…16; nil finds out.
    func choose(_ count: Int?, for site: Site) {
        change(site) { state in
            state.chosen = count.map(ConnectionLimits.bounded)
            // Whoever says a number now wants it tried.
            if count != nil { state.refused = nil }
        }
    }

    /// What was said for single sites.
    var choices: [Site: Int] { sites.compactMapValues(\.chosen) }

    /// As many as anybody may ask for.
    static func bounded(_ count: Int) -> Int { min(max(1, count), ConnectionGrowth.most) }

    /// What decides on the number of connections to a site that has so many.
    func reason(for site: Site, count: Int) -> SiteConnections.Reason {
        let state = state(of: site)
        let isSaid = !isLearned(site)
        let refused = isSaid ? refusedNow(state) : state.refused
        if let refused, count >= refused.most { return .refused }
        if isSaid { return .said }
        if count >= bound(of: site, state) { return .most }
        return state.growth.isSettled ? .enough : .measuring
    }

    // MARK: Logins

    /// Whether one connection more may be tried now, beside `open` ones of which some are not logged in
    /// yet; the first `atOnce` of them without a pause between their logins.
    func mayAdd(
        to site: Site, open: Int, connecting: Int, atOnce: Int = ConnectionGrowth.start
    ) -> Bool {
        guard open > 0, isLearned(site) else { return true }
        let (state, now) = (state(of: site), later.clock.now())
        guard state.isReached, now >= state.holdEnd, connecting < ConnectionLimits.together
        else { return false }
        return open < atOnce || now - state.lastLogin >= ConnectionGrowth.pace
    }

    func noteLogin(to site: Site) {
        change(site) { $0.lastLogin = later.clock.now() }
    }

    /// Whether somebody is logged in.
    func isReached(_ site: Site) -> Bool { state(of: site).isReached }

    /// Somebody is logged in, so that more may try.
    func noteReached(_ site: Site) {
        change(site) { $0.isReached = true }
    }

    /// The last connection was closed: what was measured was of that time.
    func noteLeft(_ site: Site) {
        change(site) { state in
            state.isReached = false
            state.growth = ConnectionGrowth()
        }
    }

    // MARK: Growing

    /// Takes a look at a site whose connections all have work while more waits.
    func take(_ look: ConnectionGrowth.Look, of site: Site) {
        guard isLearned(site) else { return }
        change(site) { state in
            let most = bound(of: site, state)
            guard look.time >= state.holdEnd else { return }
            state.growth.take(look, most: most)
        }
    }

    /// So many are of use whatever is measured here, because one file wants them.
    func widen(_ site: Site, to count: Int) {
        guard isLearned(site) else { return }
        change(site) { state in
            state.growth.allow(min(count, bound(of: site, state)))
        }
    }

    /// No work waits, or not all have some: nothing can be learnt from that.
    func pause(_ site: Site) {
        guard sites[site] != nil else { return }
        change(site) { if !$0.growth.isSettled { $0.growth.begin() } }
    }

    // MARK: Refusals

    /// Adds none for so many seconds.
    func hold(_ site: Site, for seconds: Double) {
        change(site) { $0.holdEnd = max($0.holdEnd, later.clock.now() + seconds) }
    }

    /// One connection more than `left` was refused; how many there are to be.
    @discardableResult
    func refused(_ site: Site, left: Int) -> Int {
        // One is left for looking around, unless somebody does that already.
        let isReserved = isLearned(site) && !isBrowsed(site)
        let most = max(1, isReserved ? left - 1 : left)
        change(site) { state in
            let known = isLearned(site) ? state.refused : refusedNow(state)
            var refused = known ?? RefusedConnections(most: most)
            refused.lower(to: most)
            state.refused = refused
            state.growth.hold(at: most)
        }
        if isLearned(site) { memory.noteConnectionLimit(most, of: site) }
        wait(for: site)
        return most
    }

    /// Lets one more be tried than a site bore, beside `open` ones, where its refusal was long ago.
    func raiseIfDue(_ site: Site, open: Int) {
        guard let refused = state(of: site).refused, open >= refused.most, refused.isDue else {
            return
        }
        // The one before was let in.
        if refused.isRaised, isLearned(site) {
            memory.noteConnectionLimit(min(refused.most, ConnectionGrowth.most), of: site)
        }
        change(site) { state in
            state.refused?.raise()
            state.growth.begin()
        }
        wait(for: site)
    }

    /// Others may have left the server after a while: then one more is tried.
    private func wait(for site: Site) {
        guard let refused = sites[site]?.refused else { return }
        later.after(refused.patience) { limits in
            limits.sites[site]?.refused?.end(wait: refused.number)
        }
    }
}
