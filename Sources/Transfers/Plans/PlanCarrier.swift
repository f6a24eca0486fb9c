package import Files

/// Carries plans out, which the queue knows nothing else of.
package protocol PlanCarrier: Sendable {
    /// Does what is left of a plan, in the calling thread, until it is done or stopped. Throws what ends
    /// all of it, and where another try may help, lets that one go on where this one has ended.
    func carryOut(_ run: PlanRun) throws(FileSystemError) -> PlanEnd
}

/// What came of a plan that was carried out as far as that can be.
package enum PlanEnd: Sendable {
    /// So many changes could not be made, each of which was told.
    case done(failed: Int)
    /// The same, and what it was made of is watched: once something has changed there, the job runs again.
    case watching(any ChangeWatch, failed: Int)
}

/// Tells that something may have changed where a job takes its files from.
package protocol ChangeWatch: Sendable {
    /// Seconds after which somebody is to look although nothing was told; nil where nothing escapes it.
    var longestWait: Double? { get }

    /// Calls `changed`, on any thread, once something has changed since the watch was made. Called once.
    func begin(_ changed: @escaping @Sendable () -> Void)

    /// Nobody wants to know any more. Also where it was never begun.
    func stop()
}
