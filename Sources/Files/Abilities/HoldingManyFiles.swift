/// A file system that has several files open at once on its one connection, so that the waiting of
/// one is the moving of others. Any other call may come while they are open.
package protocol HoldingManyFiles: FileSystem {
    /// Files that may be open for reading or writing together; 1 or more.
    var openFileLimit: Int { get }
}

extension FileSystem {
    /// Files that may be open for reading or writing together; 1 where the type says nothing.
    package var openFiles: Int { max(1, (self as? any HoldingManyFiles)?.openFileLimit ?? 1) }
}
