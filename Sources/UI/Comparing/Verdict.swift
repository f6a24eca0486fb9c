package import Files
import Terminal
import Words

/// What a comparison of the panes says of a row.
package enum Verdict: UInt8, Hashable, Sendable {
    case same, different
    /// Only one pane has it.
    case only
    /// Not known, or not yet.
    case open
    /// It could not be compared.
    case failed
    /// It is not compared: a device, say, or something that Ferry keeps for itself.
    case leftOut

    /// What stands before the name.
    var mark: String {
        switch self {
        case .same: "="
        case .different: "~"
        case .only: "+"
        case .open: "?"
        case .failed: "!"
        case .leftOut: " "
        }
    }

    /// The same as a word; nil where there is nothing to say.
    var word: String? {
        switch self {
        case .same: tr("same")
        case .different: tr("different")
        case .only: tr("only here")
        case .open: tr("not compared")
        case .failed: tr("failed", meaning: "the comparison of a name")
        case .leftOut: nil
        }
    }

    var role: Role {
        switch self {
        case .same, .open, .leftOut: .muted
        case .different: .warning
        case .only: .good
        case .failed: .error
        }
    }

    /// Whether it is one to step to.
    var isDifference: Bool { self == .different || self == .only }
}

/// Entries of both panes that have one name; of files with what they were when that was found out.
package struct ComparedName: Hashable, Sendable {
    private struct Stamp: Hashable, Sendable {
        var size: UInt64?
        var modified: Timestamp?
    }

    private let left: Name
    private let stamps: [Stamp]

    /// Of a directory only the name counts: what is below it does not show in its entry.
    package init(_ left: Entry, _ right: Entry) {
        self.left = left.name
        stamps =
            left.kind == .directory && right.kind == .directory
            ? [] : [left, right].map { Stamp(size: $0.size, modified: $0.modified) }
    }
}
