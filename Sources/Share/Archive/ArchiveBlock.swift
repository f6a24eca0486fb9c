/// What both kinds of archives have in common.
enum ArchiveBlock {
    /// Bytes of a block, at least, but for the last.
    static let size = 256 << 10

    static let grown = "became longer while it was read; the archive holds what it was at first."
    static let shrunk = "became shorter while it was read; the archive holds what was left."
}
