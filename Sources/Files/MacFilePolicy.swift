/// What becomes of the files that macOS adds to those on a share, `._*` and `.DS_Store`.
package enum MacFilePolicy: String, Hashable, Sendable, CaseIterable {
    /// They are kept in memory for whoever sent them, as long as the share lasts.
    case memory
    case refuse
    /// They go to the disk like any other file.
    case disk
}
