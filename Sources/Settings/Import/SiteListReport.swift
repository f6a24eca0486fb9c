package import Files
import Words

/// A program whose list of sites can be read.
package enum SiteListProgram: String, Hashable, Sendable, CaseIterable {
    case fileZilla = "FileZilla"
    case winSCP = "WinSCP"
    case lftp, ncftp
    case cyberduck = "Cyberduck"
    case termscp, rclone
    case netrc = ".netrc"
}

/// What a list of another program's sites holds, in the order of the file.
package struct SiteListReport: Hashable, Sendable {
    /// Sites of one file, taken and skipped; a file with more is refused.
    package static let limit = 10_000

    /// Nil where the file is empty.
    package var program: SiteListProgram?
    package private(set) var entries: [Entry] = []

    /// An entry of a list.
    package enum Entry: Hashable, Sendable {
        case site(ImportedSite)
        /// It cannot be a site of Ferry's: its name, safe to show, and why in one sentence.
        case skipped(name: String, reason: String)
    }

    init(_ program: SiteListProgram?) {
        self.program = program
    }

    mutating func append(_ entry: Entry) throws(SiteListRefusal) {
        guard entries.count < SiteListReport.limit else {
            throw SiteListRefusal(tr("The file has more than 10,000 sites, which is too many."))
        }
        entries.append(entry)
    }
}

/// A site as another program has it.
package struct ImportedSite: Hashable, Sendable {
    /// With its folders in its name.
    package var named: NamedSite
    /// Of a directory that is kept with the site before it: its own name below that site's.
    package var bookmark: String?
    /// The password, which goes to the user's keyring or nowhere.
    package var password: Secret?
    /// What was lost on the way, a sentence each; safe to show.
    package var notes: [String]
}

/// Why a whole list of sites was not read: one plain sentence without the file's name.
package struct SiteListRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
