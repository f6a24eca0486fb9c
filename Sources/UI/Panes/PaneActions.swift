import Files
import Jobs
import Terminal

extension Model {
    /// What an action does in the focused pane; nil where it has no meaning of its own there.
    mutating func performInPane(_ action: Action) -> [Effect]? {
        if let effects = move(action) { return effects }
        // Behind the progress that is shown is a list that nobody sees: it is not acted on.
        if showsProgress(focus), action.needsList {
            status.show("This pane is still reading.", hint: cancelHint)
            return []
        }
        if action.changesPane, let refusal = self[focus].readOnlyRefusal {
            status.show(refusal, .warning)
            return []
        }
        switch action {
        case .enter: return enter()
        case .parent: return goToParent()
        case .otherPane:
            endTyping()
            focus = focus.other
        case .otherToSame: return otherToSame()
        case .goTo: return askWhereTo()
        case .home: return goHome()
        case .find: startFinding()
        case .findNext: find(searched, from: self[focus].cursor, by: 1)
        case .findPrevious: find(searched, from: self[focus].cursor, by: -1)
        case .mark: toggleMark()
        case .markAll: markAll()
        case .markInvert: invertMarks()
        case .markPattern: askForPattern(marks: true)
        case .unmarkPattern: askForPattern(marks: false)
        case .unmarkAll: unmarkAll()
        case .visual: toggleVisual()
        case .sortMenu: return openSortMenu()
        case .sortByName: return sort(by: .name)
        case .sortBySize: return sort(by: .size)
        case .sortByTime: return sort(by: .time)
        case .sortByExtension: return sort(by: .ext)
        case .sortReverse: return rearrange { $0.isReversed.toggle() }
        case .toggleHidden: return toggleHidden()
        case .filter: startFilter()
        case .charset: askForCharset()
        case .reread: return reread(focus)
        case .view: return viewCurrent()
        case .edit: return editCurrent()
        case .copy: return askToTransfer(.copy)
        case .move: return askToTransfer(.move)
        case .rename: startRenaming()
        case .makeDirectory: return askForDirectory()
        case .make: return askForName()
        case .delete: return askToDelete()
        case .shell: return openShell()
        case .cancel: return cancelInPane()
        default: return nil
        }
        return []
    }

    private mutating func move(_ action: Action) -> [Effect]? {
        let height = max(1, listHeight(focus))
        switch action {
        case .up: moveCursor(by: -1)
        case .down: moveCursor(by: 1)
        case .pageUp: moveCursor(by: -height)
        case .pageDown: moveCursor(by: height)
        case .halfUp: moveCursor(by: -max(1, height / 2))
        case .halfDown: moveCursor(by: max(1, height / 2))
        case .top: moveCursor(to: 0)
        case .bottom: moveCursor(to: self[focus].rowCount - 1)
        default: return nil
        }
        return []
    }

    private var cancelHint: String? {
        keymap.labels(for: .cancel, in: .pane).first.map { "\($0): cancel" }
    }

    private mutating func viewCurrent() -> [Effect] {
        let pane = self[focus]
        guard let entry = pane.current, entry.kind == .file || entry.kind == .link else {
            status.show("Only a file can be viewed.")
            return []
        }
        return openViewer(
            entry, at: Location(site: pane.site, path: pane.path.appending(entry.name)))
    }

    private mutating func editCurrent() -> [Effect] {
        let pane = self[focus]
        guard let entry = pane.current, entry.kind == .file || entry.kind == .link else {
            status.show("Only a file can be edited.")
            return []
        }
        return [.edit(Location(site: pane.site, path: pane.path.appending(entry.name)))]
    }

    private mutating func openShell() -> [Effect] {
        guard self[focus].site.isLocal, !self[focus].isEmpty else {
            status.show(
                "A shell opens in a directory of this machine only; this pane shows a server.",
                .warning)
            return []
        }
        return [.shell(self[focus].path)]
    }

    /// Esc: the nearest thing that can be taken back.
    private mutating func cancelInPane() -> [Effect] {
        if cancelVisual() { return [] }
        let effects = cancelPending(focus)
        if !effects.isEmpty { return effects }
        if !self[focus].arrangement.filter.isEmpty { return rearrange { $0.filter = "" } }
        status = Status()
        return []
    }
}

extension Action {
    /// Whether it is about names in the list.
    fileprivate var needsList: Bool {
        switch self {
        case .enter, .find, .findNext, .findPrevious, .mark, .markAll, .markInvert, .markPattern,
            .unmarkPattern, .unmarkAll, .visual, .filter, .view, .edit, .copy, .move, .rename,
            .delete, .otherToSame:
            true
        default: false
        }
    }
}

extension Action {
    /// Whether it changes what the pane's server holds.
    fileprivate var changesPane: Bool {
        [.move, .rename, .makeDirectory, .make, .delete].contains(self)
    }
}

extension Pane {
    /// Why nothing can be written on a web server that is not known to take files; nil elsewhere.
    var readOnlyRefusal: String? {
        guard !isEmpty, [.http, .https].contains(site.scheme), !capabilities.contains(.write)
        else { return nil }
        let dav = site.scheme == .http ? "dav://" : "davs://"
        return
            "Read-only: \(VisibleText.make(site.host)) takes changes over WebDAV, if at all; try \(dav)."
    }
}
