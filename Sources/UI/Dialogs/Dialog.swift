package import Jobs

/// A box over the screen that has the keyboard until it is closed.
package enum Dialog: Sendable {
    case input(InputDialog)
    case choice(ChoiceDialog)
    case confirm(ConfirmDialog)
    case transfer(TransferDialog)
    case delete(DeleteDialog)
    case conflict(ConflictDialog)
    case password(PasswordDialog)
    case trust(TrustDialog)
    case share(ShareDialog)
}

/// Asks for one line of text.
package struct InputDialog: Sendable {
    /// What the text is for: `Model.submit` does it.
    package enum Purpose: Hashable, Sendable {
        case goTo, makeDirectory, make, markPattern, unmarkPattern
        case logSave, rawSave, charset
        /// Nil limits the whole queue.
        case limit(JobID?)
    }

    package var title: String
    /// One line above the field that says what to write.
    package var label: String
    package var field: TextField
    package var purpose: Purpose
    /// Why the text was refused; below the field.
    package var refusal: String?

    package init(title: String, label: String, field: TextField, purpose: Purpose) {
        self.title = title
        self.label = label
        self.field = field
        self.purpose = purpose
    }
}

/// Lets the user choose one of a few, with the arrows or by its letter.
package struct ChoiceDialog: Sendable {
    /// What a choice does: `Model.choose` does it.
    package enum Outcome: Hashable, Sendable {
        case action(Action)
        case policy(JobID, ConflictPolicy)
        case cancelJob(JobID, keepsParts: Bool)
        /// Everything stays as it is.
        case nothing
        case stopShare(atOnce: Bool)
    }

    package struct Option: Hashable, Sendable {
        package var key: Character
        package var label: String
        /// Holds now; shown with a dot.
        package var isCurrent: Bool
        package var outcome: Outcome

        package init(
            key: Character, label: String, isCurrent: Bool = false, outcome: Outcome
        ) {
            self.key = key
            self.label = label
            self.isCurrent = isCurrent
            self.outcome = outcome
        }
    }

    package var title: String
    /// Sentences above the options, one a line.
    package var lines: [String]
    package var options: [Option]
    package var position = ScrollPosition()

    package init(title: String, lines: [String] = [], options: [Option]) {
        self.title = title
        self.lines = lines
        self.options = options
        let current = options.firstIndex { $0.isCurrent } ?? 0
        position.move(to: current, count: options.count, height: options.count)
    }
}

/// Asks yes or no; No has the focus at first, `y` and `n` answer.
package struct ConfirmDialog: Sendable {
    /// What Yes does: `Model.confirm` does it.
    package enum Purpose: Hashable, Sendable {
        /// Whether transfers or visits are broken off by it.
        case quit(interrupts: Bool)
        case cancelJob(JobID)
        case kick(Visit.ID)
        case stopShare
    }

    package var title: String
    /// Sentences, one a line.
    package var lines: [String]
    package var yes: String
    package var no: String
    package var purpose: Purpose
    package var isYesFocused = false

    package init(
        title: String, lines: [String], yes: String = "Yes", no: String = "No", purpose: Purpose
    ) {
        self.title = title
        self.lines = lines
        self.yes = yes
        self.no = no
        self.purpose = purpose
    }
}
