import Synchronization

/// Remembers what is known of servers for as long as the process runs.
package final class TransientTrust: TrustMemory {
    private let records = Mutex<[ServerPlace: TrustRecord]>([:])

    package init() {}

    package func record(of site: Site) -> TrustRecord {
        records.withLock { $0[ServerPlace(site)] ?? TrustRecord() }
    }

    package func update(_ site: Site, _ change: (inout TrustRecord) -> Void) {
        records.withLock { records in
            var record = records[ServerPlace(site)] ?? TrustRecord()
            change(&record)
            records[ServerPlace(site)] = record
        }
    }
}
