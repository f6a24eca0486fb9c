import Files

/// How fast everything together was over the last minutes, a second a column.
struct SpeedGraph: Sendable {
    /// Seconds kept.
    static let capacity = 240

    /// Bytes a second, the newest last.
    private var samples: [Double] = []
    private var last: Instant?

    /// Whether a second has passed since the last sample.
    func isDue(at now: Instant) -> Bool {
        last.map { now.seconds(since: $0) >= 0.9 } ?? true
    }

    /// Takes in the speed of now; a graph of nothing is empty.
    mutating func note(_ speed: Double, at now: Instant) {
        last = now
        if samples.isEmpty, speed <= 0 { return }
        samples.append(speed.isFinite ? max(0, speed) : 0)
        if samples.count > SpeedGraph.capacity {
            samples.removeFirst(samples.count - SpeedGraph.capacity)
        }
        // What came to rest is forgotten once it has left the graph.
        if !samples.contains(where: { $0 > 0 }) { samples = [] }
    }

    /// So many columns of the newest seconds, by the fastest of them; empty where nothing has moved.
    func text(columns: Int, isASCII: Bool) -> String {
        let shown = samples.suffix(max(0, columns))
        guard let top = shown.max(), top > 0 else { return "" }
        let levels = isASCII ? Array("_.-=+*#@") : Array("▁▂▃▄▅▆▇█")
        return String(
            shown.map { sample in
                let level = (sample / top * Double(levels.count)).rounded(.up)
                return levels[max(0, min(levels.count, Int(level)) - 1)]
            })
    }
}
