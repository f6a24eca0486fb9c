import Words

/// A menu that drops from the bar: its title, and what can be chosen in it.
struct MenuPage: Hashable, Sendable {
    enum Entry: Hashable, Sendable {
        case action(Action)
        /// The same in the pane on one side, which gets the keyboard first.
        case inPane(Side, Action)
        /// Draws everything with a theme, by its name.
        case theme(String)
        case separator

        /// What it does; nil for what is no action.
        var action: Action? {
            switch self {
            case .action(let action), .inPane(_, let action): action
            case .theme, .separator: nil
            }
        }
    }

    let title: String
    let entries: [Entry]

    private init(_ title: String, _ sections: [[Entry]]) {
        self.title = title
        entries = Array(sections.filter { !$0.isEmpty }.joined(separator: [.separator]))
    }

    private init(_ title: String, _ sections: [[Action]]) {
        self.init(title, sections.map { $0.map { .action($0) } })
    }

    /// The menus of a screen, from left to right, as users of other file managers expect them.
    static func pages(of screen: ScreenID, themes: [String]) -> [MenuPage] {
        let options = options(themes: themes)
        switch screen {
        case .main: return [side(.left), file, command, compare, queue, options, side(.right)]
        case .queue: return [job, queue, showJobs, go, options]
        case .found: return [found, go, options]
        case .log: return [log, go, options]
        case .viewer: return [viewer, go, options]
        case .raw: return [raw, go, options]
        case .share: return [share, go, options]
        case .settings: return [settings, go, options]
        case .edits: return [edits, go, options]
        case .trash: return [trash, go, options]
        case .undo: return [undo, go, options]
        case .plan: return [plan, showRows, go, options]
        case .sites: return [site, go, options]
        default: return [go, options]
        }
    }

    /// Where the bar opens: the menu that is used most.
    static func first(of screen: ScreenID) -> Int { screen == .main ? 1 : 0 }

    private static func side(_ side: Side) -> MenuPage {
        let sections: [[Action]] = [
            [.goTo, .back, .forward, .home, .parent, .thisMachine, .reread],
            [.sortByName, .sortByExtension, .sortBySize, .sortByTime, .sortReverse],
            [.filter, .toggleHidden, .charset], [.otherToSame],
        ]
        return MenuPage(
            side == .left ? tr("Left", meaning: "a menu") : tr("Right", meaning: "a menu"),
            sections.map { section in section.map { Entry.inPane(side, $0) } })
    }

    private static let file = MenuPage(
        tr("File", meaning: "a menu"),
        [
            [.view, .edit, .openWith, .copy, .move, .attributes, .delete, .deletePermanently],
            [.yank, .cut, .paste, .undo],
            [.rename, .renameByPattern, .renameInEditor],
            [.makeDirectory, .make, .makeLink],
            [.markPattern, .unmarkPattern, .markAll, .unmarkAll, .markInvert, .visual],
            [.suspend, .quit],
        ])

    private static let command = MenuPage(
        tr("Command", meaning: "a menu"),
        [
            [.sites, .goTo, .bookmarks, .addBookmark],
            [.findBelow, .foundAgain, .find, .findNext, .findPrevious], [.preview],
            [.pack, .extract],
            [.newTab, .closeTab, .tabNext, .tabPrevious, .tabLeft, .tabRight],
            [.share, .trash, .undoList, .shell, .raw, .palette], [.edits],
            [.log, .help],
        ])

    private static let compare = MenuPage(
        tr("Compare", meaning: "a menu"),
        [
            [.compare], [.compareByTime, .compareBySize, .compareByContents],
            [.nextDifference, .previousDifference, .markDifferent], [.browseTogether],
            [.mirror, .showPlan],
        ])

    private static let queue = MenuPage(
        tr("Queue", meaning: "a menu"),
        [
            [.queue, .answer, .history], [.queuePauseAll, .retryFailed, .clearDone],
            [.queueLimit],
        ])

    private static let job = MenuPage(
        tr("Job", meaning: "a menu"),
        [
            [.jobDetails, .jobPause, .jobRetry, .jobCancel],
            [.jobFirst, .jobEarlier, .jobLater, .jobLast],
            [.jobPolicy, .siteAnswers, .jobLimit, .siteConnections],
            [.mark, .markAll, .unmarkAll, .markInvert],
        ])

    private static let found = MenuPage(
        tr("File", meaning: "a menu"),
        [
            [.enter, .view, .edit, .openWith, .copy, .delete],
            [.mark, .markAll, .unmarkAll, .markInvert],
        ])

    private static let showJobs = MenuPage(
        tr("Show", meaning: "a menu"),
        [
            [.tabAll, .tabActive, .tabWaiting, .tabNeedsYou, .tabFailed, .tabDone],
            [.openFolder, .closeFolder],
        ])

    private static let log = MenuPage(
        tr("Log", meaning: "a menu"),
        [
            [.logFilter, .logConnection, .logErrors], [.find, .findNext, .findPrevious],
            [.logSave, .logCopy],
        ])

    private static let viewer = MenuPage(
        tr("View", meaning: "a menu"),
        [
            [.viewHex, .viewWrap], [.goTo, .find, .findNext, .findPrevious],
            [.viewLeft, .viewRight], [.edit, .openWith], [.cancel],
        ])

    private static let raw = MenuPage(
        tr("Request", meaning: "a menu"), [[.rawSend, .rawReady, .rawNext], [.rawSave]])

    private static let share = MenuPage(
        tr("Share", meaning: "a menu"), [[.shareCopy, .shareInvert], [.shareKick, .shareStop]])

    private static let settings = MenuPage(
        tr("Settings", meaning: "a menu"), [[.settingDefault], [.find]])
    private static let edits = MenuPage(
        tr("Edit", meaning: "a menu"), [[.editSend, .editFinish], [.editDiscard]])
    private static let trash = MenuPage(
        tr("Trash", meaning: "a menu"), [[.trashRestore, .trashDelete], [.reread]])
    private static let undo = MenuPage(tr("Undo", meaning: "a menu"), [[.undo], [.reread]])
    private static let plan = MenuPage(
        tr("Plan", meaning: "a menu"),
        [
            [.planRun, .planPause, .planStop], [.planDifferences, .view, .planProblems],
            [.mark, .markAll, .unmarkAll, .markInvert], [.reread], [.undo],
        ])
    private static let showRows = MenuPage(
        tr("Show", meaning: "a menu"),
        [
            [
                .planAll, .planCopies, .planReplacements, .planDeletions, .planConflicts,
                .planOthers,
            ], [.filter],
        ])
    private static let site = MenuPage(
        tr("Site", meaning: "a menu"),
        [
            [.siteSave, .siteEdit, .siteCopy, .siteRemove], [.siteTest],
            [.siteImport, .siteDemo],
        ])

    private static let go = MenuPage(
        tr("Go", meaning: "a menu"),
        [
            [.cancel], [.sites, .queue, .history, .log, .raw, .palette, .help],
            [.suspend, .quit],
        ])

    private static func options(themes: [String]) -> MenuPage {
        let others: [Entry] = [.action(.settings), .action(.redraw)]
        return MenuPage(tr("Options", meaning: "a menu"), [themes.map { .theme($0) }, others])
    }
}
