import Files
import Jobs
import Terminal

extension Model {
    /// Notes that something waits for a decision about a server; the dialog opens as soon as
    /// nothing else is typed.
    mutating func askTrust(_ asked: TrustDialog) {
        for index in dialogs.indices {
            guard case .trust(var dialog) = dialogs[index], dialog.subject == asked.subject
            else { continue }
            dialog.add(asked)
            dialogs[index] = .trust(dialog)
            return
        }
        if let index = trustAsked.firstIndex(where: { $0.subject == asked.subject }) {
            trustAsked[index].add(asked)
        } else {
            trustAsked.append(asked)
        }
    }

    /// A transfer failed for want of a decision: what was declined is not asked again by itself.
    mutating func askTrust(_ question: TrustQuestion, of job: Job, _ error: FileSystemError) {
        guard let site = job.site(of: error) else { return }
        let asked = TrustDialog(site: site, question: question, jobs: [job.id])
        guard !trustDeclined.contains(asked.subject) else { return }
        askTrust(asked)
    }

    mutating func takeKey(_ key: Key, in dialog: TrustDialog) -> [Effect] {
        var dialog = dialog
        let last = dialog.answers.count - 1
        switch (key.code, key.modifiers) {
        case (.escape, []), (.character("g"), .control), (.character("c"), .control),
            (.character("q"), []):
            return answer(dialog, .declined)
        case (.enter, []):
            return answer(dialog, dialog.isAlarm ? .declined : dialog.answers[dialog.cursor])
        case (.down, []) where !dialog.isAlarm, (.tab, []) where !dialog.isAlarm:
            dialog.cursor = min(dialog.cursor + 1, last)
        case (.up, []) where !dialog.isAlarm:
            dialog.cursor = max(dialog.cursor - 1, 0)
        case (.character(let letter), []):
            if let given = dialog.answers.first(where: { dialog.letter(of: $0) == letter }) {
                return answer(dialog, given)
            }
        default:
            break
        }
        replaceDialog(.trust(dialog))
        return []
    }

    mutating func answer(_ dialog: TrustDialog, _ answer: TrustAnswer) -> [Effect] {
        dialogs.removeLast()
        var effects = dialog.requests.map {
            Effect.trust($0, dialog.site, dialog.question, answer)
        }
        guard answer != .declined else {
            trustDeclined.insert(dialog.subject)
            return effects
        }
        trustDeclined.remove(dialog.subject)
        if effects.isEmpty {
            effects.append(.trust(nil, dialog.site, dialog.question, answer))
        }
        return effects + dialog.jobs.map { .control(.retry($0)) }
    }
}

extension TrustDialog {
    fileprivate mutating func add(_ other: TrustDialog) {
        requests += other.requests.filter { !requests.contains($0) }
        jobs += other.jobs.filter { !jobs.contains($0) }
    }
}
