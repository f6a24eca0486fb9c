/// How many connections a site bears that has refused one more; tried anew now and then.
struct RefusedConnections {
    /// Seconds until one more is tried; and until the next, where that one was let in.
    static let patience = 3_600.0
    static let shortPatience = 60.0

    /// Connections that are opened.
    private(set) var most: Int
    /// Seconds until one more may be tried.
    private(set) var patience: Double
    /// Which wait for that it is, because a refusal begins a new one.
    private(set) var number = 0
    /// Whether that wait is over.
    private(set) var isDue = false
    /// Whether more are allowed by now than when it last refused.
    private(set) var isRaised = false

    /// Connections that there will be if what is to be tried is let in.
    var next: Int { isDue ? most + 1 : most }

    /// Whether an earlier queue was told so, and this one was not.
    private(set) var isRemembered = false

    init(most: Int) {
        self.most = max(1, most)
        patience = RefusedConnections.patience
    }

    /// `age`: seconds since it refused.
    init(remembered most: Int, age: Double) {
        self.most = max(1, most)
        patience = max(0, RefusedConnections.patience - age)
        isRemembered = true
    }

    /// Notes that so many are let in, and one more is not.
    mutating func lower(to fewer: Int) {
        most = max(1, min(most, fewer))
        isRaised = false
        isRemembered = false
        wait(RefusedConnections.patience)
    }

    /// The wait of that number is over.
    mutating func end(wait ended: Int) {
        if ended == number { isDue = true }
    }

    /// Allows one more.
    mutating func raise() {
        most += 1
        isRaised = true
        wait(RefusedConnections.shortPatience)
    }

    private mutating func wait(_ seconds: Double) {
        patience = seconds
        number += 1
        isDue = false
    }
}
