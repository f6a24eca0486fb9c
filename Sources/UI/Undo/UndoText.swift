package import Files
package import Jobs
import Words

extension UndoRecord {
    /// What was done, in a few words, safe to show: `Renamed a.txt to b.txt`.
    package var summary: String {
        guard let first = steps.first else { return deed(Plural.count(count, "item")) }
        // Which of its many changes came first says nothing.
        if action.isMirror { return sum(Plural.count(count, "change")) }
        let name = UndoRecord.name(of: shownPath(of: first), on: site)
        switch first.what {
        case .renamed(let from) where action == .rename && count == 1:
            return tr("Renamed \(UndoRecord.name(of: from, on: site)) to \(name)")
        default:
            return deed(
                count == 1
                    ? name
                    : tr(
                        count - 1, one: "\(name) and \(count - 1) more",
                        other: "\(name) and \(count - 1) more"))
        }
    }

    /// What was done to something: a name, a name and others, or so many items.
    private func deed(_ what: String) -> String {
        switch action {
        case .makeDirectory: tr("Created the directory \(what)")
        case .makeFile: tr("Created the file \(what)")
        case .makeLink: tr("Created the link \(what)")
        case .rename: tr("Renamed \(what)")
        case .changeAttributes: tr("Changed the attributes of \(what)")
        case .copy: tr("Copied \(what)")
        case .move: tr("Moved \(what)")
        case .trash: tr("Trashed \(what)")
        case .pack: tr("Packed \(what)")
        case .mirror: tr("Mirrored \(what)")
        case .watch: tr("Kept up to date \(what)")
        case .sync: tr("Synchronised \(what)")
        }
    }

    /// What was done, and how many changes that made.
    private func sum(_ changes: String) -> String {
        switch action {
        case .watch: tr("Kept up to date: \(changes)")
        case .sync: tr("Synchronised: \(changes)")
        default: tr("Mirrored: \(changes)")
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
            return count == 1
                ? tr("It returns from the trash.") : tr("\(items) return from the trash.")
        }
        if action.isMirror {
            return count == 1
                ? tr("The change is undone, unless the file was changed since.")
                : tr("\(items) are undone, unless they were changed since.")
        }
        switch what {
        case .madeDirectory, .madeFile, .madeLink:
            return count == 1
                ? tr("What was created is deleted, unless it was changed since.")
                : tr("\(items) that were created are deleted, unless they were changed since.")
        case .renamed:
            return count == 1
                ? tr("It gets its old name and place again.")
                : tr("\(items) get their old names again.")
        case .moved:
            return count == 1
                ? tr("The queue moves it back.") : tr("The queue moves \(items) back.")
        case .changed: return tr("\(items) get their old permissions or times again.")
        case .trashed, nil: return tr("Nothing of it can be undone.")
        }
    }

    /// Whether something of it can be taken back now.
    package var canBeUndone: Bool { !steps.isEmpty && !isRunning }

    /// What cannot be taken back, as a sentence; nil where all can.
    package var shortfall: String? {
        if isRunning, action == .watch {
            return tr("It is still kept up to date; cancel that in the queue, then undo.")
        }
        if isRunning {
            return tr("The queue has not finished it; let it finish or cancel it, then undo.")
        }
        if let failure { return failure }
        if steps.isEmpty { return tr("It cannot be undone: what was there before was replaced.") }
        return loss
    }

    /// That some of it is gone for good, as a sentence; nil where nothing is.
    package var loss: String? {
        guard lost > 0 else { return nil }
        return tr("\(Plural.count(lost, "item")) cannot be undone, because what was there is gone.")
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
            ? tr("The queue moves \(Plural.count(queued, "item")) back.")
            : undone > 0
                ? tr("Undone: \(Plural.count(undone, "item")).") : tr("Nothing was undone.")
    }

    /// A few sentences for the user.
    package var sentence: String {
        var sentences = [done] + failures.first.prefix(1).map(\.message)
        if failures.count > 1 {
            sentences.append(
                tr(
                    failures.count - 1, one: "\(failures.count - 1) more could not be undone.",
                    other: "\(failures.count - 1) more could not be undone."))
        }
        sentences += notes.prefix(1)
        if notes.count > 1 {
            sentences.append(
                tr(
                    notes.count - 1, one: "\(notes.count - 1) more to check.",
                    other: "\(notes.count - 1) more to check."))
        }
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
