package import Files
package import Jobs
package import Settings
package import Terminal

/// Names a request, so that a late answer to one that nobody waits for any more is dropped.
package struct RequestID: Hashable, Sendable {
    /// Counts the requests.
    package let rawValue: Int

    /// By its number.
    package init(rawValue: Int) {
        self.rawValue = rawValue
    }
}

/// Which of the two panes.
package enum Side: Hashable, Sendable, CaseIterable {
    case left, right

    /// The one beside it.
    package var other: Side { self == .left ? .right : .left }
}

/// A directory that was read, and the order in which a pane shows it.
package struct Listing: Sendable {
    /// What was listed.
    package var location: Location
    /// What it holds.
    package var directory: Directory
    /// Sorted, hidden and filtered ones left out.
    package var order: EntryOrder
    /// Of the file system, for the user, in bytes.
    package var free: UInt64?
    /// What can be done there.
    package var capabilities: Capabilities
    /// Whether modes can be set there, and times, as far as it is known.
    package var setsModes = false
    package var setsTimes = false
    /// How the connection is protected; nil where there is none.
    package var security: ConnectionSecurity?
    /// Names that are not UTF-8, where the site has no charset for them.
    package var foreignCount = 0
    /// The charset that these are probably in.
    package var charsetGuess: Charset?

    /// `order`: indices into `directory`. Looks at each of them: not for the main thread.
    package init(
        location: Location, directory: Directory, order: [UInt32], free: UInt64? = nil,
        capabilities: Capabilities = []
    ) {
        self.location = location
        self.directory = directory
        self.order = EntryOrder(order, in: directory)
        self.free = free
        self.capabilities = capabilities
    }
}

/// What lies below some marked names.
package struct Tally: Hashable, Sendable {
    /// What is no directory.
    package var files = 0
    /// Those below the marked ones included.
    package var directories = 0
    /// Of the files.
    package var bytes: UInt64 = 0
    /// Directories that could not be read.
    package var unreadable = 0

    /// Nothing counted yet.
    package init() {}
}

/// Bytes of a file being viewed.
package struct Chunk: Hashable, Sendable {
    /// Where they stand in the file.
    package var offset: UInt64
    /// What was read.
    package var bytes: [UInt8]
    /// Whether the file ends behind them.
    package var isLast: Bool
    /// Of the whole file, where known.
    package var size: UInt64?

    /// What was read at an offset.
    package init(offset: UInt64, bytes: [UInt8], isLast: Bool, size: UInt64?) {
        self.offset = offset
        self.bytes = bytes
        self.isLast = isLast
        self.size = size
    }
}

/// A site that the user can choose.
package struct SiteChoice: Hashable, Sendable {
    /// Where it is known from: the user's own list, ssh's, rclone's, or a visit.
    package enum Origin: Hashable, Sendable { case sites, ssh, rclone, recent }

    /// What the user calls it; for a recent one, its URL.
    package var name: String
    /// How it is spoken to.
    package var site: Site
    /// Where it begins; nil where the login leads.
    package var path: Path?
    /// What it begins in, named from there.
    package var below: RelativePath?
    /// Where it is known from.
    package var origin: Origin
    /// The user's own words about it.
    package var comment: String?
    /// What is known of the server's TLS.
    package var trust = TrustRecord()
    /// What its protocol tells of the options that it says.
    package var optionFacts: [SiteFact] = []
    /// What its server has shown of itself.
    package var card = ServerCard()
    /// What the server has refused that others can do.
    package var refusals: [String] = []
    /// How many connections the server lets in, once it has refused one more.
    package var connectionLimit: Int?
    /// When it was opened last, in seconds since the epoch.
    package var lastUsed: Int64?
    /// Where it is written down, safe to show.
    package var source: String?
    /// The command that tells its password.
    package var passwordCommand: String?

    /// A site that nothing is known of the TLS of.
    package init(
        name: String, site: Site, path: Path?, below: RelativePath? = nil, origin: Origin,
        comment: String? = nil
    ) {
        self.name = name
        self.site = site
        self.path = path
        self.below = below
        self.origin = origin
        self.comment = comment
    }
}

