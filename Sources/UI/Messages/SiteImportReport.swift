/// A list of another program's sites that is there.
package struct SiteListOffer: Hashable, Sendable {
    /// Where it is.
    package var path: [UInt8]
    /// The same, safe to show.
    package var text: String

    /// A file at a path.
    package init(path: [UInt8], text: String) {
        self.path = path
        self.text = text
    }
}

/// What came, or would come, of an import.
package struct SiteImportReport: Hashable, Sendable {
    /// What became of one site; all texts safe to show.
    package struct Line: Hashable, Sendable {
        package var isTaken: Bool
        package var name: String
        /// Its URL, or why it was skipped.
        package var detail: String
        /// What was lost of it, a sentence each.
        package var notes: [String]

        /// A site that was taken or skipped.
        package init(isTaken: Bool, name: String, detail: String, notes: [String]) {
            self.isTaken = isTaken
            self.name = name
            self.detail = detail
            self.notes = notes
        }
    }

    package var lines: [Line]
    /// Files that could not be read, and what could not be written: a sentence each.
    package var failures: [String]
    /// How many there were of each, as a sentence.
    package var summary: String

    /// What became of each site.
    package init(lines: [Line], failures: [String], summary: String) {
        self.lines = lines
        self.failures = failures
        self.summary = summary
    }

    /// Sites that were taken, or would be.
    package var taken: Int { lines.count { $0.isTaken } }
}
