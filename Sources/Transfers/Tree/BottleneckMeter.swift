/// Finds what keeps a job from being faster: what most of its lanes' time went into, as measured over
/// the last seconds. It says something else at most once in so many.
struct BottleneckMeter {
    /// What a job waits for.
    enum Cause: Hashable {
        case disk
        /// Bytes of the source's server, and room for some on the way to the target's.
        case source, target
        case limit
    }

    /// What a look has found.
    enum Finding {
        /// It is not time to say anything.
        case same
        case unknown
        /// With what was measured meanwhile.
        case found(Cause, TimeSpent)
    }

    /// Seconds that are measured before anything is said, and until something else may be.
    static let first = 1.0
    static let span = 2.0
    /// The part of the lanes' time that has to go into one thing, and that keeps it being said.
    private static let share = 0.5
    private static let keptShare = 0.4

    private var spent = TimeSpent()
    /// When what is in `spent` began; nil before the first look.
    private var start: Double?
    private var cause: Cause?
    private var isFirst = true

    mutating func add(_ more: TimeSpent) { spent += more }

    /// Looks at what so many lanes have spent since the last finding. `now` in seconds.
    mutating func look(at now: Double, lanes: Int, isMoving: Bool) -> Finding {
        guard let start else {
            self.start = now
            return .same
        }
        let elapsed = now - start
        guard elapsed >= (isFirst ? BottleneckMeter.first : BottleneckMeter.span) else {
            return .same
        }
        let found = spent
        spent = TimeSpent()
        // What was measured once and is not looked up each time.
        spent.roundTrip = found.roundTrip
        self.start = now
        isFirst = false
        cause = isMoving ? main(of: found, elapsed * Double(max(1, lanes))) : nil
        return cause.map { .found($0, found) } ?? .unknown
    }

    private func main(of spent: TimeSpent, _ whole: Double) -> Cause? {
        let parts: [(cause: Cause, seconds: Double)] = [
            (.disk, spent.disk), (.source, spent.source), (.target, spent.target),
            (.limit, spent.limited),
        ]
        if let cause, let part = parts.first(where: { $0.cause == cause }),
            part.seconds >= whole * BottleneckMeter.keptShare
        {
            return cause
        }
        let most = parts.max { $0.seconds < $1.seconds }
        return most.flatMap { $0.seconds >= whole * BottleneckMeter.share ? $0.cause : nil }
    }
}