/// Everything that can happen to the interface.
package enum Message: Sendable {
    case terminal(Event)
    /// What time it is, and seconds since the epoch, which may jump either way; sent with every
    /// round of the loop, and once a second while something moves by itself.
    case clock(Instant, date: Double)
    /// What `view` gives is on the terminal since that moment.
    case drawn(Instant)
    /// The terminal was asked for input: whether, since that moment, none was on its way.
    case listened(Instant, isQuiet: Bool)
    /// The answer to `Effect.list`.
    case listed(RequestID, Result<Listing, FileSystemError>)
    /// Entries read so far, of a listing that takes long.
    case listing(RequestID, count: Int)
    /// The answer to `Effect.arrange`.
    case arranged(RequestID, EntryOrder)
    /// The answer to `Effect.align`.
    case aligned(RequestID, PaneAlignment)
    /// What `Effect.compareBelow` has found out since the last of these.
    case compared(RequestID, [ComparedName: Verdict])
    /// All is found out, or why it ended before.
    case comparisonEnded(RequestID, Result<ComparisonEnd, FileSystemError>)
    /// How far `Effect.makePlan` is.
    case planning(RequestID, PlanningProgress)
    /// The answer to `Effect.makePlan`.
    case planned(RequestID, Result<PreparedPlan, FileSystemError>)
    /// The answer to `Effect.runPlan`: its job in the queue, or why there is none.
    case planQueued(RequestID, Result<JobID, FileSystemError>)
    /// The answer to `Effect.compareTexts`.
    case textsCompared(RequestID, Result<TextDifference, FileSystemError>)
    /// A tab speaks over this connection from now on: its lines of the log are the pane's own.
    case attached(TabID, connection: Int)
    /// The tab's connection was lost (the server closed it, the line broke).
    case detached(TabID, reason: String)
    /// New lines of the log, oldest first.
    case exchanged([Exchange])
    /// The answer to `Effect.preview`.
    case previewed(RequestID, Result<PreviewContent, FileSystemError>)
    /// The answer to `Effect.compareSides`.
    case sidesCompared(RequestID, Result<SideComparison, FileSystemError>)
    case queue(QueueChange)
    /// The answer to `Effect.loadHistory`.
    case history(RequestID, HistoryAnswer)
    /// What is in the trash.
    case trash(RequestID, TrashListing)
    /// The answer to `Effect.loadUndo`: the newest first, each with its first steps.
    case undoList(RequestID, UndoAnswer)
    /// The answer to `Effect.undo`.
    case undone(RequestID, UndoReport)
    /// How the share stands now.
    case shared(ShareStatus)
    /// A share could not be opened; one sentence that says why.
    case shareRefused(String)
    /// The answer to `Effect.loadAddresses`.
    case addresses([String])
    /// What has become of files of servers that are being edited.
    case edits(EditNews)
    /// An editor has had the terminal.
    case editorEnded(EditID, EditorEnd)
    /// How far `Effect.count` is.
    case counted(RequestID, Tally, isFinal: Bool)
    /// The answer to an effect that changes one thing (make a directory, rename, …).
    case finished(RequestID, Result<Void, FileSystemError>)
    /// The answer to `Effect.renameMany`.
    case renamed(RequestID, RenameOutcome)
    /// The answer to `Effect.editText`.
    case edited(RequestID, Result<String, EditFailure>)
    /// What `Effect.find` has found since the last of these.
    case found(RequestID, [FoundEntry])
    /// All is found that there is, or why it ended before.
    case findEnded(RequestID, Result<FindEnd, FileSystemError>)
    /// The answer to `Effect.changeAttributes`.
    case attributesChanged(RequestID, AttributeOutcome)
    /// The answer to `Effect.read`.
    case chunk(RequestID, Result<Chunk, FileSystemError>)
    /// The answer to `Effect.sendRaw`: the reply's lines.
    case replied(RequestID, Result<[String], FileSystemError>)
    /// The answers to `Effect.exchangeRaw` and `saveRaw`.
    case raw(RequestID, RawReply)
    /// A login needs a password that nobody has yet; `detail` says why (a first try was refused).
    case passwordNeeded(RequestID, Site, detail: String?)
    /// A server that only the user can decide to speak to.
    case trustNeeded(RequestID, Site, TrustQuestion)
    /// What a program that logs in asks of the user; answered with `Effect.answerLogin`.
    case prompted(LoginPromptID, LoginPrompt)
    /// Nobody waits for the answer to that any more.
    case promptWithdrawn(LoginPromptID)
    case sites([SiteChoice])
    /// The directories that were shown at other times, newest first; comes with the sites.
    case visited([Location])
    /// What was done from the palette at other times, newest first; comes with the sites.
    case used([String])
    /// The actions that were used at other times, of those that somebody new is told of; comes with the
    /// sites, where hints are wanted.
    case hints(used: [String])
    /// What was chosen at other times for two places to mirror or synchronise, newest first; comes with
    /// the sites.
    case pairChoices([PairChoices])
    /// The answer to `Effect.complete`.
    case completions(RequestID, Result<[Name], FileSystemError>)
    /// The answer to `Effect.loadRemotes`, where there are any.
    case remotes([SiteChoice])
    /// The site of this name is in the sites file now; the list came before.
    case siteSaved(String)
    /// The site could not be saved: one sentence that says why.
    case siteRefused(String)
    /// A step of `Effect.testSite` is over.
    case siteTested(RequestID, SiteTestStep)
    /// All steps are over that there will be.
    case siteTestEnded(RequestID)
    /// The answer to `Effect.probe` of one port.
    case probed(RequestID, port: UInt16, ProbeAnswer)
    /// The demo server is there.
    case demoOpened(Site)
    /// The answer to `Effect.findSiteLists`.
    case siteLists(RequestID, [SiteListOffer])
    /// The answer to `Effect.importSites`.
    case sitesImported(RequestID, SiteImportReport)
    /// Another process is there that goes on with the transfers.
    case handedOver
    /// What `Effect.showTheme` has asked for.
    case themed(Theme)
    /// The settings as they stand, and the change that was made of them.
    case settings(Result<SettingsReport, SettingsError>, SettingChange?)
    /// One sentence for the status bar.
    case notice(String, isError: Bool)
    /// The process was stopped and goes on, or another program had the terminal.
    case resumed

    /// Whether the user waits for it: it is drawn at once, and not with the next of the frames in
    /// which progress is shown. Each comes once for what was asked.
    package var isAnswer: Bool {
        switch self {
        case .listed, .arranged, .aligned, .comparisonEnded, .planned, .planQueued,
            .textsCompared,
            .counted(_, _, isFinal: true),
            .finished, .attributesChanged,
            .renamed, .edited, .findEnded, .previewed, .sidesCompared,
            .chunk, .replied, .raw, .passwordNeeded, .trustNeeded, .prompted, .promptWithdrawn,
            .sites, .completions, .remotes, .siteSaved, .siteRefused, .siteTested,
            .siteTestEnded, .probed, .demoOpened, .siteLists, .sitesImported, .handedOver, .history,
            .resumed, .themed, .settings, .edits, .editorEnded, .trash,
            .undoList, .undone:
            true
        case .terminal, .clock, .drawn, .listened, .listing, .attached, .detached, .exchanged,
            .queue, .found, .compared, .planning, .visited, .used, .hints, .pairChoices, .shared,
            .shareRefused, .addresses,
            .counted, .notice:
            false
        }
    }
}
