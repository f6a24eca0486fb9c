import Files

/// The permissions of one file or directory, which a server may tell in a listing only.
struct EntryMode {
    let bits: UInt16

    /// Nil where they cannot be learnt: what is copied gets those of the target then.
    init?(of path: Path, in files: any FileSystem) {
        let known = ((try? files.entry(at: path)) ?? nil)?.mode
        if let known {
            bits = known
            return
        }
        guard let name = path.name, files is any SettingModes,
            let listing = try? files.list(path.parent)
        else { return nil }
        guard let mode = ExistingNames(listing).entry(named: name)?.mode else { return nil }
        bits = mode
    }
}
