import Files

/// Names of source directories that a target may not tell apart, for jobs that come from an earlier
/// process: that one had compared them, and they are compared again where something is at the target.
struct RestoredTwins {
    private struct Names {
        let listing: Directory
        let twins: TwinNames

        func position(of name: Name) -> Int? {
            (0..<listing.count).first { listing.nameBytes(at: $0).elementsEqual(name.bytes) }
        }
    }

    private let source: any FileSystem
    private var known: [Path: Names] = [:]

    init(_ source: any FileSystem) {
        self.source = source
    }

    /// The target of another entry of its source's directory that is what is at `target`; nil for none.
    mutating func meeting(
        _ target: Path, of file: Path, on site: Site, _ taken: inout TakenNames
    ) throws(FileSystemError) -> Path? {
        guard let name = file.name else { return nil }
        func carried(_ name: Name) -> Path {
            target.parent.appending(name.carried(from: source.site, to: site))
        }
        // One that goes by a free name meets nobody.
        guard carried(name) == target else { return nil }
        let names = try names(in: file.parent)
        guard let position = names.position(of: name) else { return nil }
        let others = names.twins.others(of: position).compactMap { other in
            names.listing.entry(at: other).map { carried($0.name) }
        }
        guard !others.isEmpty else { return nil }
        // The first of them goes before the others: what has its very name is its own.
        if names.twins.isFirst(position), try taken.lists(target) { return nil }
        return try taken.same(as: target, among: others)
    }

    private mutating func names(in directory: Path) throws(FileSystemError) -> Names {
        if let names = known[directory] { return names }
        let listing = try source.list(directory)
        let names = Names(listing: listing, twins: TwinNames(in: listing))
        known[directory] = names
        return names
    }
}
