import Files
import Jobs
import Terminal

extension Model {
    /// F5 and F6: asks where to, and what to do where names are taken.
    mutating func askToTransfer(_ operation: Job.Operation) -> [Effect] {
        let pane = self[focus]
        let chosen = pane.chosen
        let verb = operation == .move ? "move" : "copy"
        guard let first = chosen.first.first else {
            status.show("Nothing to \(verb): put the cursor on a name, or mark some.")
            return []
        }
        var dialog = TransferDialog(
            operation: operation, side: focus, source: pane.location, chosen: chosen,
            bytes: pane.marked.isEmpty ? first.countedBytes : pane.markedBytes, field: TextField(),
            links: options.links)
        let other = self[focus.other]
        if other.isEmpty || other.location == pane.location {
            guard chosen.count == 1 else {
                status.show(
                    other.isEmpty
                        ? "The other pane shows no directory to \(verb) to yet."
                        : "Both panes show this directory: go somewhere else with the other one.",
                    .warning)
                return []
            }
            let name = first.name.editableText(on: pane.site)
            dialog.field = TextField(name)
        } else {
            let text = EditableLocation.text(of: other.location, home: options.home)
            dialog.field = TextField(text, isSelected: true)
            dialog.proposal = (text, other.location)
        }
        dialogs.append(.transfer(dialog))
        return []
    }

    mutating func takeKey(_ key: Key, in dialog: TransferDialog) -> [Effect] {
        var dialog = dialog
        switch (key.code, key.modifiers) {
        case (.escape, []), (.character("g"), .control), (.character("c"), .control):
            dialogs.removeLast()
            return []
        case (.enter, []):
            if dialog.focus == .cancel {
                dialogs.removeLast()
                return []
            }
            return submit(dialog)
        case (.tab, []), (.down, []):
            dialog.moveFocus(by: 1)
        case (.tab, .shift), (.up, []):
            dialog.moveFocus(by: -1)
        default:
            switch dialog.focus {
            case .target:
                if dialog.field.handle(key) { dialog.refusal = nil }
            case .policy, .links:
                dialog.step(key)
            case .start where key.code == .right:
                dialog.focus = .cancel
            case .cancel where key.code == .left:
                dialog.focus = .start
            case .start, .cancel:
                break
            }
        }
        replaceDialog(.transfer(dialog))
        return []
    }

    /// Where a transfer dialog's line leads: the directory, and the new name where one is meant.
    func destination(
        of dialog: TransferDialog
    ) throws(SiteURL.Refusal) -> (directory: Location, name: Name?, password: Secret?) {
        let text = dialog.field.text
        if let proposal = dialog.proposal, proposal.text == text {
            return (proposal.directory, nil, nil)
        }
        // A bare name is a new name beside the source; a path from the root is on the other side.
        let isRelative = !text.hasPrefix("/") && !text.hasPrefix("~")
        let base = isRelative ? dialog.source : dialog.proposal?.directory ?? dialog.source
        let place = try EditableLocation.parse(text, from: base, home: options.home, adopted)
        guard let path = place.path else {
            throw SiteURL.Refusal(
                description: "Write the directory, too: \(place.site.text)/directory/.")
        }
        let location = Location(site: place.site, path: path)
        let isInto =
            isKnownDirectory(location, dialog)
            || Destination(
                path, endsInSlash: place.isDirectory, count: dialog.chosen.count) != nil
        guard !isInto, let name = path.name else { return (location, nil, place.password) }
        return (Location(site: place.site, path: path.parent), name, place.password)
    }

    /// Whether a pane shows this directory or one below it, or shows it as one in its list.
    private func isKnownDirectory(_ location: Location, _ dialog: TransferDialog) -> Bool {
        if dialog.source.site == location.site, dialog.source.path.isInside(location.path) {
            return true
        }
        for side in Side.allCases where !self[side].isEmpty && self[side].site == location.site {
            if self[side].path.isInside(location.path) { return true }
            guard self[side].path == location.path.parent, let name = location.path.name,
                let index = self[side].directory.index(of: name)
            else { continue }
            return self[side].directory.kind(at: index) == .directory
        }
        return false
    }

