/// Keeps what servers show of themselves, for the user to read. Called on workers; may block on a
/// file, never on the user.
package protocol ServerNotes: Sendable {
    /// Somebody is connected to the site's server, which has shown this of itself.
    func note(_ site: Site, _ change: (inout ServerCard) -> Void)
    /// The site's server could not be used.
    func noteFailure(_ error: FileSystemError, of site: Site)
}

/// Keeps nothing.
package struct NoNotes: ServerNotes {
    /// Whatever comes, it is forgotten.
    package init() {}

    package func note(_ site: Site, _ change: (inout ServerCard) -> Void) {}

    package func noteFailure(_ error: FileSystemError, of site: Site) {}
}
