import Files
import Words

/// Names that are to be changed together: what was chosen, and where.
struct RenameOrder: Sendable {
    let side: Side
    let location: Location
    let entries: [Entry]
    let directory: Directory

    /// What is marked in the focused pane, or under its cursor; a sentence where that cannot be renamed.
    init(_ panes: Panes) throws(RenameRefusal) {
        let pane = panes.focused
        let chosen = pane.chosen
        if let refusal = pane.readOnlyRefusal { throw RenameRefusal(refusal) }
        guard !chosen.isEmpty else {
            throw RenameRefusal(tr("Move the cursor to a name first, or mark some."))
        }
        guard chosen.count <= RenamePlan.limit else {
            throw RenameRefusal(
                tr(
                    "\(Format.count(chosen.count, "name")) are too many to rename at once; "
                        + "\(Format.grouped(UInt64(RenamePlan.limit))) is the most."))
        }
        side = panes.focus
        location = pane.location
        entries = chosen.entries
        directory = pane.directory
    }

    /// Has the names edited.
    static func edit(_ workspace: inout Workspace) -> Outcome {
        do throws(RenameRefusal) {
            let order = try RenameOrder(workspace.panes)
            let text = RenameText(order.entries, on: order.location.site)
            guard !text.names.isEmpty else {
                throw RenameRefusal(tr("These names have characters that no line can hold."))
            }
            let request = workspace.requests.next()
            workspace.renamings.edited[request] = (order, text)
            return [.editText(request, text.text)]
        } catch {
            return workspace.refuse(error.sentence)
        }
    }

    /// Asks for a pattern.
    static func askForPattern(_ workspace: inout Workspace) -> Outcome {
        do throws(RenameRefusal) {
            return .present(RenamePatternDialog(try RenameOrder(workspace.panes)))
        } catch {
            return workspace.refuse(error.sentence)
        }
    }

    /// Shows what the names become, unless all of them were shown already and none conflicts; where none
    /// changes, the status bar says so.
    func present(
        _ names: [(old: Name, new: String)], leftOut: Int, wereShown: Bool = false,
        _ workspace: inout Workspace
    ) -> Outcome {
        let plan = RenamePlan(names, in: location, of: directory)
        guard !plan.renamings.isEmpty || !plan.conflicts.isEmpty else {
            workspace.status.show(tr("No name has changed; nothing was renamed."))
            return .nothing
        }
        if wereShown, plan.conflicts.isEmpty, leftOut == 0 {
            return plan.start(in: side, &workspace)
        }
        return .present(RenameDialog(plan: plan, side: side, leftOut: leftOut))
    }
}

/// Names that are being edited or changed.
struct Renamings: Sendable {
    /// By the request that has the text edited.
    var edited: [RequestID: (order: RenameOrder, text: RenameText)] = [:]
    /// By the request that changes them.
    var running: [RequestID: RenamePlan] = [:]

    init() {}

    /// A message on names that are edited or changed; nil where it is about something else.
    static func take(_ message: Message, _ workspace: inout Workspace) -> Outcome? {
        switch message {
        case .edited(let request, let result):
            guard let (order, text) = workspace.renamings.edited.removeValue(forKey: request)
            else { return .nothing }
            guard case .success(let edited) = result else {
                if case .failure(let failure) = result {
                    workspace.status.show(failure.sentence, .error)
                }
                return .nothing
            }
            switch text.names(after: edited) {
            case .success(let names):
                return order.present(names, leftOut: text.leftOut, &workspace)
            case .failure(let refusal):
                workspace.status.show(refusal.sentence, .error)
                return .nothing
            }
        case .renamed(let request, let outcome):
            guard let plan = workspace.renamings.running.removeValue(forKey: request) else {
                return .nothing
            }
            return plan.end(outcome, &workspace)
        default:
            return nil
        }
    }
}

/// A text that could not be edited: a sentence.
package struct EditFailure: Error, Hashable, Sendable {
    /// What went wrong and what was done.
    package let sentence: String

    /// Nothing came of the editing.
    package init(_ sentence: String) {
        self.sentence = sentence
    }
}

extension RenamePlan {
    /// Asks for it.
    func start(in side: Side, _ workspace: inout Workspace) -> Outcome {
        let request = workspace.requests.next()
        workspace.renamings.running[request] = self
        if workspace.panes[side].location == location { workspace.panes[side].mark(exactly: []) }
        workspace.status.show(tr("Renaming \(Format.count(renamings.count, "item"))."))
        return [.renameMany(request, workspace.panes.tab(side), location, renamings)]
    }

    /// It is done, or why it is not.
    fileprivate func end(_ outcome: RenameOutcome, _ workspace: inout Workspace) -> Outcome {
        let (count, number) = (outcome.renamed, Format.number(outcome.renamed))
        if let left = outcome.leftBehind {
            let (old, new) = (
                left.from.text(on: location.site), left.to.text(on: location.site)
            )
            let sentence = tr(
                count, one: "'\(old)' is called '\(new)' now; \(number) item renamed.",
                other: "'\(old)' is called '\(new)' now; \(number) items renamed.")
            workspace.status.show("\(sentence) \(outcome.failure?.message ?? "")", .error)
        } else if let failure = outcome.failure {
            let why = failure.message
            workspace.status.show(
                count == 0
                    ? why
                    : tr(
                        count, one: "\(number) item renamed, then it stopped: \(why)",
                        other: "\(number) items renamed, then it stopped: \(why)"), .error)
        } else {
            workspace.status.show(
                tr(count, one: "\(number) item renamed.", other: "\(number) items renamed."),
                .good)
        }
        let now = workspace.instant
        workspace.panes.changeHidden { if $0.location == location { $0.rereadDue = now } }
        var result = Outcome.nothing
        for side in workspace.panes.sides(showing: { $0.location == location }) {
            let name = renamings.first { $0.from == workspace.panes[side].current?.name }?.to
            result += Rereading.changed(cursorOn: name).start(in: side, &workspace)
        }
        return result
    }
}
