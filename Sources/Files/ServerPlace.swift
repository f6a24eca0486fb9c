/// A host and a port, as far as something is remembered of them: case does not matter.
package struct ServerPlace: Hashable, Sendable {
    /// In small letters.
    package let host: String
    package let port: UInt16

    /// Where the site's server is.
    package init(_ site: Site) {
        self.init(host: site.host, port: site.port)
    }

    /// Of a host that is named as a user or a file names it.
    package init(host: String, port: UInt16) {
        self.host = host.lowercased()
        self.port = port
    }
}
