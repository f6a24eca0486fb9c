/// A file system that reads many directories together on its one connection, so that a tree costs a
/// few round trips.
package protocol ListingManyDirectories: FileSystem {
    /// What is in each of `directories`, by its path, or why that is not known; every one has an
    /// answer, also where the connection was lost. One that holds more than `limit` names comes cut
    /// (`isCut`), so that it neither holds up the others nor fills the memory: it is to be listed by
    /// itself. `progress` hears now and then how many entries of all have come in so far.
    func list(
        _ directories: [Path], limit: Int, progress: (_ count: Int) -> Void
    ) -> [Path: Result<Directory, FileSystemError>]
}
