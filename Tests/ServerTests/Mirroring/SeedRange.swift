import Glibc

/// Which seeds a test of random runs takes: `FERRY_NAME_SEED` one of its own, or as many as
/// `FERRY_NAME_RUNS` says.
enum SeedRange {
    static func seeds(of name: String, usually count: Int) -> [UInt64] {
        if let seed = getenv("FERRY_\(name)_SEED").flatMap({ UInt64(String(cString: $0)) }) {
            return [seed]
        }
        let runs = getenv("FERRY_\(name)_RUNS").flatMap { UInt64(String(cString: $0)) }
        return Array(1...max(1, runs ?? UInt64(count)))
    }
}
