/// The families of forms that listings come in. The first line that one of them reads decides
/// which is tried first from there on; the others still get the lines that it cannot read.
enum ListingFamily: CaseIterable {
    /// RFC 3659.
    case facts
    /// `ls -l`.
    case unix
    /// Windows' `dir`, as IIS gives it.
    case dos
    /// MultiNet, UCX, CMU and TCPware.
    case vms
    /// z/OS.
    case mvs
    /// z/VM and VM/CMS.
    case cms
    /// OS/400 (IBM i).
    case os400
    /// NonStop (Tandem).
    case nonStop
    /// Easily Parsed LIST Format, of publicfile and anonftpd.
    case eplf
    /// NetWare's own server, and HellSoft's.
    case netWare
    /// The old MacOS, with the sizes of both forks.
    case mac
    case os2
    case vShell
    case vxWorks
    /// Nortel's.
    case wfFtp
    case os9
    /// The numbers of stat(2).
    case numericUnix
    /// SuperTCP and Chameleon.
    case chameleon
    /// `/bin/dls`.
    case dls

    static func order(for form: ListingParser.Form) -> [ListingFamily] {
        switch form {
        case .facts: factsFirst
        case .list, .names: listFirst
        }
    }

    private static let factsFirst: [ListingFamily] = [.facts, .unix, .dos] + mainframes
    private static let listFirst: [ListingFamily] =
        [.mac, .unix, .dos, .facts, .eplf, .netWare] + mainframes + small
    private static let mainframes: [ListingFamily] = [.vms, .mvs, .cms, .os400, .nonStop]
    private static let small: [ListingFamily] = [
        .os2, .vShell, .vxWorks, .wfFtp, .os9, .numericUnix, .chameleon, .dls,
    ]

    /// Whether the line is of this family; then `entry` is what it says.
    func read(
        _ line: ListingLine, _ context: ListingContext, _ memory: inout ListingMemory,
        _ entry: inout ListedEntry
    ) -> Bool {
        switch self {
        case .facts: FactsFamily.read(line, context, &entry)
        case .unix: UnixFamily.read(line, context, &entry)
        case .dos: DOSFamily.read(line, context, &memory, &entry)
        case .eplf: EPLFFamily.read(line, context, &entry)
        case .netWare: NetWareFamily.read(line, context, &entry)
        case .mac: MacFamily.read(line, context, &entry)
        case .os2: OS2Family.read(line, context, &entry)
        case .vShell: VShellFamily.read(line, context, &entry)
        case .vxWorks: VxWorksFamily.read(line, context, &entry)
        case .wfFtp: WfFtpFamily.read(line, context, &entry)
        case .os9: OS9Family.read(line, context, &entry)
        case .numericUnix: NumericUnixFamily.read(line, context, &entry)
        case .chameleon: ChameleonFamily.read(line, context, &entry)
        case .dls: DLSFamily.read(line, context, &memory, &entry)
        case .vms: VMSFamily.read(line, context, &memory, &entry)
        case .mvs: MVSFamily.read(line, context, &memory, &entry)
        case .cms: CMSFamily.read(line, context, &memory, &entry)
        case .os400: OS400Family.read(line, context, &entry)
        case .nonStop: NonStopFamily.read(line, context, &memory, &entry)
        }
    }
}
