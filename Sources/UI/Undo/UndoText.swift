package import Files
package import Jobs

extension UndoRecord {
    /// What was done, in a few words, safe to show: `Renamed a.txt to b.txt`.
    package var summary: String {
        guard let first = steps.first else { return "\(verb) \(Plural.count(count, "item"))" }
        // Which of its many changes came first says nothing.
        if action.isMirror { return "\(verb): \(Plural.count(count, "change"))" }
        let name = UndoRecord.name(of: shownPath(of: first), on: site)
        switch first.what {
        case .renamed(let from) where action == .rename && count == 1:
            return "\(verb) \(UndoRecord.name(of: from, on: site)) to \(name)"
        default:
            return count == 1 ? "\(verb) \(name)" : "\(verb) \(name) and \(count - 1) more"
        }
    }

    private var verb: String {
        switch action {
        case .makeDirectory: "Created the directory"
        case .makeFile: "Created the file"
        case .makeLink: "Created the link"
        case .rename: "Renamed"
        case .changeAttributes: "Changed the attributes of"
        case .copy: "Copied"
        case .move: "Moved"
        case .trash: "Trashed"
        case .pack: "Packed"
        case .mirror: "Mirrored"
        case .watch: "Kept up to date"
        case .sync: "Synchronised"
        }
    }

    /// What went to a server's trash is known by the name that it had.
    private func shownPath(of step: UndoStep) -> Path {
        let keepsName = action == .trash || action.isMirror
        return if keepsName, case .renamed(let from) = step.what { from } else { step.path }
    }

    private static func name(of path: Path, on site: Site) -> String {
        path.name.map { $0.text(on: site) } ?? "/"
    }

    /// The directory in which it was done, and the server where it is not this machine.
    package var place: String {
        guard var path = steps.first.map({ shownPath(of: $0).parent }) else { return site.text }
        if action.isMirror {
            // What is kept of it lies inside of the directory that was changed.
            let paths = steps.map { shownPath(of: $0) }.map { path in
                path.components.firstIndex { $0 == UndoRecord.trash }.map {
                    Path(components: Array(path.components.prefix($0)))
                } ?? path.parent
            }
            path = paths.dropFirst().reduce(paths[0]) { $0.common(with: $1) }
        }
        return Location(site: site, path: path).text
    }

    private static let trash = Name(".ferry-trash")

    /// What undoing does, a sentence.
    package var intention: String {
        let what = steps.first?.what
        let items = Plural.count(count, "item")
        if action == .trash, what != nil {
            return count == 1 ? "It returns from the trash." : "\(items) return from the trash."
        }
        if action.isMirror {
            return count == 1
                ? "The change is undone, unless the file was changed since."
                : "\(items) are undone, unless they were changed since."
        }
        switch what {
        case .madeDirectory, .madeFile, .madeLink:
            return count == 1
                ? "What was created is deleted, unless it was changed since."
                : "\(items) that were created are deleted, unless they were changed since."
        case .renamed:
            return count == 1
                ? "It gets its old name and place again." : "\(items) get their old names again."
        case .moved: return "The queue moves \(count == 1 ? "it" : items) back."
        case .changed: return "\(items) get their old permissions or times again."
        case .trashed, nil: return "Nothing of it can be undone."
        }
    }

    /// Whether something of it can be taken back now.
    package var canBeUndone: Bool { !steps.isEmpty && !isRunning }

    /// What cannot be taken back, as a sentence; nil where all can.
    package var shortfall: String? {
        if isRunning, action == .watch {
            return "It is still kept up to date; cancel that in the queue, then undo."
        }
        if isRunning {
            return "The queue has not finished it; let it finish or cancel it, then undo."
        }
        if let failure { return failure }
        if steps.isEmpty { return "It cannot be undone: what was there before was replaced." }
        return loss
    }

    /// That some of it is gone for good, as a sentence; nil where nothing is.
    package var loss: String? {
        guard lost > 0 else { return nil }
        return "\(Plural.count(lost, "item")) cannot be undone, because what was there is gone."
    }
}

/// What came of undoing.
package struct UndoReport: Hashable, Sendable {
    /// Where it was done.
    package var site: Site
    /// Things that are as they were before.
    package var undone: Int
    /// What the queue moves back.
    package var queued: Int
    /// Why others are not.
    package var failures: FailureList
    /// What is to be known, and is no failure.
    package var notes: [String]

    /// What became of a record.
    package init(
        site: Site, undone: Int, queued: Int, failures: FailureList, notes: [String] = []
    ) {
        self.site = site
        self.undone = undone
        self.queued = queued
        self.failures = failures
        self.notes = notes
    }

    /// What was done, a sentence.
    package var done: String {
        queued > 0
            ? "The queue moves \(Plural.count(queued, "item")) back."
            : undone > 0 ? "Undone: \(Plural.count(undone, "item"))." : "Nothing was undone."
    }

    /// A few sentences for the user.
    package var sentence: String {
        var sentences = [done] + failures.first.prefix(1).map(\.message)
        if failures.count > 1 {
            sentences.append("\(failures.count - 1) more could not be undone.")
        }
        sentences += notes.prefix(1)
        if notes.count > 1 { sentences.append("\(notes.count - 1) more to check.") }
        return sentences.joined(separator: " ")
    }
}

/// What there is to undo, or one sentence that says why that is not known.
package enum UndoAnswer: Hashable, Sendable {
    case records([UndoRecord])
    case unread(String)
}

extension Path {
    /// The directory that both are in, or are.
    fileprivate func common(with other: Path) -> Path {
        let shared = zip(components, other.components).prefix { $0 == $1 }.count
        return Path(components: Array(components.prefix(shared)))
    }
}
