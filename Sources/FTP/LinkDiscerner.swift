import Files
import Listing

/// Tells links from directories. MLSD and MLST may tell of a link what it leads to (pyftpdlib), and
/// CWD always does; LIST shows the link, on all servers that do not hide links altogether.
struct LinkDiscerner: SessionPart {
    let session: Session

    /// What those of `names` in `directory` are that seem to be directories: by LIST, with `-a`
    /// first where that may show hidden names.
    func natures(
        of names: Set<Name>, in directory: Path
    ) throws(FileSystemError) -> [Name: DirectoryNature] {
        // Others have no links.
        guard memory.style == .unix else {
            return Dictionary(uniqueKeysWithValues: names.map { ($0, .directory) })
        }
        let fetcher = ListingFetcher(session: session)
        var natures: [Name: DirectoryNature] = [:]
        for verb in memory.listsHidden == false ? ["LIST"] : ["LIST -a", "LIST"] {
            let listing: Directory
            switch try fetcher.fetch(verb, directory, form: .list, { _ in }) {
            case .listing(let listed): listing = listed.directory
            case .refused(let reply):
                if verb == "LIST" { throw session.refusal(reply, "listed", directory) }
                continue
            }
            for index in 0..<listing.count {
                guard let name = Name(listing.nameBytes(at: index)), names.contains(name) else {
                    continue
                }
                switch listing.kind(at: index) {
                case .link:
                    natures[name] = .link(target: listing.entry(at: index)?.target ?? [])
                case .directory: natures[name] = .directory
                case .file, .other: break
                }
            }
            if natures.count == names.count { break }
        }
        return natures
    }
}
