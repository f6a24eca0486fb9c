import Files

/// What was learnt about a server, kept over reconnections; `shared` also keeps some of it for
/// other connections and for later.
final class ServerMemory {
    /// How commands may be sent.
    enum Pace: Equatable {
        /// Not known yet. FEAT goes out alone, and says which servers to try more with.
        case unknown
        /// Dozens ahead of their replies, by what FEAT says or by what was seen before. The first
        /// that go out together are harmless, and show whether that is so.
        case promised
        /// Dozens ahead of their replies.
        case windows
        /// Each after the reply to the one before, as FEAT names nothing that a server has which was
        /// made for more.
        case simple
        /// The same: what comes together with another is lost.
        case single
        /// The same, because the first window was the end of a connection, which may have been
        /// chance. `isAnswered`: after some replies.
        case suspected(isAnswered: Bool)

        var isSingle: Bool {
            switch self {
            case .promised, .windows: false
            case .unknown, .simple, .single, .suspected: true
            }
        }

        var isSuspected: Bool {
            if case .suspected = self { return true }
            return false
        }
    }

    /// What a server may turn out not to know.
    enum Ability: Hashable {
        case extendedPassive, passive, active, extendedActive
        case factListing, size, modified
        case setModified, setModifiedByFact, setModifiedByQuestion, setModifiedBySite
        case setModifiedByThree, setMode, setModeByFact, copyOnSite, checksum
        case utf8, host, announcement, parentCommand
    }

    /// What a byte 0xFF in a command is to the server.
    enum Telnet {
        /// Not known yet; doubled where it cannot be found out.
        case unknown
        /// The beginning of a Telnet command, unless doubled: ProFTPD.
        case escaped
        /// A byte like others: vsftpd, pure-ftpd.
        case literal
    }

    private let site: Site
    private let shared: any CommandMemory
    private let notes: any ServerNotes
    private(set) var pace = Pace.unknown
    var telnet = Telnet.unknown
    /// Whether what is sent while a file is under way is answered afterwards; nil until tried.
    var hearsAhead: Bool?
    private var refused: Set<Ability> = []
    /// Refused once, in a way that may have meant one argument only.
    private var doubted: Set<Ability> = []
    private var confirmed: Set<Ability> = []
    /// Nil until FEAT was asked once.
    var features: Features?
    /// What SITE HELP names; nil until it was asked once.
    var siteCommands: Set<String>?
    /// Whether the features were asked for over TLS.
    var isEncrypted = false
    /// The directory after the login.
    var home: Path?
    /// Whether PWD gets 257, which nothing else but MKD does.
    var namesDirectory = false
    var system: String?
    /// What the server said first, without its code.
    var greeting: String?
    /// How the server writes paths; known with `home`.
    var style = PathStyle.unix
    /// Whether the server was asked to name files as Unix does, which each connection forgets.
    var asksForUnixNames = false
    /// Directories that are partitioned data sets, whose files are their members.
    private var partitioned: Set<Path> = []
    /// Whether the server reads no commands while it transfers, so that the next one may be sent
    /// as soon as the bytes are: vsftpd, which otherwise costs a round trip more for each upload.
    var readsNothingMeanwhile = false
    /// Whether the server says yes to every CWD, which then tells of no directory; nil until tried.
    var entersAnything: Bool?
    /// Seconds by which the server's clock is ahead of UTC; nil until measured.
    var zoneOffset: Int?
    /// Whether LIST -a showed at least what LIST shows; nil until tried.
    var listsHidden: Bool?
    /// Whether LIST with `-a` has shown `.` or `..` in a directory: then it does in each that it reads.
    var listsItself = false
    /// How files came to it straight from another server, where any did.
    var straightWay: StraightWay?
    /// Whether bytes may go into an empty file that is there already.
    var fillsEmptyFiles = true
    /// Whether it has set the mode of a file that was just made.
    var shutsFiles = false
    /// Where it sets no modes of the files that it is sent.
    var modeRefusals = ModeRefusals()
    /// Whether it was seen to show how large a file is that is being written.
    var showsGrowth = false
    /// How often the time of a listed file was compared with MDTM's.
    var zoneTries = 0

    // MARK: Parts of uploads

    private var takesParts: Bool?
    private var reasonAgainstParts = ""
    /// Directories that took parts, and those that do not, and why.
    private var partDirectories: Set<Path> = []
    private var inPlaceDirectories: [Path: String] = [:]
    /// Whether RNTO takes the place of a file that has the name.
    var renameReplaces = true
    /// Directories that are remembered.
    private static let directoryLimit = 10_000

