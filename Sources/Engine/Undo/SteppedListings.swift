import Files

/// Tells what paths are by the listings of their directories, each read once: only that tells a link
/// from a file, and many files of a directory at once.
struct SteppedListings {
    private let files: any FileSystem
    private var known: [Path: (listing: Directory, names: NameTable)] = [:]

    init(_ files: any FileSystem) {
        self.files = files
    }

    /// Nil where there is nothing of that name, or its directory is gone.
    mutating func entry(at path: Path) throws(FileSystemError) -> Entry? {
        guard let name = path.name else { return nil }
        let directory = path.parent
        if known[directory] == nil {
            let listing: Directory
            do throws(FileSystemError) {
                listing = try files.list(directory)
            } catch {
                guard try files.isNoDirectory(directory, after: error) else { throw error }
                listing = Directory()
            }
            known = [directory: (listing, NameTable(listing))]
        }
        guard let (listing, names) = known[directory] else { return nil }
        if let index = names.index(of: name, in: listing) { return listing.entry(at: index) }
        return listing.isWhole ? nil : try files.entry(at: path)
    }
}
