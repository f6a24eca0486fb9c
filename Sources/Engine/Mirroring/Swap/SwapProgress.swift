package import Files

/// How far it is that a directory is replaced as a whole.
package enum SwapProgress: Sendable {
    /// What is copied there comes into the place of `target`.
    case began(Location, for: Location)
    /// Nothing comes into its place.
    case givenUp
    /// The new directory has its place; where the old one is kept, or what is left of it where that was
    /// wanted otherwise.
    case done(Location, backup: Path?, rest: Path?)
}
