/// What permissions the new files and directories of a copy get.
package enum ModePolicy: String, Sendable, CaseIterable, Codable {
    /// Their sources', less the umask of this process.
    case source
    /// Those that the target gives to whatever is made there.
    case target
    /// All of their sources', with set-user-ID, set-group-ID, sticky bit and owner, whatever the umask.
    case preserve

    /// The permissions of a new file, 0…0o7777; nil where the target decides. `mode`: those of its
    /// source, nil where they are not known. `mask`: the umask.
    package func mode(ofFile mode: UInt16?, mask: UInt16) -> UInt16? {
        guard let mode else { return nil }
        return switch self {
        case .source: mode & 0o777 & ~mask
        case .preserve: mode & 0o7777
        case .target: nil
        }
    }

    /// The permissions of a new directory; nil where the target decides.
    package func modes(ofDirectory mode: UInt16?, mask: UInt16) -> DirectoryModes? {
        self.mode(ofFile: mode, mask: mask).map { DirectoryModes(final: $0, mask: mask) }
    }
}

/// The permissions of a directory that is filled, 0…0o7777.
package struct DirectoryModes: Hashable, Sendable {
    /// What it has in the end.
    package let final: UInt16
    /// What it has until all that goes into it is there: nobody may do more than in the end, save for
    /// its owner, who writes into it.
    package let first: UInt16

    init(final: UInt16, mask: UInt16) {
        self.final = final
        first = final & 0o777 & ~mask | 0o700
    }
}
