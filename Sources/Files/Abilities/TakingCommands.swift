import Words

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
                ? tr("Protocol commands need a server; on this machine, use the shell (!).")
                : tr(
                    "\(site.host) does not accept single commands over \(site.scheme.rawValue)://.")
        )
    }
}
