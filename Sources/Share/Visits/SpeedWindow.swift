/// Bytes a second over the last few seconds.
struct SpeedWindow {
    /// Seconds that count.
    static let span = 4.0
    /// Seconds between two samples.
    static let step = 0.25

    private var samples: [(time: Double, done: UInt64)]

    init(start: Double) {
        samples = [(start, 0)]
    }

    /// `done` bytes in all at `time`.
    mutating func note(_ done: UInt64, at time: Double) {
        if samples.count > 1, let before = samples.dropLast().last,
            time - before.time < SpeedWindow.step
        {
            samples.removeLast()
        }
        samples.append((time, done))
        while samples.count > 2, time - samples[1].time > SpeedWindow.span {
            samples.removeFirst()
        }
    }

    /// Nil before there is anything to divide.
    func rate(at time: Double) -> Double? {
        guard let first = samples.first, let last = samples.last else { return nil }
        let elapsed = time - first.time
        guard elapsed >= SpeedWindow.step else { return nil }
        return Double(last.done - min(first.done, last.done)) / elapsed
    }
}
