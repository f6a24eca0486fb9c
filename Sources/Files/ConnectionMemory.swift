/// Remembers how many connections servers bear, in memory or in a file as well. Called on workers; may
/// block on a file, never on the user.
package protocol ConnectionMemory: AnyObject, Sendable {
    /// Connections that transfers may have at the site's server, as it was found when it last refused
    /// one more, and how many seconds ago that was; nil where it never did.
    func connectionLimit(of site: Site) -> (most: Int, age: Double)?
    /// The site's server has just refused one connection more than these, 1…16.
    func noteConnectionLimit(_ most: Int, of site: Site)
}

/// Remembers nothing beyond one queue, which knows by itself.
package final class NoConnectionMemory: ConnectionMemory {
    /// Knows of no server.
    package init() {}

    package func connectionLimit(of site: Site) -> (most: Int, age: Double)? { nil }

    package func noteConnectionLimit(_ most: Int, of site: Site) {}
}
