import Words

/// What a share's process can reach, should somebody break into it.
package enum Confinement: Hashable, Sendable {
    /// Its files and system calls are those that it needs.
    case whole
    case filesOnly
    /// And why its files are not.
    case callsOnly(String)
    /// And why.
    case nothing(String)

    /// As a sentence.
    package var sentence: String {
        switch self {
        case .whole:
            tr("The share's process is confined to this directory, and can start no programs.")
        case .filesOnly: tr("The share's process is confined to this directory.")
        case .callsOnly(let reason):
            tr(
                "The share's process can start no programs, but is not confined to this directory "
                    + "(\(reason)).")
        case .nothing(let reason): tr("The share's process is not confined (\(reason)).")
        }
    }
}
