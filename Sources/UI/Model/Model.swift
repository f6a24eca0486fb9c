package import Files
package import Jobs
package import Terminal

/// The whole interface as a value.
package struct Model: Sendable {
    /// What fills the terminal.
    package enum Screen: Hashable, Sendable {
        case main, queue, log, viewer, share, sites, help, raw
    }

    /// Settings that the interface itself needs.
    package struct Options: Sendable {
        /// Plain ASCII instead of box-drawing characters.
        package var isASCII = false
        package var arrangement = Arrangement()
        /// Seconds east of UTC, for showing times; by the C library for a moment in time.
        package var localOffset: @Sendable (Int64) -> Int = { _ in 0 }
        /// Whether the user has a keyring that keeps passwords.
        package var hasKeyring = false
        /// What was chosen last for links.
        package var links = LinkPolicy.keep
        /// What `~` stands for in a local title.
        package var home: Path?

        package init() {}
    }

    package var size: Size
    package var options: Options
    package var keymap: Keymap
    /// Keys of a sequence (`g g`) that is not complete yet.
    package var pendingKeys: [Key] = []
    /// Seconds since the epoch, by the newest `Message.clock`: for dates only.
    package var now: Double = 0
    /// By the newest `Message.clock`: for durations.
    package var instant = Instant(seconds: 0)

    package var left: Pane
    package var right: Pane
    package var focus: Side = .left
    package var screen: Screen = .main
    package var dialogs = DialogStack()

    package var queue = QueueState()
    package var share = ShareState()
    package var log = LogState()
    package var viewer: ViewerState?
    package var sites = SitesState()
    package var help = HelpState()
    /// Stays when its screen is left.
    package var raw: RawState?
    /// The command palette, over the screen; it has the keyboard while it is there.
    package var palette: PaletteState?
    /// What was typed into the palette before.
    package var paletteHistory = PaletteHistory()
    /// The menu, over the screen; it has the keyboard while it is there.
    package var menu: MenuState?
    package var status = Status()
    /// What is being typed in the focused pane itself; nil when nothing is.
    package var typing: Typing?
    /// What n and N look for.
    var searched = ""
    /// Changes that were asked for and not answered yet.
    var changes: [RequestID: Change] = [:]
    /// Passwords that go to the keyring once they have worked.
    var unproven: [UnprovenSecret] = []
    /// Logins that wait for a password until no other dialog is open.
    var passwordsAsked: [PasswordDialog] = []
    /// Servers that the user has to decide about, until no other dialog is open.
    var trustAsked: [TrustDialog] = []
    /// What was declined: transfers that come to the same do not ask again until they are retried.
    var trustDeclined: Set<TrustDialog.Subject> = []

    /// Names that were left out since all transfers were done the last time.
    var leftOutCount = 0

    /// Sites of which it was said that they have names in another charset.
    var charsetOffered: Set<Site> = []

    /// The last press of the mouse, to know a double one by.
    struct Press: Hashable, Sendable {
        var point: Point
        var at: Instant
    }

    var lastPress: Press?
    private var requestCount = 0

    package init(
        size: Size, left: Pane, right: Pane, keymap: Keymap, options: Options = Options()
    ) {
        self.size = size
        self.left = left
        self.right = right
        self.keymap = keymap
        self.options = options
    }

    /// Whether a pane waits for a directory of this machine, which takes a moment only.
    package var awaitsLocalListing: Bool {
        [left, right].contains { $0.pending?.site.isLocal == true }
    }

    package subscript(side: Side) -> Pane {
        get { side == .left ? left : right }
        set {
            if side == .left { left = newValue } else { right = newValue }
        }
        // In place: a copy would take a million marks along.
        _modify {
            if side == .left { yield &left } else { yield &right }
        }
    }

    /// A request that no other had before.
    package mutating func makeRequest() -> RequestID {
        requestCount += 1
        return RequestID(rawValue: requestCount)
    }
}
