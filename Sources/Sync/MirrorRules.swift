/// What a mirror may do to its target.
package struct MirrorRules: Sendable {
    /// Which files are copied.
    package enum Scope: Hashable, Sendable {
        case all
        /// Those that the target has, in another state.
        case existing
        /// Those that the target does not have.
        case missing
    }

    package var scope: Scope
    /// Whether what the source does not have is deleted.
    package var deletes: Bool
    /// Whether a file is replaced that is newer than its source.
    package var replacesNewer: Bool
    package var limit: DeletionLimit

    /// Copies everything, and deletes nothing.
    package init(
        scope: Scope = .all, deletes: Bool = false, replacesNewer: Bool = true,
        limit: DeletionLimit = .usual
    ) {
        self.scope = scope
        self.deletes = deletes
        self.replacesNewer = replacesNewer
        self.limit = limit
    }
}

/// How many files of a target may be deleted in one go.
package enum DeletionLimit: Hashable, Sendable {
    /// Half of them, and ten at least; none where the source is empty.
    case usual
    case files(Int)
    /// Of a hundred so many, 0…100; 100 also where the source is empty.
    case percent(Int)

    /// Files that may go at the first use, of so many.
    private static let always = 10

    /// `50` or `50%`; nil for anything else.
    package init?(_ text: String) {
        let isShare = text.hasSuffix("%")
        let digits = isShare ? text.dropLast() : text[...]
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }),
            let number = Int(digits), !isShare || number <= 100
        else { return nil }
        self = isShare ? .percent(number) : .files(number)
    }

    /// How many of so many files may go.
    package func most(of count: Int) -> Int {
        switch self {
        case .usual: max(DeletionLimit.always, count / 2)
        case .files(let number): number
        // By hundreds first, so that no number is too large.
        case .percent(let share): count / 100 * share + count % 100 * share / 100
        }
    }

    /// Whether all may go although the source holds nothing.
    package var holdsForEmptySource: Bool { self == .percent(100) }
}
