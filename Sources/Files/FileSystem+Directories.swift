extension FileSystem {
    /// Whether `path` is a directory, or a link that leads to one. False also where the system does
    /// not let anybody look: a drop box takes files that it does not show.
    package func isDirectory(_ path: Path) throws(FileSystemError) -> Bool {
        if path.isRoot { return true }
        let found: Entry?
        do {
            found = try entry(at: path)
        } catch {
            guard error.kind == .denied || error.kind == .unsupported else { throw error }
            return false
        }
        switch found?.kind {
        case .directory: return true
        case .link: return try leadsToDirectory(path)
        case .file, .other, nil: return false
        }
    }

    /// Whether a link leads to a directory.
    package func leadsToDirectory(_ link: Path) throws(FileSystemError) -> Bool {
        if site.isLocal { return try details(of: [link]).first??.kind == .directory }
        // Servers tell what a link leads to by entering it.
        do {
            _ = try list(link)
            return true
        } catch {
            switch error.kind {
            case .connection, .timeout, .cancelled, .login, .security: throw error
            default: return false
            }
        }
    }
}
