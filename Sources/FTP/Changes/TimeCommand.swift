import Files
import Listing

/// The commands that set a file's time, best first.
enum TimeCommand: CaseIterable {
    /// MFMT (draft-somers-ftp-mfxx).
    case setModified
    /// MFF with the modify fact, where FEAT lists it.
    case fact
    /// MDTM with a time before the name: vsftpd's only way.
    case question
    /// SITE UTIME with the time before the name.
    case site
    /// SITE UTIME with three times after the name.
    case siteOfThree

    /// What is remembered of the command.
    var ability: ServerMemory.Ability {
        switch self {
        case .setModified: .setModified
        case .fact: .setModifiedByFact
        case .question: .setModifiedByQuestion
        case .site: .setModifiedBySite
        case .siteOfThree: .setModifiedByThree
        }
    }

    /// Whether it reaches that file and no other: behind SITE, servers take names with several blanks apart.
    func isSafe(for path: Path) -> Bool {
        switch self {
        case .setModified, .fact, .question: true
        case .site, .siteOfThree: SiteCommands.keeps(path)
        }
    }

    /// `seconds` since the epoch; `name` is how `path` is written now.
    func command(
        _ seconds: Int64, of path: Path, as name: [UInt8]
    ) throws(FileSystemError) -> Command {
        let time = FactTime.text(seconds)
        return switch self {
        case .setModified: try Command("MFMT", Array("\(time) ".utf8) + name, path: path)
        case .fact: try Command("MFF", Array("modify=\(time); ".utf8) + name, path: path)
        case .question: try Command("MDTM", Array("\(time) ".utf8) + name, path: path)
        case .site:
            try Command("SITE", Array("UTIME \(time.dropLast(2)) ".utf8) + name, path: path)
        case .siteOfThree:
            try Command(
                "SITE",
                Array("UTIME ".utf8) + name + Array(" \(time) \(time) \(time) UTC".utf8),
                path: path)
        }
    }

    /// Whether the reply means that the server does not know the command: without its form
    /// of MDTM it takes the time for a part of the name.
    func isUnknown(_ reply: Reply) -> Bool {
        // With the other form of UTIME the time is taken for a name.
        reply.isUnknownCommand || ((self == .question || self == .site) && reply.code == 550)
    }
}
