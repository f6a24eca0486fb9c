/// How much an archive may ask for before it is refused: some are made to do harm.
package struct ArchiveLimits: Sendable {
    /// Entries in all.
    package var entries = 200_000
    /// Bytes of all names and of what links say.
    package var nameBytes = 24 << 20
    /// Directories above an entry, its own name included.
    package var depth = 128
    /// Bytes of an entry's whole path.
    package var pathBytes = 4_096
    /// How many times its own size an archive may unpack to, past `unpacked` bytes.
    package var ratio: UInt64 = 1_000
    package var unpacked: UInt64 = 64 << 20
    /// Links that are followed for one path.
    package var links = 40

    package init() {}
}