    private mutating func submit(_ dialog: TransferDialog) -> [Effect] {
        var dialog = dialog
        var effects: [Effect] = []
        do throws(SiteURL.Refusal) {
            let (directory, name, password) = try destination(of: dialog)
            if let refusal = refusal(of: dialog, directory, name) {
                throw SiteURL.Refusal(description: refusal)
            }
            if let password { effects += given(password, for: directory.site) }
            dialogs.removeLast()
            if dialog.asksAboutLinks, dialog.links != options.links {
                options.links = dialog.links
                effects.append(.keepLinks(dialog.links))
            }
            return effects + start(dialog, directory, name)
        } catch {
            dialog.refusal = error.description
            dialog.focus = .target
            replaceDialog(.transfer(dialog))
            return []
        }
    }

    private func refusal(
        of dialog: TransferDialog, _ directory: Location, _ name: Name?
    ) -> String? {
        let panes = [left, right].filter { $0.site == directory.site }
        if let refusal = panes.first?.readOnlyRefusal { return refusal }
        guard directory.site == dialog.source.site else { return nil }
        let source = dialog.source.path
        if directory.path == source, let entry = dialog.chosen.first.first,
            name == nil || name == entry.name
        {
            return "'\(entry.name.text(on: directory.site))' is there already: that is the file "
                + "itself. Write another name or directory."
        }
        // Only the one on the way to the target could come to lie in itself.
        if let inside = directory.path.components(below: source)?.first,
            dialog.chosen.holdsDirectory(inside)
        {
            let verb = dialog.operation == .move ? "moved" : "copied"
            return
                "The directory '\(inside.text(on: directory.site))' cannot be \(verb) into itself."
        }
        return nil
    }

    private mutating func start(
        _ dialog: TransferDialog, _ directory: Location, _ name: Name?
    ) -> [Effect] {
        let isHere = self[dialog.side].location == dialog.source
        if dialog.operation == .move, let name, directory == dialog.source, isHere,
            let entry = dialog.chosen.first.first
        {
            return rename(entry, to: name, side: dialog.side)
        }
        let batch = JobBatch(
            JobBatch.Plan(
                operation: dialog.operation, source: dialog.source, chosen: dialog.chosen,
                target: directory, name: name, policy: dialog.policy, links: dialog.links))
        if isHere { self[dialog.side].mark(exactly: []) }
        let verb = dialog.operation == .move ? "move" : "copy"
        status.show("\(Format.count(dialog.chosen.count, "item")) queued to \(verb).", .good)
        return [.enqueue(batch)]
    }
}

extension TransferDialog {
    /// Another choice where the focus is, by the arrows or Space.
    mutating func step(_ key: Key) {
        let step: Int
        switch key.code {
        case .right, .character(" "), .character("l"): step = 1
        case .left, .character("h"): step = -1
        default: return
        }
        switch focus {
        case .policy: policy = TransferDialog.next(to: policy, by: step)
        case .links: links = TransferDialog.next(to: links, by: step)
        case .target, .start, .cancel: break
        }
    }

    /// Steps what is chosen in the row that was pressed.
    mutating func stepOption(_ number: Int) {
        focus = number == 0 ? .policy : .links
        step(Key(.right))
    }

    private static func next<Choice: CaseIterable & Equatable>(
        to choice: Choice, by step: Int
    ) -> Choice {
        let choices = Array(Choice.allCases)
        guard let index = choices.firstIndex(of: choice) else { return choice }
        return choices[(index + step + choices.count) % choices.count]
    }
}

extension Entry {
    /// What it adds to a sum of bytes: a directory's own size says nothing.
    var countedBytes: UInt64 { kind == .directory ? 0 : size ?? 0 }
}
