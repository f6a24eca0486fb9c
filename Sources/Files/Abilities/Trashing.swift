/// A file system whose files can be moved to a trash, from which they can come back.
package protocol Trashing: FileSystem {
    /// Moves files, links and whole directories to the trash: where each is now, by its path. One that
    /// is missing there was not moved. What cannot be moved stays as it is.
    func moveToTrash(_ paths: [Path]) -> [Path: Result<TrashID, FileSystemError>]
}
