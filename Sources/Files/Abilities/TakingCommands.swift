/// A file system whose protocol is one of commands that a user may write.
package protocol TakingCommands: FileSystem {
    /// Sends a line as it is (FTP: one command without its line end) and gives the whole reply's
    /// lines, sanitised. `.badName` for control bytes.
    func raw(_ line: String) throws(FileSystemError) -> [String]
}

extension FileSystem {
    /// Itself, where it takes commands; else `.unsupported`, and what to do.
    package func takingCommands() throws(FileSystemError) -> any TakingCommands {
        if let files = self as? any TakingCommands { return files }
        throw FileSystemError(
            .unsupported,
            detail: site.isLocal
                ? "This machine takes no protocol commands; use the shell (!)."
                : "\(site.host) takes no single commands over \(site.scheme.rawValue)://.")
    }
}
