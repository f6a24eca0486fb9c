import Files
import SQLite
import Jobs

extension StoredJob {
    /// What was to be done from where to where, as the tables of jobs and of the history have it alike.
    struct Work {
        let operation: Job.Operation
        let kind: Job.Kind
        let source: Location
        let target: Location?
        /// Whether only names go that were chosen in the source.
        let isChoice: Bool

        /// Nil where the row makes no sense. `sites` by their numbers.
        init?(_ row: Row, _ sites: [Int64: Site]) {
            guard let operation = Job.Operation(rawValue: row["operation"] as String? ?? ""),
                let kind = Work.kind(row["kind"] as String? ?? ""),
                let source = Work.location(row, "source", sites)
            else { return nil }
            self.operation = operation
            // The archive is a file, of what was chosen in a directory.
            self.kind = operation == .pack ? .file : kind
            self.source = source
            isChoice = row["kind"] as String? == Work.chosen
            target = Work.location(row, "target", sites)
        }

        /// Of a directory of which only chosen names go. A Ferry that does not know of such leaves the
        /// row alone: it would take the whole directory.
        private static let chosen = "chosen"

        /// The word for a kind in the column `kind`.
        static func word(for kind: Job.Kind, isChoice: Bool) -> String {
            isChoice ? chosen : kind.rawValue
        }

        private static func kind(_ word: String) -> Job.Kind? {
            word == chosen ? .directory : Job.Kind(rawValue: word)
        }

        private static func location(
            _ row: Row, _ end: String, _ sites: [Int64: Site]
        ) -> Location? {
            guard let number = row["\(end)_site"] as Int64?, let site = sites[number],
                let path = row["\(end)_path"] as [UInt8]?
            else { return nil }
            return Location(site: site, path: Path(path))
        }
    }
}
