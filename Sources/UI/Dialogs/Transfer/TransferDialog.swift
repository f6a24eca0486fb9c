import Files
import Jobs

/// F5 and F6: what goes where, and what happens to names that are taken.
package struct TransferDialog: Sendable {
    enum Focus: CaseIterable, Sendable {
        case target, policy, links, start, cancel
    }

    var operation: Job.Operation
    var side: Side
    var source: Location
    var chosen: Chosen
    /// Bytes of the files among them.
    var bytes: UInt64
    var field: TextField
    /// What the field said at first, and the directory that it stands for; its text may say less
    /// than the bytes of the path.
    var proposal: (text: String, directory: Location)?
    var policy: ConflictPolicy = .ask
    var links: LinkPolicy
    var focus: Focus = .target
    var refusal: String?

    /// Whether there may be links to choose about: in a directory, or chosen themselves.
    var asksAboutLinks: Bool { chosen.directoryCount + chosen.linkCount > 0 }

    /// What can be focused, from top to bottom.
    var focuses: [Focus] {
        Focus.allCases.filter { $0 != .links || asksAboutLinks }
    }

    mutating func moveFocus(by step: Int) {
        let focuses = focuses
        let index = focuses.firstIndex(of: focus) ?? 0
        focus = focuses[(index + step + focuses.count) % focuses.count]
    }
}

/// F8: what is to go, and what is in it.
package struct DeleteDialog: Sendable {
    var side: Side
    var source: Location
    var chosen: Chosen
    /// What counts what is inside; nil where there is nothing to count.
    var request: RequestID?
    var tally: Tally
    var isFinal: Bool
    var isYesFocused = false
}

/// A target that exists: both sides, and what can be done.
package struct ConflictDialog: Sendable {
    var job: JobID
    var name: String
    var target: String
    var conflict: Conflict
    var scope: AnswerScope = .thisFile
    var options: [ConflictPolicy]
    var cursor = 0
}

/// A login that wants a password.
package struct PasswordDialog: Sendable {
    /// What waits for it.
    enum Asker: Hashable, Sendable {
        /// Listings; none where only the queue does.
        case requests([RequestID])
        /// Jobs that need one for this site; more may by the time that it is given.
        case queue
    }

    var asker: Asker
    var site: Site
    var detail: String?
    var field = TextField("", isSecret: true)
    /// Whether it goes to the user's keyring once it has worked.
    var isKept = false
}
