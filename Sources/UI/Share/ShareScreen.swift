import Files
import Jobs
import Terminal

extension Model {
    /// Takes in how the share stands now.
    mutating func takeShare(_ status: ShareStatus) -> [Effect] {
        let before = share.status
        if before == nil {
            queue.change { $0 = ShareVisits() }
            share.scroll = ScrollPosition()
        }
        noteUploads(status)
        queue.change { $0.take(status.visits) }
        showVisits()
        guard status.state != .ended else {
            share.status = nil
            dialogs.removeAll(where: \.isAboutShare)
            share.isStarting = false
            self.status.show("\(homeText(status.folder)) is not shared any more.")
            return screen == .share ? show(.main) : []
        }
        share.status = status
        if before == nil { return noteOpened(status) }
        return []
    }

    /// Shows where the new share is reached, unless something else is being done.
    private mutating func noteOpened(_ opened: ShareStatus) -> [Effect] {
        share.isStarting = false
        share.asked = nil
        let key = keymap.labels(for: .share, in: context).first
        let url = opened.urls.first.map { VisibleText.make($0) } ?? "its URL"
        status.show(
            "\(url) shares \(homeText(opened.folder)).", .good,
            hint: key.map { "\($0): who comes, stop" })
        let isFree = dialogs.isEmpty && palette == nil && menu == nil && typing == nil
        return isFree && screen == .main ? show(.share) : []
    }

    mutating func takeShareRefusal(_ reason: String) {
        share.isStarting = false
        share.asked?.refusal = reason
        let key = keymap.labels(for: .share, in: context).first
        status.show(reason, .error, hint: key.map { "\($0): change it" })
    }

    /// Panes that show where an upload came to lie are read again.
    private mutating func noteUploads(_ status: ShareStatus) {
        let running = Set(queue.visits.running.map(\.id))
        for visit in status.visits
        where visit.direction == .upload && visit.state == .done && running.contains(visit.id) {
            let path = Path(components: status.folder.components + visit.path.components)
            noteChange(at: Location(site: .local, path: path))
        }
    }

    /// Puts the cursor on the first visit where that under it has ended while nobody looked.
    mutating func openVisits() {
        if queue.visits[share.scroll.cursor]?.state != .running { moveVisit(to: 0) }
    }

    /// Keeps the cursor on the selected visit, at its place on the screen.
    mutating func showVisits() {
        guard let selected = share.selected, let row = queue.visits.row(of: selected) else {
            moveVisit(to: share.scroll.cursor)
            return
        }
        share.scroll.top = max(0, share.scroll.top + row - share.scroll.cursor)
        share.scroll.cursor = row
    }

    private mutating func moveVisit(to row: Int) {
        let height = shareLayout?.list.height ?? 1
        share.scroll.move(to: row, count: queue.visits.count, height: height)
        share.selected = queue.visits[share.scroll.cursor]?.id
    }

    /// What an action of the share's does from any screen.
    mutating func performAtShare(_ action: Action) -> [Effect] {
        guard share.status != nil else { return refuse("Nothing is shared now.") }
        return (screen == .share ? [] : show(.share)) + (performInShare(action) ?? [])
    }

    mutating func performInShare(_ action: Action) -> [Effect]? {
        let row = share.scroll.cursor
        let height = shareLayout?.list.height ?? 1
        switch action {
        case .up: moveVisit(to: row - 1)
        case .down: moveVisit(to: row + 1)
        case .pageUp: moveVisit(to: row - height)
        case .pageDown: moveVisit(to: row + height)
        case .halfUp: moveVisit(to: row - height / 2)
        case .halfDown: moveVisit(to: row + height / 2)
        case .top: moveVisit(to: 0)
        case .bottom: moveVisit(to: queue.visits.count - 1)
        case .shareInvert: share.isInverted.toggle()
        case .shareStop: askToStopSharing()
        case .shareCopy:
            guard let url = share.status?.urls.first else { return refuse("There is no URL.") }
            status.show("\(VisibleText.make(url)) is on the clipboard.")
            return [.copy(url)]
        case .shareKick:
            guard let visit = queue.visits[row] else { return refuse("No visit is selected.") }
            return askToKick(visit)
        default: return nil
        }
        return []
    }

    /// Asks before a visitor is broken off in the middle.
    mutating func askToKick(_ visit: Visit) -> [Effect] {
        guard visit.state == .running else { return refuse("\(visit.shownName) is over already.") }
        let who = VisibleText.make(visit.visitor)
        let verb = visit.direction == .download ? "downloads" : "uploads"
        dialogs.append(
            .confirm(
                ConfirmDialog(
                    title: "Break off", lines: ["\(who) \(verb) \(visit.shownName). Break it off?"],
                    yes: "Break off", no: "Go on", purpose: .kick(visit.id))))
        return []
    }

    private mutating func askToStopSharing() {
        guard let status = share.status else { return }
        let folder = homeText(status.folder)
        let count = queue.visits.running.count
        guard count > 0 else {
            dialogs.append(
                .confirm(
                    ConfirmDialog(
                        title: "Stop sharing", lines: ["Nobody is being served. Close \(folder)?"],
                        yes: "Stop", no: "Go on sharing", purpose: .stopShare)))
            return
        }
        var options = [
            ChoiceDialog.Option(
                key: "n", label: "Now: break \(Format.count(count, "visit")) off",
                outcome: .stopShare(atOnce: true))
        ]
        if status.state == .serving {
            options.insert(
                ChoiceDialog.Option(
                    key: "f", label: "When they are finished: let nobody new in",
                    outcome: .stopShare(atOnce: false)), at: 0)
        }
        dialogs.append(.choice(ChoiceDialog(title: "Stop sharing", options: options)))
    }

    mutating func takeMouseInShare(_ mouse: Mouse) -> [Effect] {
        if let action = keyHint(at: mouse) { return perform(action) }
        guard mouse.isPress, let layout = shareLayout else { return [] }
        switch mouse.button {
        case .wheelUp: moveVisit(to: share.scroll.cursor - 3)
        case .wheelDown: moveVisit(to: share.scroll.cursor + 3)
        case .left where layout.list.contains(mouse.point):
            let row = share.scroll.top + mouse.point.y - layout.list.y
            if row < queue.visits.count { moveVisit(to: row) }
        default: break
        }
        return []
    }
}

extension Dialog {
    /// Whether it asks something about the share that is open.
    fileprivate var isAboutShare: Bool {
        switch self {
        case .confirm(let dialog):
            switch dialog.purpose {
            case .stopShare, .kick: true
            case .quit, .cancelJob: false
            }
        case .choice(let dialog):
            dialog.options.contains { option in
                if case .stopShare = option.outcome { return true }
                return false
            }
        default: false
        }
    }
}
