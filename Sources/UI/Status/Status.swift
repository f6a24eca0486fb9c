/// The status bar: the newest thing that matters, and why.
package struct Status: Hashable, Sendable {
    /// How much it matters.
    package enum Importance: Hashable, Sendable {
        case quiet, good, warning, error
    }

    /// One sentence.
    package var text = ""
    /// How much it matters.
    package var importance: Importance = .quiet
    /// A reply's code, whose class colours the bar.
    package var code: Int?
    /// `Q: choose what to do`; the key that helps, where there is one.
    package var hint: String?
    /// Whether it says that a transfer asks, which is over once none does.
    var isQuestion = false
    /// Whether it is a reply or a fault of a connection that transfers.
    var isTransferTrouble = false
    /// Whether it says why a pane did not follow the other.
    var isOfBrowsing = false
    /// Whether the plan's screen says the same.
    var isOfPlan = false
    /// The pane that it is about.
    var side: Side?

    /// Says nothing.
    package init() {}

    /// Shows a sentence of Ferry's own until something newer matters.
    package mutating func show(
        _ text: String, _ importance: Importance = .quiet, hint: String? = nil
    ) {
        self = Status()
        self.text = text
        self.importance = importance
        self.hint = hint
    }
}
