import Glibc

/// How many descriptors this process may have.
enum DescriptorAllowance {
    /// Those that are not for visitors.
    private static let reserve: rlim_t = 128

    /// Raises it for so many connections, as far as the system lets; for how many it is enough,
    /// with a file for each.
    static func raise(for connections: Int) -> Int {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return connections }
        let wanted = rlim_t(clamping: connections).multipliedReportingOverflow(by: 2)
        let needed = wanted.overflow ? .max : wanted.partialValue &+ reserve
        if limit.rlim_cur < needed {
            limit.rlim_cur = min(needed, limit.rlim_max)
            setrlimit(resource, &limit)
            getrlimit(resource, &limit)
        }
        let left = limit.rlim_cur > reserve ? (limit.rlim_cur - reserve) / 2 : 1
        return min(connections, Int(clamping: left))
    }
}
