import Glibc

/// How many descriptors this process may have.
enum DescriptorAllowance {
    /// Those that are not for visitors.
    private static let reserve: rlim_t = 128
    /// A connection's: its own, a file's, and that of the directory where the file is to be.
    private static let each: rlim_t = 3
    /// Those of archives.
    private static let archives = rlim_t(ArchiveAllowance.most * (FolderWalk.depthLimit + 1))

    /// Raises it for so many connections, as far as the system lets; for how many it is enough.
    static func raise(for connections: Int) -> Int {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return connections }
        let wanted = rlim_t(clamping: connections).multipliedReportingOverflow(by: each)
        let others = reserve + archives
        let (sum, isOver) = wanted.partialValue.addingReportingOverflow(others)
        let needed = wanted.overflow || isOver ? .max : sum
        if limit.rlim_cur < needed {
            limit.rlim_cur = min(needed, limit.rlim_max)
            setrlimit(resource, &limit)
            getrlimit(resource, &limit)
        }
        // Where there are too few of them, there may be none for archives when all are connected.
        let left = limit.rlim_cur > reserve ? (limit.rlim_cur - reserve) / each : 1
        return min(connections, Int(clamping: left))
    }
}
