import Files
import Jobs

/// How the share stands; its visits are the queue's (`QueueState.visits`).
enum ShareState: Sendable {
    /// Nothing is shared.
    case closed
    /// A share was asked for that is not open yet.
    case starting(ShareDialog)
    /// A share was refused as it was asked for: to be corrected.
    case refused(ShareDialog)
    /// It is open.
    case open(ShareStatus)

    /// The share that is open; nil where none is.
    var status: ShareStatus? {
        if case .open(let status) = self { return status }
        return nil
    }

    /// Whether a share was asked for that is not open yet.
    var isStarting: Bool {
        if case .starting = self { return true }
        return false
    }

    /// The port for the line on top: `:8080`; nil where the URL has none.
    var port: String? {
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
