package import Files
package import Jobs
package import Settings
package import Sync

/// How a pane orders and chooses what it shows.
package struct Arrangement: Hashable, Sendable {
    /// What names are ordered by.
    package enum Key: String, Hashable, Sendable, CaseIterable {
        case name, size, time, ext
    }

    /// What names are ordered by.
    package var key: Key = .name
    /// The other way round.
    package var isReversed = false
    /// Names that begin with a dot are shown.
    package var showsHidden = false
    /// Only names that hold this, without regard to case; empty shows all.
    package var filter = ""
    /// The charset of names that are not UTF-8, in which `filter` is looked for as well.
    package var charset: String?
    /// Directories stand among the files, not before them.
    package var mixesDirectories = false
    /// By bytes: neither numbers by value nor letters without case.
    package var isLiteral = false

    /// By name, without hidden ones.
    package init() {}
}

/// Everything that the interface wants done; the Engine does it and answers with messages.
package enum Effect: Hashable, Sendable {
    /// Reads a directory for a tab (nil: where the login puts the user), connecting if need be.
    /// A newer one for the same tab replaces an older one that still runs.
    case list(RequestID, TabID, Site, Path?, Arrangement)
    /// The same for a path from where the login puts the user.
    case listBelowHome(RequestID, TabID, Site, RelativePath, Arrangement)
    /// Orders a directory that is there already.
    case arrange(RequestID, TabID, Arranged, Arrangement)
    /// Puts the rows of both panes side by side, with what was found out before; `Message.aligned` answers.
    case align(RequestID, PanePair, Arrangement, [ComparedName: Verdict])
    /// Compares what is below both panes; `Message.compared` and `comparisonEnded` answer, and `stop` ends it.
    case compareBelow(RequestID, PanePair)
    /// Compares two places and plans what is to be done; `Message.planning` and `planned` answer, and `stop`
    /// ends it.
    case makePlan(RequestID, PlanOrder)
    /// Has the queue carry a plan out: the rows with these indices, and no others. `Message.planQueued`
    /// answers; from then on it is a job like others.
    case runPlan(RequestID, MarkSet)
    /// A plan that does not run is not wanted any more.
    case dropPlan(RequestID)
    /// Compares two files line by line; `Message.textsCompared` answers, and `stop` gives it up.
    case compareTexts(RequestID, Pair<Location>)
    /// Stops what a pane waits for: its request, and its connection where it is stuck.
    case cancel(TabID, RequestID)
    /// A tab is seen on its side from now on, instead of another one.
    case showTab(TabID)
    /// A tab is closed: nobody waits for what it has asked for.
    case closeTab(TabID)
    /// Keeps what the tabs show, to be shown at the next start.
    case keepTabs(TabSession)
    /// Makes a directory (`.../name/`), or an empty file.
    case makeDirectory(RequestID, TabID, Location)
    case makeFile(RequestID, TabID, Location)
    case rename(RequestID, TabID, Site, from: Path, to: Path)
    /// Makes a link; `target` is what it says.
    case makeLink(RequestID, TabID, Location, target: [UInt8])
    /// Gives many entries of a directory new names, some of which others of them have now;
    /// `Message.renamed` answers.
    case renameMany(RequestID, TabID, Location, [Renaming])
    /// Has the user's editor change a text; `Message.edited` answers.
    case editText(RequestID, String)
    /// Looks below a directory; `Message.found` and `findEnded` answer, and `stop` ends it.
    case find(RequestID, Location, FindFilter)
    /// Sets modes and times of what was chosen in a pane; `Message.attributesChanged` answers. `stop`
    /// ends it, and leaves what is set.
    case changeAttributes(RequestID, TabID, AttributeChange)
    /// Counts what lies below, for a confirmation; answers several times.
    case count(RequestID, TabID, Site, TallyRequest)
    /// Counts what lies below a directory, when nothing else is to be counted; `Message.counted` answers.
    /// `stop` gives it up.
    case measure(RequestID, Location)
    /// Stops a count, a read, an exchange or a change of modes and times.
    case stop(RequestID)
    /// Reads part of a file for the viewer. A read under the same request as the one before it
    /// starts where that one ended, and so goes on in the same transfer; a jump is a new request.
    case read(RequestID, Location, offset: UInt64, length: Int)
    /// Looks at what is under the cursor; `Message.previewed` answers, and `stop` gives it up.
    case preview(RequestID, PreviewRequest)
    /// Compares the beginnings of two files; `Message.sidesCompared` answers, and `stop` gives it up.
    case compareSides(RequestID, new: Location, there: Location)
    case enqueue(JobBatch)
    case control(QueueCommand)
    /// Looks for transfers that are over, with all these words in their source or target;
    /// `Message.history` answers.
    case loadHistory(RequestID, [String])
    /// Reads what is in the trash; `Message.trash` answers.
    case loadTrash(RequestID)
    /// Restores something from the trash, or deletes it for good; `Message.trash` answers with what is
    /// there afterwards.
    case restoreFromTrash(RequestID, TrashID)
    case deleteFromTrash(RequestID, TrashID)
    /// Reads what can be undone; `Message.undoList` answers.
    case loadUndo(RequestID)
    /// Takes a record of a site back, as far as it can; `Message.undone` answers.
    case undo(RequestID, Int64, Site)
    case share(ShareCommand)
    /// Looks up the addresses of this machine that a share may be reached under.
    case loadAddresses
    case sendRaw(RequestID, TabID, Site, String)
    /// Sends a request of HTTP, or several, as it was typed; `stop` gives it up, and throws away
    /// what was kept of it.
    case exchangeRaw(RequestID, Site, [UInt8])
    /// Writes a body of an exchange to a file, never over another.
    case saveRaw(RequestID, body: Int, Path)
    /// The password for a site, given in its URL or typed; nil gives up.
    case password(RequestID?, Site, PasswordAnswer)
    /// What the user said to what a login asked.
    case answerLogin(LoginPromptID, LoginAnswer)
    /// Puts a password that has worked into the user's keyring.
    case keepPassword(Secret, Site)
    /// What the user said to a question about a server; a request that waits for it goes on, or
    /// fails where it was declined.
    case trust(RequestID?, Site, TrustQuestion, TrustAnswer)
    /// Writes a site's charset down where the site has a name.
    case keepCharset(Site)
    /// Remembers what is to become of links.
    case keepLinks(LinkPolicy)
    /// Remembers what was chosen for the permissions of copies.
    case keepModes(ModePolicy)
    /// Reads a theme, by its name; `Message.themed` answers.
    case showTheme(String)
    /// Writes into the settings that a theme is the user's.
    case keepTheme(String)
    /// Draws everything with a theme from now on.
    case draw(Theme)
    /// Reads the sites file and the recent ones.
    case loadSites
    /// Reads the names of directories in a directory, to complete what is typed;
    /// `Message.completions` answers.
    case complete(RequestID, Location)
    /// Keeps what was done from the palette, the newest first.
    case keepUsed([String])
    /// Keeps which actions were used, of those that somebody new is told of.
    case keepHints(used: [String])
    /// Keeps what was chosen for two places to mirror or synchronise.
    case keepPairChoices(PairChoices)
    /// Keeps that a pane has shown this directory.
    case noteVisited(Location)
    /// Asks rclone, where it is installed, for its remotes.
    case loadRemotes
    /// Writes a site into the sites file; `Message.sites` and `siteSaved` answer.
    case saveSite(SiteChange)
    /// Takes the site of this name out of the sites file; `Message.sites` answers.
    case removeSite(String)
    /// Forgets the visits to this account; `Message.sites` answers.
    case forgetSite(Site)
    /// Reads the settings, with those of this site where it has a name; `Message.settings` answers.
    case loadSettings(Site?)
    /// Writes a setting, and nothing else of its file; `Message.settings` answers.
    case changeSetting(SettingChange)
    /// Has what these settings say of the terminal, of other programs and of limits by the time of the day
    /// hold from now on.
    case use(Config)
    /// Tests a site step by step; `Message.siteTested` and `siteTestEnded` answer, and `stop` ends it.
    case testSite(RequestID, Site, Path?, RelativePath?)
    /// Looks which ports of a host take connections; `Message.probed` answers, and `stop` ends it.
    case probe(RequestID, String, [UInt16])
    /// Starts the demo server, once; `Message.demoOpened` answers.
    case openDemo
    /// Looks for lists of other programs' sites; `Message.siteLists` answers.
    case findSiteLists(RequestID)
    /// Imports lists of sites, by their paths; `Message.sitesImported` answers.
    case importSites(RequestID, [[UInt8]], isRehearsal: Bool)
    /// Puts text on the terminal's clipboard (OSC 52).
    case copy(String)
    /// Has the terminal show a sentence on the desktop.
    case announce(String)
    case saveLog([Exchange], Path)
    /// Has a file of this machine edited, or opened by a command line.
    case edit(Location, program: String? = nil)
    /// Edits a server's file in a copy; `Message.edits` tells what becomes of it.
    case editing(EditCommand)
    /// Gives an editor the terminal for a copy; `editing(.ended)` follows.
    case runEditor(EditorOrder)
    case shell(Path)
    case suspend
    case redraw
    case quit
    /// Has another process go on with the transfers, without a screen; `Message.handedOver` answers.
    case handOver
}

/// A directory by identity: equal where it is the same listing.
package struct Arranged: Hashable, Sendable {
    /// The request whose answer the directory is.
    package let request: RequestID
    /// What was listed.
    package let directory: Directory

    /// Names a directory by the request that it answers.
    package init(request: RequestID, directory: Directory) {
        self.request = request
        self.directory = directory
    }

    /// Whether both are the same listing.
    package static func == (left: Arranged, right: Arranged) -> Bool {
        left.request == right.request
    }

    /// By what makes two of them equal.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(request)
    }
}

/// What the user said when asked for a password.
package enum PasswordAnswer: Hashable, Sendable {
    case given(Secret)
    case declined

    /// By what makes two of them equal.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(self == .declined)
    }
}
