/// How a part grows that another server fills, as far as its own server shows it, and whether it stands
/// still.
struct PartGrowth {
    /// Bytes a second that come at least where nobody can see how many they are.
    private static let pace = 16_384.0

    private let offset: UInt64
    private let size: UInt64
    private let start: Double
    /// Bytes that are there, as far as is known.
    private(set) var bytes: UInt64
    /// When they became more, or the look at them began.
    private var time: Double
    /// Whether the server was seen to show how a part grows.
    private(set) var isShown: Bool

    /// From `offset` to `size` bytes; `start` is in seconds of the monotonic clock.
    init(from offset: UInt64, to size: UInt64, start: Double, isShown: Bool) {
        self.offset = offset
        self.size = size
        self.start = start
        self.isShown = isShown
        bytes = offset
        time = start
    }

    /// From now on somebody looks.
    mutating func beginLooking(at now: Double) { time = now }

    /// From now on nobody does.
    mutating func endLooking() { isShown = false }

    /// Takes in the size that the server tells.
    mutating func take(_ found: UInt64, at now: Double) {
        guard found > bytes else { return }
        bytes = min(found, size)
        time = now
        isShown = true
    }

    /// The seconds for which nothing has come any more; nil while it may be on its way. `patience`: the
    /// seconds in which something must come.
    func stall(at now: Double, patience: Double) -> Double? {
        // Some servers tell the size of a file that is being written only once it is whole.
        guard isShown else {
            let left = size > offset ? size - offset : 0
            let longest = 4 * patience + Double(left) / PartGrowth.pace
            return now - start < longest ? nil : longest
        }
        return now - time < patience ? nil : patience
    }
}
