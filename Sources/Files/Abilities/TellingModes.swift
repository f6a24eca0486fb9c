/// A file system that has to be asked by itself which permissions files have.
package protocol TellingModes: FileSystem {
    /// The permissions of files, 0…0o7777; those that cannot be learnt are missing.
    func modes(of files: [Path]) throws(FileSystemError) -> [Path: UInt16]
}
