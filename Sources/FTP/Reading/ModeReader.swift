import Files
import Listing

/// The permissions of files: MLST in windows, else what LIST says of each, or of their directory.
struct ModeReader: SessionPart {
    let session: Session

    /// Files of one directory from which on it is listed as a whole.
    private static let listingWorth = 3

    /// Those that cannot be learnt are missing.
    func modes(of files: [Path]) throws(FileSystemError) -> [Path: UInt16] {
        memory.listsFacts ? try factModes(of: files) : try listedModes(of: files)
    }

    private func factModes(of files: [Path]) throws(FileSystemError) -> [Path: UInt16] {
        var modes: [Path: UInt16] = [:]
        for batch in DirectoryBatch.divide(files, prefersNames: memory.style.prefersNames) {
            try session.directory.enter(batch)
            var commands: [Command] = []
            var asked: [Path] = []
            for index in batch.indices {
                let file = files[index]
                guard let command = try? Command("MLST", session.directory.argument(for: file))
                else { continue }
                commands.append(command)
                asked.append(file)
            }
            let results = control.window(commands)
            for (index, file) in asked.enumerated() where results.indices.contains(index) {
                let reply = try results[index].get()
                guard reply.isSuccess, let name = file.name else { continue }
                modes[file] = EntryLookup(session: session).readFacts(reply, name)?.mode
            }
        }
        if let loss = control.loss { throw loss }
        return modes
    }

    private func listedModes(of files: [Path]) throws(FileSystemError) -> [Path: UInt16] {
        var modes: [Path: UInt16] = [:]
        for (directory, group) in Dictionary(grouping: files, by: \.parent) {
            let isFew = group.count < ModeReader.listingWorth
            if isFew, group.allSatisfy({ SiteCommands.isPlain($0) && !isOption($0) }) {
                for file in group { modes[file] = try listedMode(of: file) }
                continue
            }
            let listing = try Lister(session: session).list(directory)
            for file in group {
                guard let name = file.name, let index = listing.index(of: name) else { continue }
                modes[file] = listing.entry(at: index)?.mode
            }
        }
        return modes
    }

    private func isOption(_ file: Path) -> Bool {
        file.name?.bytes.first == UInt8(ascii: "-")
    }

    /// What LIST says of one file, whose name no server takes for an option or a pattern.
    private func listedMode(of file: Path) throws(FileSystemError) -> UInt16? {
        guard let name = file.name else { return nil }
        let verb = "LIST " + String(decoding: name.bytes, as: UTF8.self)
        guard
            case .listing(let listed) = try ListingFetcher(session: session).fetch(
                verb, file.parent, form: .list, { _ in }),
            listed.directory.count == 1, let entry = listed.directory.entry(at: 0),
            // Some servers give the path that they were asked for.
            entry.name == name || entry.name.bytes == file.bytes, entry.kind == .file
        else { return nil }
        return entry.mode
    }
}