    /// Where parts go; nil where that was never found out.
    func placement(in directory: Path) -> PartPlacement? {
        if let reason = inPlaceDirectories[directory] { return .inPlace(reason) }
        // Another connection may have found it out meanwhile.
        guard let takesParts = takesParts ?? (shared.takesTemporaryFiles(site) ? true : nil) else {
            return nil
        }
        guard takesParts else { return .inPlace(reasonAgainstParts) }
        return .beside(isKnown: partDirectories.contains(directory))
    }

    /// Nil for a server that takes parts.
    func learnPlacement(because reason: String?) {
        takesParts = reason == nil
        if reason == nil { shared.noteTemporaryFiles(of: site) }
        reasonAgainstParts = reason ?? ""
    }

    func notePartDirectory(_ directory: Path) {
        if partDirectories.count < ServerMemory.directoryLimit { partDirectories.insert(directory) }
    }

    func noteInPlace(_ directory: Path, because reason: String) {
        guard inPlaceDirectories.count < ServerMemory.directoryLimit else { return }
        inPlaceDirectories[directory] = reason
    }

    init(
        of site: Site, in shared: any CommandMemory, _ notes: any ServerNotes = NoNotes()
    ) {
        self.site = site
        self.shared = shared
        self.notes = notes
    }

    /// Writes down what the server has shown, for the user.
    func noteCard(_ security: ConnectionSecurity?) {
        notes.note(site) { card in
            card.software = greeting ?? card.software
            // Without the reply's code.
            card.system = system.map { String($0.dropFirst(4)) } ?? card.system
            if let features { card.features = features.names }
            card.clockOffset = zoneOffset ?? card.clockOffset
            card.note(security)
        }
    }

    /// The same of why there is no connection. A password that nobody has given yet is the server's
    /// fault no more than the user's.
    func noteFailure(_ error: FileSystemError) {
        if error.kind == .login, error.reply == nil { return }
        notes.noteFailure(error, of: site)
    }

    /// Looks for what other connections have learnt since.
    func recall() {
        guard pace == .unknown else { return }
        switch shared.commandPace(of: site) {
        case .single: pace = .single
        case .windows: pace = .promised
        case nil: break
        }
    }

    /// Remembers how commands may be sent; what was seen, for all connections. What FEAT says it says
    /// again.
    func note(_ pace: Pace) {
        self.pace = pace
        switch pace {
        case .windows: shared.noteCommandPace(.windows, of: site)
        case .single: shared.noteCommandPace(.single, of: site)
        case .suspected where shared.commandPace(of: site) == .windows:
            shared.noteCommandPace(nil, of: site)
        case .unknown, .promised, .simple, .suspected: break
        }
    }

    func knows(_ ability: Ability) -> Bool {
        // Nobody has these who does not say so.
        switch ability {
        case .copyOnSite where !(features?.siteCommands.contains("COPY") ?? false): return false
        case .setModifiedByFact where !(features?.contains("MFF") ?? false): return false
        case .setModeByFact where !(features?.setsModes ?? false): return false
        default: break
        }
        return !refused.contains(ability)
    }

    func refuse(_ ability: Ability) { refused.insert(ability) }

    /// Remembers a refusal that may mean one argument only; a second one means the command.
    func doubt(_ ability: Ability) {
        if !doubted.insert(ability).inserted { refuse(ability) }
    }

    func isPartitioned(_ directory: Path) -> Bool { partitioned.contains(directory) }

    func note(_ directory: Path, isPartitioned: Bool) {
        if isPartitioned, partitioned.count < 1_000 {
            partitioned.insert(directory)
        } else {
            partitioned.remove(directory)
        }
    }

    /// Remembers that it worked.
    func confirm(_ ability: Ability) { confirmed.insert(ability) }

    /// Whether it worked before, or FEAT promises it.
    func isCertain(of ability: Ability) -> Bool {
        confirmed.contains(ability)
            || (ability == .setModified && features?.contains("MFMT") ?? false)
    }

    func forgive(_ abilities: [Ability]) {
        refused.subtract(abilities)
        doubted.subtract(abilities)
    }

    /// Remembers a refusal that means "I do not know this at all".
    func note(_ reply: Reply, of ability: Ability) {
        if reply.code == 500 || reply.code == 502 { refuse(ability) }
        if reply.code == 213 { confirm(ability) }
    }

    var listsFacts: Bool { (features?.listsFacts ?? false) && knows(.factListing) }
}
