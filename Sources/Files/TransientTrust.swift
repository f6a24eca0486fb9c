import Synchronization

/// Remembers what is known of servers for as long as the process runs.
package final class TransientTrust: TrustMemory {
    private struct Place: Hashable {
        let host: String
        let port: UInt16

        init(_ site: Site) {
            host = site.host.lowercased()
            port = site.port
        }
    }

    private let records = Mutex<[Place: TrustRecord]>([:])

    package init() {}

    package func record(of site: Site) -> TrustRecord {
        records.withLock { $0[Place(site)] ?? TrustRecord() }
    }

    package func update(_ site: Site, _ change: (inout TrustRecord) -> Void) {
        records.withLock { records in
            var record = records[Place(site)] ?? TrustRecord()
            change(&record)
            records[Place(site)] = record
        }
    }
}
