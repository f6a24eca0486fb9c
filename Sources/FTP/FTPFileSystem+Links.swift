package import Files
import Listing

// MLSD and MLST may tell of a link what it leads to (pyftpdlib), and CWD always does; LIST shows the
// link, on all servers that do not hide links altogether.
extension FTPFileSystem: DiscerningLinks {
    package var listsLinksAsDirectories: Bool { memory.listsFacts && memory.style == .unix }

    package func natures(
        of names: Set<Name>, in directory: Path
    ) throws(FileSystemError) -> [Name: DirectoryNature] {
        do throws(FileSystemError) {
            return try perform(.always) { session throws(FileSystemError) in
                // Others have no links.
                guard memory.style == .unix else {
                    return Dictionary(uniqueKeysWithValues: names.map { ($0, .directory) })
                }
                return try natures(of: names, in: directory, on: session)
            }
        } catch {
            switch error.kind {
            case .connection, .timeout, .cancelled, .login, .security: throw error
            default:
                if error.isTransient { throw error }
                return [:]
            }
        }
    }

    /// By LIST, with `-a` first where that may show hidden names.
    private func natures(
        of names: Set<Name>, in directory: Path, on session: Session
    ) throws(FileSystemError) -> [Name: DirectoryNature] {
        var natures: [Name: DirectoryNature] = [:]
        for verb in memory.listsHidden == false ? ["LIST"] : ["LIST -a", "LIST"] {
            let listing: Directory
            switch try fetch(verb, directory, form: .list, on: session, { _ in }) {
            case .listing(let listed): listing = listed.directory
            case .refused(let reply):
                if verb == "LIST" { throw refusal(reply, "listed", directory, session) }
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
