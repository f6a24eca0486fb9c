import Files

/// Handles that are open at a server, or on their way there, and how many there may be.
final class OpenFiles {
    /// Files that are open where the server sets no limit.
    static let usual = 64
    /// Files that are open before the server has said how many there may be.
    private static let untold = 1
    /// Handles that are left for listings, and for others.
    private static let reserve = 4

    private enum Doubt {
        case none
        /// One more than are open was refused, for no reason that was told: because there were
        /// others, if it can be opened alone.
        case about(Path, before: Int)
    }

    private(set) var count = 0
    /// Those of them that the server has opened.
    private var open = 0
    /// Handles that may be open together, as far as is known.
    private(set) var limit: Int
    /// Whether the server has yet to answer how many.
    private(set) var isUntold: Bool
    private var doubt = Doubt.none
    /// Hears, once, that the server has answered how many there may be.
    var whenTold: (() -> Void)?
    /// What was asked for last while nothing else was open, nor on its way.
    private var alone: Path?

    /// `isAsked`: whether the server was asked how many there may be.
    init(isAsked: Bool) {
        limit = isAsked ? OpenFiles.untold : OpenFiles.usual
        isUntold = isAsked
    }

    /// The server says how many there may be; nil where it does not.
    func told(_ said: Int?) {
        guard isUntold else { return }
        isUntold = false
        let most = max(1, min(OpenFiles.usual, said.map { $0 - OpenFiles.reserve } ?? .max))
        // What it was found to refuse meanwhile counts for more.
        if case .about(let path, _) = doubt {
            doubt = .about(path, before: most)
        } else {
            limit = most
        }
        let heard = whenTold
        whenTold = nil
        heard?()
    }

    /// As many as there may be, as far as can be told now.
    var expectedLimit: Int { isUntold ? OpenFiles.usual : limit }

    var hasRoom: Bool { count < limit }

    /// Whether it is not known yet why one was refused.
    var isInDoubt: Bool {
        if case .about = doubt { true } else { false }
    }

    /// One more is on its way.
    func begun(_ path: Path) {
        if count == 0 {
            alone = path
        } else if alone == path {
            alone = nil
        }
        count += 1
    }

    /// One that was opened is not any more.
    func closed() {
        count -= 1
        open -= 1
    }

    /// The server has opened it.
    func granted(_ path: Path) {
        open += 1
        guard case .about(path, let before) = doubt else { return }
        doubt = .none
        if open > limit { limit = before }
    }

    /// The server has refused to open it; it does not count any more.
    func refused(_ path: Path, _ error: FileSystemError) {
        count -= 1
        guard error.kind == .other else { return }
        switch doubt {
        case .none where open > 0:
            doubt = .about(path, before: limit)
            limit = min(limit, open)
        case .about(path, let before) where alone == path:
            // Alone it is refused as well.
            doubt = .none
            limit = before
        case .about where open > 0:
            limit = min(limit, open)
        default: break
        }
    }
}
