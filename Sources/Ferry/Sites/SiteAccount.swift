import Files

/// What `Site.isSameAccount` compares, for looking many up.
struct SiteAccount: Hashable {
    private let scheme: Site.Scheme
    private let host: String
    private let port: UInt16
    private let user: String?

    init(_ site: Site) {
        (scheme, host, port, user) = (site.scheme, site.comparedHost, site.port, site.user)
    }
}
