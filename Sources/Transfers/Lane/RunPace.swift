/// How long files have taken, or directories, that lanes of a route were given together.
struct RunPace {
    /// Seconds that a run is to take at least while there is enough to do: it is announced, noted and
    /// synced as a whole, which costs as much as many small files do.
    private static let leastSeconds = 0.1
    /// Seconds that one takes at least of which anything was done.
    private static let leastEach = 0.000_1
    /// How much the newest run counts against all before.
    private static let weight = 0.25

    private var secondsEach: Double?

    /// How many of them one lane is given at least, where there are as many; 1 while nothing is known,
    /// and on lines on which one alone takes as long as that.
    var least: Int {
        guard let secondsEach, secondsEach > 0 else { return 1 }
        return max(1, Int(min(Double(FileRun.mostFiles), RunPace.leastSeconds / secondsEach)))
    }

    /// So many have taken so long together.
    mutating func note(_ count: Int, seconds: Double) {
        guard count > 0 else { return }
        let own = seconds / Double(count)
        // Those that all failed at once say nothing of those that do not.
        guard own >= RunPace.leastEach else { return }
        secondsEach = secondsEach.map { $0 + (own - $0) * RunPace.weight } ?? own
    }
}
