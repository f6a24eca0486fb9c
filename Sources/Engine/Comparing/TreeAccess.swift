package import Files

/// How whoever compares two trees reaches their sites.
package protocol TreeAccess {
    /// Connections to a server for listing, where nobody says how many; 1 or more.
    var connectionCount: Int { get }

    /// Whether nobody waits for the answer any more.
    var isStopped: Bool { get }

    /// Makes file systems of a site, each for the thread that asks for it.
    func connector(to site: Site) -> @Sendable () -> any FileSystem

    /// Works on a file system of a site in the calling thread. Where it `keeps` the connection, the next use
    /// of the site goes on with it.
    func use<Value>(
        _ site: Site, keeps: Bool, _ body: (any FileSystem) throws -> Value
    ) throws -> Value

    /// Closes the connection that was kept: a server may allow but few.
    func closeKept()
}
