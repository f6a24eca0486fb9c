package import Files
import Words

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
            return tr("\(name) is read by \(Plural.count(count, "connection")).")
        }
        let host = VisibleText.make(site.host)
        let connections = Plural.count(count, "connection")
        return switch reason {
        case .said: tr("\(connections) to \(host), as configured.")
        case .measuring:
            tr("\(connections) to \(host); Ferry opens more while they make transfers faster.")
        case .enough: tr("\(connections) to \(host); more were no faster.")
        case .refused: tr("\(connections) to \(host); the server refuses more.")
        case .most: tr("\(connections) to \(host), the maximum.")
        }
    }
}
