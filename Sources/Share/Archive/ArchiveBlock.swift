import Words

/// What both kinds of archives have in common.
enum ArchiveBlock {
    /// Bytes of a block, at least, but for the last.
    static let size = 256 << 10

    static let grown = tr("It grew while it was being read; the archive has its original size.")
    static let shrunk = tr("It shrank while it was being read; the archive has the rest.")
}
