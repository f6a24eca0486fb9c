/// What `Site.isSameAccount` compares, for looking many up.
package struct SiteAccount: Hashable, Sendable {
    private let scheme: Site.Scheme
    private let host: String
    private let port: UInt16
    private let user: String?

    /// Equal for two sites where `isSameAccount` holds of them.
    package init(_ site: Site) {
        (scheme, host, port, user) = (site.scheme, site.comparedHost, site.port, site.user)
    }
}
