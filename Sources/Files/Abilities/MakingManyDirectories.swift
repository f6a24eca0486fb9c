/// A file system that makes many directories with their requests overlapped.
package protocol MakingManyDirectories: FileSystem {
    /// Makes directories, of which none lies in another: what became of each, by its path. `.exists`
    /// where there is one already; one that is missing there was not made. `root` as in `Creation`.
    func makeDirectories(
        _ directories: [NewDirectory], root: Path?
    ) -> [Path: Result<Void, FileSystemError>]
}
