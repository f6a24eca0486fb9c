import Files

/// The commands that set a file's mode, best first.
enum ModeCommand: CaseIterable {
    /// SITE CHMOD.
    case site
    /// MFF with the mode (draft-somers-ftp-mfxx), where FEAT lists it.
    case fact

    /// What is remembered of the command.
    var ability: ServerMemory.Ability {
        switch self {
        case .site: .setMode
        case .fact: .setModeByFact
        }
    }

    /// `mode` holds the permissions' bits; `name` is how `path` is written now.
    func command(
        _ mode: UInt16, of path: Path, as name: [UInt8]
    ) throws(FileSystemError) -> Command {
        let digits = String(mode & 0o7777, radix: 8)
        let octal = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
        return switch self {
        case .site: try Command("SITE", Array("CHMOD \(octal) ".utf8) + name, path: path)
        case .fact: try Command("MFF", Array("UNIX.mode=\(octal); ".utf8) + name, path: path)
        }
    }
}
