/// A file system that may look for a text in files where these lie, so that nobody has to fetch them.
package protocol SearchingFiles: FileSystem {
    /// Whether each file holds the bytes; with `foldsCase` these are in small letters, and the case of
    /// ASCII letters does not count. A file of which nothing can be learned this way is missing. Throws
    /// `.unsupported` where nothing there looks into files, or not for these bytes; `.cancelled` where
    /// `isStopped` says so, and what lost the connection.
    func search(
        _ files: [Path], for text: [UInt8], foldsCase: Bool, isStopped: () -> Bool
    ) throws(FileSystemError) -> [Path: Bool]
}
