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
        let hidden = memory.listsHidden == false ? nil : try hiddenNatures(of: names, in: directory)
        if let hidden, hidden.count == names.count { return hidden }
        let plain: [Name: DirectoryNature]
        switch try fetch("LIST", directory) {
        case .listing(let listed): plain = natures(of: names, in: listed.directory)
        case .refused(let reply): throw session.refusal(reply, .list, directory)
        }
        // Only with -a they were not to be seen: the server takes that for a file's name.
        if let hidden, hidden.isEmpty, !plain.isEmpty, memory.listsHidden == nil {
            memory.listsHidden = false
        }
        return plain.merging(hidden ?? [:]) { first, _ in first }
    }

    /// By LIST with `-a`; nil where nothing can be told from the answer.
    private func hiddenNatures(
        of names: Set<Name>, in directory: Path
    ) throws(FileSystemError) -> [Name: DirectoryNature]? {
        switch try fetch("LIST -a", directory) {
        case .listing(let listed):
            if listed.showsItself { memory.listsHidden = true }
            return natures(of: names, in: listed.directory)
        case .refused(let reply):
            // Nor does "busy" say anything of what -a is taken for.
            return reply.isTransientFailure || ReplyMeaning.kind(reply) == .connection ? nil : [:]
        }
    }

    private func fetch(
        _ verb: String, _ directory: Path
    ) throws(FileSystemError) -> ListingFetcher.Answer {
        try ListingFetcher(session: session).fetch(verb, directory, form: .list) { _ in }
    }

    private func natures(of names: Set<Name>, in listing: Directory) -> [Name: DirectoryNature] {
        var natures: [Name: DirectoryNature] = [:]
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
        return natures
    }
}
