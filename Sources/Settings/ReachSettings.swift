package import Files
import Words

/// How connections find their way: what protocols' own settings say of it, and proxies. The same keys
/// hold for one site in `sites.toml` and for all others in `config.toml`.
package struct ReachSettings: Hashable, Sendable {
    /// What `proxy` says.
    package enum Way: Hashable, Sendable {
        /// `"none"`: not even through the environment's.
        case direct
        case proxy(Proxy)
    }

    /// What protocols' own settings say.
    package var options = SiteOptions()
    /// `proxy`: "socks5://user@host:1080", "http://host:3128" or "none". Default: the
    /// environment's.
    package var way: Way?

    static let proxyKey = "proxy"
    /// What a proxy must be, in words.
    static let proxyRequirement =
        tr("a URL such as \"socks5://host:1080\" or \"http://host:3128\", or \"none\"")

    package init() {}

    /// Reads what a section says under these protocols' settings, and of the proxy.
    init(_ section: SettingsSection, _ settings: [SiteSetting]) throws(SettingsError) {
        options = try section.options(settings)
        way = try ReachSettings.way(section)
    }

    static func way(_ section: SettingsSection) throws(SettingsError) -> Way? {
        guard let text = try section.string(proxyKey) else { return nil }
        if text == "none" { return .direct }
        let parsed: (proxy: Proxy, password: Secret?)
        do {
            parsed = try ProxyURL.parse(text)
        } catch {
            throw section.error(proxyKey, error.description)
        }
        guard parsed.password == nil else {
            throw section.error(
                proxyKey,
                tr(
                    "This file must not contain passwords; write the proxy's into .netrc or the "
                        + "ALL_PROXY variable."))
        }
        return .proxy(parsed.proxy)
    }

    /// Lays what is said here over a site; what is not said stays.
    package func apply(to site: inout Site) {
        site.options.lay(options)
        switch way {
        case .direct:
            site.isDirect = true
            site.proxy = nil
        case .proxy(let proxy):
            site.isDirect = nil
            site.proxy = proxy
        case nil:
            break
        }
    }

    /// Fills in what a site does not say itself.
    package func fill(_ site: inout Site) {
        site.options.fill(from: options)
        guard site.proxy == nil, site.isDirect != true else { return }
        switch way {
        case .direct: site.isDirect = true
        case .proxy(let proxy): site.proxy = proxy
        case nil: break
        }
    }

    /// What `proxy` says, as it is written; nil where it says nothing.
    var wayText: String? {
        switch way {
        case .direct: "none"
        case .proxy(let proxy): ProxyURL.text(of: proxy)
        case nil: nil
        }
    }

    /// A site's proxy as it is written; nil where it says nothing of one.
    static func text(of site: Site) -> String? {
        site.isDirect == true ? "none" : site.proxy.map { ProxyURL.text(of: $0) }
    }

    /// The line of a site's proxy; nil where it says nothing of one.
    static func proxyLine(of site: Site) -> String? {
        text(of: site).map { "\(proxyKey) = \(SitesFile.quoted($0))" }
    }
}
