import Files

/// One connection between two uses, so that a site is not logged in to twice.
final class KeptConnection {
    private var kept: (site: Site, files: any FileSystem)?

    /// None yet.
    init() {}

    deinit {
        close()
    }

    /// Says good-bye to the one that nobody has used again.
    func close() {
        kept?.files.close()
        kept = nil
    }

    /// Keeps it for the site; false where another is kept already.
    func put(_ files: any FileSystem, for site: Site) -> Bool {
        guard kept == nil else { return false }
        kept = (site, files)
        return true
    }

    /// Hands it over where it is the site's; nil where it is not.
    func take(_ site: Site) -> (any FileSystem)? {
        guard let kept, kept.site == site else { return nil }
        self.kept = nil
        return kept.files
    }
}
