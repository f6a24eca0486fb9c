import Files

/// A change of modes or times that was asked for and not answered yet.
struct RunningAttributeChange: Sendable {
    var side: Side
    var change: AttributeChange
    /// Whether the user has said that it is to stop.
    var isStopping = false
}

/// Modes and times, which are changed at once, without the queue.
extension Workspace {
    /// Asks for a change in a pane.
    mutating func start(_ change: AttributeChange, side: Side) -> Outcome {
        let request = makeRequest()
        attributeChanges[request] = RunningAttributeChange(side: side, change: change)
        if self[side].location == change.location { self[side].mark(exactly: []) }
        let below = change.goesBelow ? " and all below" : ""
        let key = keymap.labels(for: .cancel, in: .pane).first
        status.show(
            "Setting the \(change.what) of \(change.whose)\(below).",
            hint: key.map { "\($0): stop" })
        return [.changeAttributes(request, side, change)]
    }

    /// Stops what goes on; nil where nothing does, or all of it is stopping already.
    mutating func stopAttributeChanges() -> Outcome? {
        let requests = attributeChanges.filter { !$0.value.isStopping }.keys
        guard !requests.isEmpty else { return nil }
        for request in requests { attributeChanges[request]?.isStopping = true }
        status.show("Stopping; what is set already stays so.")
        return Outcome(steps: requests.map { .effect(.stop($0)) })
    }

    /// A change is done, or why it is not.
    mutating func take(_ outcome: AttributeOutcome, of request: RequestID) -> Outcome {
        guard let running = attributeChanges.removeValue(forKey: request) else { return .nothing }
        let change = running.change
        var result = Outcome.nothing
        if let end = outcome.end {
            if end.kind == .cancelled {
                status.show(end.message, .warning)
            } else {
                status.show(end, side: running.side)
            }
        } else if outcome.failureCount == 1, let failure = outcome.failures.first {
            status.show(failure, side: running.side)
        } else if outcome.failureCount > 1 {
            status.show(
                "Not all is set: \(Format.count(outcome.failureCount, "failure")).", .error)
        } else {
            let below = change.goesBelow ? " and all below" : ""
            status.show(
                "\(change.whose)\(below): the \(change.what) \(change.isBoth ? "are" : "is") set.",
                .good)
        }
        if outcome.failureCount > 1 { result += .ask(FailuresDialog(outcome)) }
        for side in Side.allCases where !self[side].isEmpty && shows(change, self[side]) {
            // A listing that is on its way may be older than the change, or lead elsewhere.
            if let pending = self[side].pending, !pending.isReread { continue }
            result += reread(side, isQuiet: true)
        }
        return result
    }

    private func shows(_ change: AttributeChange, _ pane: Pane) -> Bool {
        guard pane.site == change.location.site else { return false }
        return pane.path == change.location.path
            || change.goesBelow && pane.path.isInside(change.location.path)
    }
}

extension AttributeChange {
    var isBoth: Bool { mode != nil && time != nil }

    /// `mode`, `time`, `mode and time`
    var what: String { isBoth ? "mode and time" : mode != nil ? "mode" : "time" }

    /// `'name'`, `3 items`
    var whose: String {
        guard count == 1, let entry = first.first else { return Format.count(count, "item") }
        return "'\(entry.name.text(on: location.site))'"
    }
}
