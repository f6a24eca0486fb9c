import Files
import Transport

/// Sizes that SIZE has just said, so that a transfer which follows need not ask again. Each serves
/// once.
struct LearntSizes {
    /// Seconds for which a size is taken as said now: beside what changes within them, a file may
    /// change between SIZE and RETR as well.
    static let lifetime = 30.0
    /// Files of which it is known at most.
    static let limit = 1_024

    private var sizes: [Path: (bytes: UInt64, time: Double)] = [:]

    /// Takes in what SIZE said at `time`, in seconds of the monotonic clock. A size of 0 may be a
    /// lie, and is asked for again.
    mutating func note(_ bytes: UInt64, of file: Path, at time: Double) {
        guard bytes > 0 else { return forget(file) }
        if sizes.count >= LearntSizes.limit { sizes = [:] }
        sizes[file] = (bytes, time)
    }

    /// The file is another one now.
    mutating func forget(_ file: Path) {
        sizes[file] = nil
    }

    /// The size of a file, which is then no longer known here; nil where it has to be asked for.
    mutating func take(of file: Path, at time: Double) -> UInt64? {
        guard let learnt = sizes.removeValue(forKey: file),
            time - learnt.time < LearntSizes.lifetime
        else { return nil }
        return learnt.bytes
    }
}
