/// Bytes a second over the last few seconds.
struct SpeedMeter {
    /// Seconds that are looked back at.
    static let span = 3.0

    private var samples: [(time: Double, bytes: UInt64)] = []

    /// Notes the bytes done by `time`; the speed, once there is one.
    mutating func add(_ bytes: UInt64, at time: Double) -> Double? {
        if let last = samples.last, bytes < last.bytes { samples = [] }
        samples.append((time, bytes))
        while samples.count > 2, let first = samples.first, time - first.time > SpeedMeter.span {
            samples.removeFirst()
        }
        guard let first = samples.first, time > first.time else { return nil }
        return Double(bytes - first.bytes) / (time - first.time)
    }
}
