/// A file system that makes many directories with their requests overlapped.
package protocol MakingManyDirectories: FileSystem {
    /// Makes directories, of which none lies in another, each with its answer in their order:
    /// `.exists` where there is one already. `root` as in `Creation`.
    func makeDirectories(_ directories: [Path], root: Path?) -> [Result<Void, FileSystemError>]
}
