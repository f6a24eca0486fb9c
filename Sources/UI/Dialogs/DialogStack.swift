package import Files

/// The boxes over the screen; the last one is on top and has the keyboard. Keys that were typed for
/// something else must not answer it: where an answer trusts, gives a secret away or destroys, the
/// box takes none until the keyboard has rested since it was drawn.
package struct DialogStack: Sendable {
    /// Seconds without a key after which such a dialog takes them.
    package static let rest = 0.5

    /// How far the dialog on top is from taking keys.
    private enum Readiness: Hashable, Sendable {
        /// Nobody has seen it since it came to the top.
        case unseen
        /// It was drawn, and no key has come since.
        case resting(since: Instant)
        case ready
    }

    private var dialogs: [Dialog] = []
    private var readiness = Readiness.unseen

    package init() {}

    /// Whether the dialog on top takes keys other than Esc.
    package var takesKeys: Bool {
        guard let last, last.isGrave else { return true }
        return readiness == .ready
    }

    /// When the dialog on top takes keys, unless one comes before; nil where that does not hang on
    /// time.
    package var restEnds: Instant? {
        guard !takesKeys, case .resting(let since) = readiness else { return nil }
        return since + DialogStack.rest
    }

    /// The dialogs can be seen as they are now.
    mutating func noteDrawn(at now: Instant) {
        if readiness == .unseen { readiness = .resting(since: now) }
    }

    /// They are hidden: once they come back, the keyboard has to rest anew.
    mutating func noteHidden() {
        readiness = .unseen
    }

    /// Something was typed.
    mutating func noteTyping(at now: Instant) {
        guard case .resting(let since) = readiness else { return }
        readiness = .resting(since: Swift.max(since, now))
    }

    /// At `now` nothing was on its way from the keyboard.
    mutating func noteRest(at now: Instant) {
        if let restEnds, restEnds <= now { readiness = .ready }
    }

    // MARK: Dialogs

    mutating func append(_ dialog: Dialog) {
        dialogs.append(dialog)
        readiness = .unseen
    }

    mutating func removeLast() {
        dialogs.removeLast()
        readiness = .unseen
    }

    mutating func remove(at index: Int) {
        if index == dialogs.count - 1 { readiness = .unseen }
        dialogs.remove(at: index)
    }

    mutating func removeAll(where isGone: (Dialog) -> Bool) {
        let isTopGone = last.map(isGone) ?? false
        dialogs.removeAll(where: isGone)
        if isTopGone { readiness = .unseen }
    }
}

extension DialogStack: RandomAccessCollection, MutableCollection {
    package var startIndex: Int { dialogs.startIndex }
    package var endIndex: Int { dialogs.endIndex }

    /// What stays the same dialog may change while it is open.
    package subscript(index: Int) -> Dialog {
        get { dialogs[index] }
        set { dialogs[index] = newValue }
    }
}

extension Dialog {
    /// Whether an answer can trust somebody, give a secret away, or destroy something.
    var isGrave: Bool {
        switch self {
        case .trust, .password, .delete, .conflict: true
        case .confirm(let dialog): dialog.purpose.isGrave
        case .choice(let dialog): dialog.options.contains { $0.outcome.isGrave }
        case .input, .transfer, .share: false
        }
    }
}

extension ChoiceDialog.Outcome {
    fileprivate var isGrave: Bool {
        switch self {
        case .cancelJob(_, let keepsParts): !keepsParts
        case .action, .policy, .stopShare, .nothing: false
        }
    }
}

extension ConfirmDialog.Purpose {
    fileprivate var isGrave: Bool {
        switch self {
        case .quit(let interrupts): interrupts
        case .cancelJob: true
        case .kick, .stopShare: false
        }
    }
}
