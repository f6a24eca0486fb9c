package import Files
package import Jobs
package import Settings
import Sync
package import Terminal

/// What all screens and dialogs share: the panes, what is known of the queue, the log and the
/// share, the status bar, the settings and the clock. A screen is given it for as long as it takes
/// something in, and never keeps it.
package struct Workspace: Sendable {
    /// Whether transfers can go on in a process of their own once the screen is left.
    package enum Background: Hashable, Sendable {
        case unavailable
        /// `warning` is a sentence on what ends them all the same.
        case available(warning: String?)
    }

    /// Settings that the interface itself needs.
    package struct Options: Sendable {
        /// Plain ASCII instead of box-drawing characters.
        package var isASCII = false
        /// For a screen that is read out: no frames, states as words, one pane at a time, and the terminal's
        /// cursor on what has the keyboard.
        package var isPlain = false
        /// How panes order what they show at first.
        package var arrangement = Arrangement()
        /// Seconds east of UTC, for showing times; by the C library for a moment in time.
        package var localOffset: @Sendable (Int64) -> Int = { _ in 0 }
        /// Whether the user has a keyring that keeps passwords.
        package var hasKeyring = false
        /// Whether transfers can go on without the screen.
        package var background = Background.unavailable
        /// What was chosen last for links.
        package var links = LinkPolicy.keep
        /// Names of the themes that there are.
        package var themes: [String] = []
        /// Names of the languages that can be chosen.
        package var languages: [String] = []
        /// The theme that everything is drawn with, by its name.
        package var theme = ""
        /// What the terminal tells of its background; nil where it tells nothing.
        package var shade: BackgroundShade?
        /// What settings files may say of sites, whatever these speak.
        package var siteSettings: [SiteSetting] = []
        /// What was chosen last for permissions.
        package var modes = ModePolicy.source
        /// Whether the desktop is to be told when no transfer goes on any more.
        package var announcesDone = false
        /// The command that merges versions of a file; nil for the editor.
        package var mergeCommand: String?
        /// The programs that open files, by their names.
        package var openWith = OpenWith()
        /// The command that opens any file on the desktop; nil where there is none.
        package var desktopOpener: String?
        /// What the question before a deletion offers first on this machine; nil where there is no
        /// trash.
        package var deletion: Config.Deletion?
        /// What a share does with the files that macOS adds.
        package var macFiles = MacFilePolicy.memory
        /// Whether quitting asks where connections or a share would end.
        package var confirmsQuit = false
        /// The process's umask, which `+x` without a name goes by.
        package var mask: UInt16 = 0o022
        /// What `~` stands for in a local title.
        package var home: Path?

        /// Those of a terminal with line drawing, in UTC, without a home or a keyring.
        package init() {}
    }

    /// Columns and rows of the terminal.
    package var size: Size
    /// Settings that the interface itself needs.
    package var options: Options
    /// Which keys do what.
    package var keymap: Keymap
    /// Where keys are looked up: the context of the screen that fills the terminal.
    package internal(set) var context = Keymap.Context.pane
    /// The same for the screen that was left last.
    var previousContext = Keymap.Context.pane
    /// Keys of a sequence (`g g`) that is not complete yet.
    package var pendingKeys: [Key] = []
    /// Seconds since the epoch, by the newest `Message.clock`: for dates only.
    package var now: Double = 0
    /// By the newest `Message.clock`: for durations.
    package var instant = Instant(seconds: 0)

    /// The two panes.
    package var panes: Panes
    /// How the panes browse together; nil where each browses by itself.
    var browsing: SynchronisedBrowsing?
    /// How the panes are compared; nil where they are not.
    var comparison: PaneComparison?
    /// What made files the same when panes were compared last.
    var criterion = Criterion.sizeAndTime
    /// What two places are to become; nil where nothing was asked for.
    var plan: PlanState?
    /// The status bar.
    package var status = Status()
    /// The jobs, and the visits to the share.
    package var queue = QueueState()
    /// The share that is open, or was asked for.
    var share = ShareState.closed
    /// The newest lines of the log.
    package var log = LogState()
    /// The sites that the user can choose.
    package var sites: [SiteChoice] = [] {
        didSet { siteTitles = SiteTitles(sites) }
    }
    /// The directories that the panes have shown of late.
    var visited = VisitedPlaces()
    /// What somebody new is told.
    var hints = FirstHints()
    /// What was done from the palette last, the newest first, by its key.
    private(set) var usedItems: [String] = []
    /// What was chosen last for two places to mirror or synchronise, the newest first.
    private(set) var pairChoices: [PairChoices] = []
    /// What the user calls his accounts.
    private(set) var siteTitles = SiteTitles()
    /// The files of servers that are being edited.
    var edits = EditList()
    /// What the user was told of charsets.
    var charsetOffers = CharsetOffers()
    /// Changes that were asked for and not answered yet.
    var changes = Changes()
    /// What is shown beside the panes of the entry under the cursor; nil where nothing is to be.
    var preview: PreviewState?
    /// What the marked directories come to.
    var markedSizes = MarkedSizes()
    /// What was yanked or cut.
    var clip: FileClip?
    /// In which format was packed last.
    var packFormat = PackFormat.tarGzip
    /// Names that are being edited or changed together.
    var renamings = Renamings()
    /// Passwords and decisions about servers that are on their way.
    var logins = Logins()
    /// Numbers what is asked of the Engine.
    var requests = RequestNumbers()

    /// Two panes, and nothing known of anything else.
    package init(size: Size, panes: Panes, keymap: Keymap, options: Options) {
        self.size = size
        self.panes = panes
        self.keymap = keymap
        self.options = options
    }

    /// What was done at other times comes after what was done since.
    mutating func takeUsed(_ keys: [String]) {
        let own = Set(usedItems)
        usedItems = Array((usedItems + keys.filter { !own.contains($0) }).prefix(50))
    }

    /// What was chosen at other times comes after what was chosen since.
    mutating func takePairChoices(_ others: [PairChoices]) {
        for choices in others
        where pairChoices.count < PairChoices.limit
            && !pairChoices.contains(where: { $0.isAbout(choices.first, choices.second) })
        {
            pairChoices.append(choices)
        }
    }

    /// This was chosen for two places.
    mutating func keep(_ choices: PairChoices) {
        pairChoices.removeAll { $0.isAbout(choices.first, choices.second) }
        pairChoices.insert(choices, at: 0)
        if pairChoices.count > PairChoices.limit { pairChoices.removeLast() }
    }

    /// This was done from the palette.
    mutating func noteUsed(_ key: String) {
        usedItems.removeAll { $0 == key }
        usedItems.insert(key, at: 0)
        if usedItems.count > 50 { usedItems.removeLast() }
    }

    /// Says in the status bar why an action did nothing.
    mutating func refuse(_ sentence: String) -> Outcome {
        status.show(sentence, .warning)
        return .nothing
    }
}
