import Engine
import Jobs
import Settings

extension Config {
    /// The limit that the settings want at this time of the day, by local time.
    var limitNow: TimedRate {
        let now = Int64(WallClock.now())
        let local = now + Int64(WallClock.localOffset(at: now))
        let minute = Int((local % 86_400 + 86_400) % 86_400 / 60)
        let limit = limitTimes.limit(at: minute, usual: limitRate)
        return TimedRate(limit.bytesPerSecond, until: limit.end)
    }
}

extension RunCounts {
    /// As the command of `on_done` finds them in its environment.
    var variables: [String: Int] {
        [
            "FERRY_DONE": done, "FERRY_SKIPPED": skipped, "FERRY_FAILED": failed,
            "FERRY_WAITING": waiting, "FERRY_FILES": files, "FERRY_BYTES": Int(clamping: bytes),
        ]
    }
}
