import Files

extension FileSystem {
    /// Whether something that could not be listed is not there, or no directory: some servers do not say
    /// why. Throws what ends the connection.
    func isNoDirectory(
        _ place: Path, after error: FileSystemError
    ) throws(FileSystemError) -> Bool {
        if [.notFound, .notDirectory].contains(error.kind) { return true }
        if error.endsConnection || error.question != nil { throw error }
        guard !place.isRoot else { return false }
        let entry: Entry?
        do throws(FileSystemError) {
            entry = try self.entry(at: place)
        } catch {
            if error.endsConnection { throw error }
            // Nothing tells that it is not there.
            return false
        }
        switch entry?.kind {
        case nil, .file, .other: return true
        case .directory, .link: return false
        }
    }
}
