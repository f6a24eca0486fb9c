package import Files

/// The connections that transfers have to a site, and why they are so many.
package struct SiteConnections: Hashable, Sendable, Codable {
    /// What decides on their number.
    package enum Reason: String, Hashable, Sendable, Codable {
        /// The user has said it.
        case said
        /// It is being found out.
        case measuring
        /// More did not get more done.
        case enough
        /// The server refused one more.
        case refused
        /// No site gets more.
        case most
    }

    package let site: Site
    /// Connections that are open or on their way; 1…16.
    package let count: Int
    package let reason: Reason

    /// So many connections, and why.
    package init(_ site: Site, count: Int, reason: Reason) {
        self.site = site
        self.count = count
        self.reason = reason
    }

    /// A sentence.
    package var text: String {
        if let archive = site.archive {
            let name = archive.name?.text(on: site.container) ?? archive.text(on: site.container)
            return "\(name) is read by \(Plural.count(count, "connection"))."
        }
        let host = VisibleText.make(site.host)
        let start = "\(Plural.count(count, "connection")) to \(host)"
        return switch reason {
        case .said: "\(start), as configured."
        case .measuring: "\(start); Ferry opens more while they make transfers faster."
        case .enough: "\(start); more were no faster."
        case .refused: "\(start); the server refuses more."
        case .most: "\(start), the maximum."
        }
    }
}
