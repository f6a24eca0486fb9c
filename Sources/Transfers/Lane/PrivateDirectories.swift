package import Files

/// Makes directories, with those above them, in which is kept what was replaced or deleted: others have no
/// business there.
package struct PrivateDirectories {
    private let files: any FileSystem
    private let willMake: (Path) -> Void

    /// `willMake` hears of each before it is made.
    package init(_ files: any FileSystem, willMake: @escaping (Path) -> Void) {
        self.files = files
        self.willMake = willMake
    }

    /// Makes one, unless it is there.
    package func make(_ directory: Path) throws(FileSystemError) {
        guard !directory.isRoot, try files.entry(at: directory)?.kind != .directory else { return }
        try make(directory.parent)
        willMake(directory)
        do throws(FileSystemError) {
            try files.makeDirectory(directory, mode: 0o700, root: nil)
        } catch {
            // Another connection may have made it meanwhile.
            guard !error.endsConnection, try files.entry(at: directory)?.kind == .directory else {
                throw error
            }
        }
    }
}
