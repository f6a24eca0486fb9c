extension Name {
    private static let archiveEnds = [
        ".zip", ".jar", ".tar", ".tar.gz", ".tgz", ".tar.xz", ".txz", ".tar.zst", ".tzst",
        ".tar.bz2", ".tbz2", ".7z", ".iso",
    ].map { Array($0.utf8) }

    /// Whether it ends as those of archives do that can be entered; in letters of any case.
    package var isOfArchive: Bool {
        let end = bytes.suffix(8).map { (0x41...0x5A).contains($0) ? $0 + 32 : $0 }
        return Name.archiveEnds.contains { ending in
            bytes.count > ending.count && end.suffix(ending.count).elementsEqual(ending)
        }
    }
}
