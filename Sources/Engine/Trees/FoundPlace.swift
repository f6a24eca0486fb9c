package import Files
import Words

/// What a path that the user named stands for, on its server.
package struct FoundPlace {
    /// Where it is.
    package let path: Path
    /// What is there.
    package let entry: Entry

    /// Throws `.notFound` where there is nothing.
    package init(_ path: Path, on files: any FileSystem) throws(FileSystemError) {
        self.path = path
        do throws(FileSystemError) {
            if let entry = try files.entry(at: path) {
                self.entry = entry
                return
            }
        } catch {
            // Some servers tell nothing of a root, or of a directory, but what is in it.
            guard [.notFound, .unsupported, .other, .denied].contains(error.kind) else {
                throw error
            }
        }
        guard path.isRoot, let name = Name(files.site.host) ?? Name("root") else {
            throw FileSystemError(
                .notFound, path: path,
                detail: tr("\(path.text(on: files.site)) does not exist; check the name."))
        }
        _ = try files.list(path)
        entry = Entry(name: name, kind: .directory)
    }

    /// Whether all below it is to be looked at: of a link, what it leads to.
    package func isDirectory(on files: any FileSystem) throws(FileSystemError) -> Bool {
        guard entry.kind == .link else { return entry.kind == .directory }
        return try files.leadsToDirectory(path)
    }
}
