package import Jobs

/// What the screen knows of the share; its visits are the queue's (`QueueState.visits`).
package struct ShareState: Sendable {
    /// The share that is open; nil where none is.
    package internal(set) var status: ShareStatus?
    /// What was asked for and is not answered, or was refused: to be corrected.
    var asked: ShareDialog?
    /// Whether a share was asked for that is not open yet.
    var isStarting = false
    /// Whether the code is drawn light on dark, for a terminal without colours whose text is dark.
    var isInverted = false
    /// The selected visit's row and the first one shown.
    package internal(set) var scroll = ScrollPosition()
    /// The selected visit; the selection follows it when the list changes.
    var selected: Visit.ID?

    package init() {}

    /// The port for the line on top: `:8080`; nil where the URL has none.
    package var port: String? {
        guard let url = status?.urls.first, let scheme = url.firstRange(of: "://") else {
            return nil
        }
        let authority = url[scheme.upperBound...].prefix { $0 != "/" }
        guard let colon = authority.lastIndex(of: ":"),
            authority[colon...].dropFirst().allSatisfy(\.isWholeNumber)
        else { return nil }
        return String(authority[colon...])
    }
}
