/// How many connections a site bears that said it has too many; tried anew now and then.
struct SiteLimit {
    /// Seconds until one more is tried: at first, and at most.
    static let firstPatience = 60.0
    static let longestPatience = 960.0

    private(set) var connections: Int
    private(set) var patience = firstPatience
    /// Which wait for another try it is, because a refusal begins a new one.
    private(set) var number = 0

    init(connections: Int) {
        self.connections = connections
    }

    /// Notes that so many were too many by one.
    mutating func lower(to fewer: Int) {
        connections = min(connections, fewer)
        number += 1
    }

    /// Allows one more; should it be refused, the next is tried later.
    mutating func raise() {
        connections += 1
        patience = min(patience * 2, SiteLimit.longestPatience)
        number += 1
    }
}
