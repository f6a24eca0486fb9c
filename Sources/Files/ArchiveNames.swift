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

    /// Whether it is of an archive that says in one place what it holds: all others are read from
    /// their start to their end for that.
    package var isOfArchiveWithDirectory: Bool {
        let end = bytes.suffix(4).map { (0x41...0x5A).contains($0) ? $0 + 32 : $0 }
        return isOfArchive
            && [".zip", ".jar", ".7z", ".iso"].contains { end.ends(with: Array($0.utf8)) }
    }
}

extension [UInt8] {
    fileprivate func ends(with ending: [UInt8]) -> Bool {
        suffix(ending.count).elementsEqual(ending)
    }
}
