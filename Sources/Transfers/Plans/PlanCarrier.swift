package import Files

/// Carries plans out, which the queue knows nothing else of.
package protocol PlanCarrier: Sendable {
    /// Does what is left of a plan, in the calling thread, until it is done or stopped; gives how many
    /// changes could not be made, each of which it has told. Throws what ends all of it, and where
    /// another try may help, lets that one go on where this one has ended.
    func carryOut(_ run: PlanRun) throws(FileSystemError) -> Int
}
