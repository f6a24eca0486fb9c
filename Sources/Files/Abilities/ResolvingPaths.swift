/// A file system that can tell which path without links leads to the same as another.
package protocol ResolvingPaths: FileSystem {
    /// The path on which no name is a link, for each of `paths`; nil for those that lead nowhere, or
    /// of which nobody tells. Throws what ends the connection.
    func resolved(_ paths: [Path]) throws(FileSystemError) -> [Path?]
}
