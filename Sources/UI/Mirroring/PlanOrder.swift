package import Files
package import Sync

/// What is to be planned for two places, and how.
package struct PlanOrder: Hashable, Sendable {
    /// What the two become.
    package enum Kind: Hashable, Sendable {
        /// The second becomes what the first is; what the first does not have goes only where it `deletes`.
        case mirror(deletes: Bool)
        /// Both become the same; what becomes of a file that was changed on both sides.
        case sync(SyncRules.Conflict)
    }

    /// What the two become.
    package var kind: Kind
    /// The source and the target, or two that are alike.
    package var places: Pair<Location>
    /// What makes two files the same.
    package var criterion: Criterion
    /// Which files are copied.
    package var scope: MirrorRules.Scope = .all
    /// Whether a file is replaced that is newer than the other one.
    package var replacesNewer = true
    /// Whether what is deleted or replaced is kept in `.ferry-trash`.
    package var keepsReplaced = true
    /// Whether permissions are made the same as well, where both sides know them.
    package var comparesModes = true
    /// Whether lists of names to leave out (`.ferryignore`) are obeyed.
    package var readsIgnoreLists = false
    /// Whether a mirror is made again whenever its source has changed.
    package var staysUpToDate = false
    /// Patterns of names that are left out.
    package var excluded: [String] = []

    /// With what is usual for the rest.
    package init(_ kind: Kind, _ places: Pair<Location>, by criterion: Criterion = .sizeAndTime) {
        self.kind = kind
        self.places = places
        self.criterion = criterion
    }
}

/// How far a plan is, while the two places are compared.
package struct PlanningProgress: Hashable, Sendable {
    /// Directories that were compared.
    package var directories: Int
    /// Differences that were found.
    package var differences: Int

    /// So far.
    package init(directories: Int, differences: Int) {
        self.directories = directories
        self.differences = differences
    }
}

/// A plan that was made, for the user to look at before it is run.
package struct PreparedPlan: Sendable {
    /// By their paths.
    package enum Rows: Sendable {
        case mirror(MirrorPlan.Rows)
        case sync(SyncPlan.Rows, SyncWording)
    }

    /// What was asked for.
    package var order: PlanOrder
    /// What would be done.
    package var rows: Rows {
        didSet { index = PlanIndex(rows) }
    }
    /// What the screen wants to know of each row: found out by whoever makes the plan, as it takes a while
    /// for very many.
    private(set) var index: PlanIndex
    /// Files and links that are the same on both sides.
    package var sameCount: Int
    /// What is wrong already, a sentence each: what could not be read, or why nothing is deleted.
    package var troubles: [String]
    /// Seconds by which all times of the first place are ahead, where that is taken for a zone.
    package var offset: Int64?

    /// A plan without troubles.
    package init(
        _ order: PlanOrder, _ rows: Rows, sameCount: Int, troubles: [String] = [],
        offset: Int64? = nil
    ) {
        self.order = order
        self.rows = rows
        index = PlanIndex(rows)
        self.sameCount = sameCount
        self.troubles = troubles
        self.offset = offset
    }
}

/// What came of a plan that was run.
struct PlanReport: Hashable, Sendable {
    /// What failed, a sentence each: the first of them.
    var failures: [String] = []
    /// All that failed.
    var failureCount = 0
    /// What is to be known besides, and is no failure: a sentence each.
    var remarks: [String] = []
    /// Files that were copied, and their bytes.
    var files = 0
    var bytes: UInt64 = 0
    /// Files that were deleted or put aside.
    var deleted = 0
    /// Whether the user has stopped it.
    var isStopped = false
    /// Why it ended before all was done, a sentence, where something else did that.
    var reason: String?

    /// As many failures have a sentence.
    static let failureLimit = 200

    /// Nothing was done.
    init() {}
}

/// Two versions of a text, line by line.
package struct TextDifference: Hashable, Sendable {
    /// A line of one of them, or of both.
    package struct Line: Hashable, Sendable {
        /// Who has it.
        package enum Owner: Hashable, Sendable { case both, first, second }

        /// Who has it.
        package var owner: Owner
        /// Safe to show.
        package var text: String

        /// A line by its owner.
        package init(_ owner: Owner, _ text: String) {
            self.owner = owner
            self.text = text
        }
    }

    /// In order; what is replaced comes before what replaces it.
    package var lines: [Line]
    /// Whether one of the texts is longer than what was compared.
    package var isCut: Bool

    /// As it was found.
    package init(_ lines: [Line], isCut: Bool) {
        self.lines = lines
        self.isCut = isCut
    }
}
