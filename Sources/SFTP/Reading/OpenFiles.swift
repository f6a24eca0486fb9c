import Files

/// Handles that are open at a server, or on their way there, and how many there may be.
final class OpenFiles {
    /// Files that are open where the server sets no limit.
    static let usual = 64
    /// Handles that are left for listings, and for others.
    private static let reserve = 4

    private enum Doubt {
        case none
        /// One more than are open was refused, for no reason that was told: because there were
        /// others, if it can be opened alone.
        case about(Path, before: Int)
    }

    private(set) var count = 0
    /// Handles that may be open together, as far as is known.
    private(set) var limit: Int
    private var doubt = Doubt.none

    /// `said`: what the server says, nil where it does not.
    init(said: Int?) {
        limit = max(1, min(OpenFiles.usual, said.map { $0 - OpenFiles.reserve } ?? .max))
    }

    var hasRoom: Bool { count < limit }

    /// One more is on its way.
    func begun() { count += 1 }

    func closed() { count -= 1 }

    /// The server has opened it.
    func granted(_ path: Path) {
        guard case .about(path, let before) = doubt else { return }
        doubt = .none
        if count > 1 { limit = before }
    }

    /// The server has refused to open it; it does not count any more.
    func refused(_ path: Path, _ error: FileSystemError) {
        guard error.kind == .other else { return }
        switch doubt {
        case .none where count > 0:
            doubt = .about(path, before: limit)
            limit = max(1, min(limit, count))
        case .about(path, let before) where count == 0:
            // Alone it is refused as well.
            doubt = .none
            limit = before
        default: break
        }
    }
}
