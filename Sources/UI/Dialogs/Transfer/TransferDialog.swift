import Files
import Jobs
import Terminal
import Words

/// F5 and F6: what goes where, and what happens to names that are taken.
struct TransferDialog: FormDialog {
    enum Focus: CaseIterable, Sendable {
        case target, policy, links, modes, start, cancel
    }

    var operation: Job.Operation
    var side: Side
    var source: Location
    var chosen: Selection
    /// Bytes of the files among them.
    var bytes: UInt64
    var field: TextField
    /// What the field said at first, and the directory that it stands for; its text may say less
    /// than the bytes of the path.
    var proposal: (text: String, directory: Location)?
    var policy: ConflictPolicy = .ask
    var links: LinkPolicy
    var modes: ModePolicy
    var focus: Focus = .target
    var refusal: String?

    /// Whether there may be links to choose about: in a directory, or chosen themselves.
    var asksAboutLinks: Bool { chosen.directoryCount + chosen.linkCount > 0 }

    /// What can be focused, from top to bottom.
    var focuses: [Focus] {
        Focus.allCases.filter { $0 != .links || asksAboutLinks }
    }

    mutating func takeInFocus(_ key: Key) -> DialogReply {
        switch focus {
        case .target:
            if field.handle(key) { refusal = nil }
        case .policy, .links, .modes:
            step(key)
        case .start where key.code == .right:
            focus = .cancel
        case .cancel where key.code == .left:
            focus = .start
        case .start, .cancel:
            break
        }
        return .stays
    }

    mutating func paste(_ text: String) {
        guard focus == .target else { return }
        field.insert(text)
        refusal = nil
    }

    mutating func press(field: Int, _ workspace: inout Workspace) -> DialogReply {
        focus = .target
        return .stays
    }

    mutating func press(option: Int, _ workspace: inout Workspace) -> DialogReply {
        let options = focuses.filter { [.policy, .links, .modes].contains($0) }
        guard options.indices.contains(option) else { return .stays }
        focus = options[option]
        step(Key(.right))
        return .stays
    }

    mutating func press(isFirstButton: Bool, _ workspace: inout Workspace) -> DialogReply {
        focus = isFirstButton ? .start : .cancel
        return take(Key(.enter), &workspace)
    }

    /// Another choice where the focus is, by the arrows or Space.
    private mutating func step(_ key: Key) {
        let step: Int
        switch key.code {
        case .right, .character(" "), .character("l"): step = 1
        case .left, .character("h"): step = -1
        default: return
        }
        switch focus {
        case .policy: policy = TransferDialog.next(to: policy, by: step)
        case .links: links = TransferDialog.next(to: links, by: step)
        // To keep them all is for those who know what they do: a command has an option for it.
        case .modes: modes = modes == .target ? .source : .target
        case .target, .start, .cancel: break
        }
    }

    private static func next<Choice: CaseIterable & Equatable>(
        to choice: Choice, by step: Int
    ) -> Choice {
        let choices = Array(Choice.allCases)
        guard let index = choices.firstIndex(of: choice) else { return choice }
        return choices[(index + step + choices.count) % choices.count]
    }

    mutating func submit(_ workspace: inout Workspace) -> DialogReply {
        var outcome = Outcome.nothing
        do throws(SiteURL.Refusal) {
            let (directory, name, password) = try destination(in: workspace)
            if let refusal = refusal(directory, name, in: workspace) {
                throw SiteURL.Refusal(description: refusal)
            }
            if let password { outcome += workspace.queue.given(password, for: directory.site) }
            if asksAboutLinks, links != workspace.options.links {
                workspace.options.links = links
                outcome += [.keepLinks(links)]
            }
            if modes != workspace.options.modes {
                workspace.options.modes = modes
                outcome += [.keepModes(modes)]
            }
            return .closes(outcome + start(directory, name, &workspace))
        } catch {
            refusal = error.description
            focus = .target
            return .stays
        }
    }

    private func start(
        _ directory: Location, _ name: Name?, _ workspace: inout Workspace
    ) -> Outcome {
        let isHere = workspace.panes[side].location == source
        if operation == .move, let name, directory == source, isHere,
            let entry = chosen.first.first
        {
            return Change(.rename(from: entry.name), name, in: side, workspace.panes)
                .start(&workspace)
        }
        let batch = JobBatch(
            JobBatch.Plan(
                operation: operation, source: source, chosen: chosen, target: directory,
                name: name, policy: policy, links: links, modes: modes))
        if isHere { workspace.panes[side].mark(exactly: []) }
        let items = Format.count(chosen.count, "item")
        workspace.status.show(
            operation == .move ? tr("\(items) queued to move.") : tr("\(items) queued to copy."),
            .good)
        return [.enqueue(batch)]
    }
}
