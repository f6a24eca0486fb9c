package import Files

/// What becomes of names that are taken, wherever a server is the target, or the source: an answer that
/// holds until it is taken back.
package struct SiteAnswer: Hashable, Sendable {
    /// Which way the files go.
    package enum Way: String, Sendable, CaseIterable {
        /// To the server, also from another one.
        case to
        /// From the server to this machine.
        case from
    }

    package var site: Site
    package var way: Way
    package var policy: ConflictPolicy

    package init(_ site: Site, _ way: Way, _ policy: ConflictPolicy) {
        self.site = site
        self.way = way
        self.policy = policy
    }

    /// Whether it holds for what goes this way.
    package func holds(for site: Site, _ way: Way) -> Bool {
        self.way == way && self.site.isSameAccount(as: site)
    }
}

extension Job {
    /// The server whose answer holds for it, and which way it goes; nil where both ends are here.
    package var answerPlace: (site: Site, way: SiteAnswer.Way)? {
        if let target, target.site.isRemote { return (target.site, .to) }
        return source.site.isRemote && target != nil ? (source.site, .from) : nil
    }
}
