import CLinux
import Glibc
import Words

/// What the system says of its clock and its limits.
enum SystemFindings {
    static func all() -> [Finding] { clock(time(nil), isSynchronised: isSynchronised) + limits() }

    /// `now` in seconds since the epoch.
    static func clock(_ now: Int, isSynchronised: Bool?) -> [Finding] {
        // 2025-11-28: no version of Ferry is older.
        let earliest = 1_764_288_000
        guard now >= earliest else {
            return [
                Finding(
                    .clock, "time", .problem(tr("Set the clock, or start timesyncd or chrony.")),
                    tr("The clock is wrong: it shows a time before Ferry was made."))
            ]
        }
        switch isSynchronised {
        case true?: return [Finding(.clock, "time", .ok, tr("set by a time server"))]
        case false?:
            return [
                Finding(
                    .clock, "time",
                    .hint(tr("Start timesyncd or chrony, so that times of files can be compared.")),
                    tr("No time server sets the clock."))
            ]
        case nil: return [Finding(.clock, "time", .ok, tr("not known to be set by a time server"))]
        }
    }

    /// Nil where the system does not say.
    private static var isSynchronised: Bool? {
        let answer = ferry_clock_is_kept()
        return answer < 0 ? nil : answer == 1
    }

    private static func limits() -> [Finding] {
        var limit = rlimit()
        var findings: [Finding] = []
        if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
            findings.append(
                limit.rlim_cur >= 256
                    ? Finding(.system, "open files", .ok, tr("\(limit.rlim_cur) at most"))
                    : Finding(
                        .system, "open files", .hint("ulimit -n 1024"),
                        tr(
                            "Only \(limit.rlim_cur) files may be open, too few for many connections."
                        )))
        }
        let version = ferry_landlock_version()
        findings.append(
            Finding(
                .system, "confinement", .ok,
                version > 0
                    ? tr("Landlock \(version): a share can reach only its directory")
                    : tr("no Landlock: a share is confined by its own checks alone")))
        return findings
    }
}
