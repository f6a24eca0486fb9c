package import Files

/// How connections find their way: active mode, and proxies. The same keys hold for one site in
/// `sites.toml` and for all others in `config.toml`.
package struct ReachSettings: Hashable, Sendable {
    /// What `proxy` says.
    package enum Way: Hashable, Sendable {
        /// `"none"`: not even through the environment's.
        case direct
        case proxy(Proxy)
    }

    /// `active`: servers open the data connections. Default false.
    package var isActive: Bool?
    /// `active_ports`: "50000-50100", the ports that are listened on. Default: any.
    package var activePorts: PortRange?
    /// `active_address`: what servers are told to connect to, an IP address or a name.
    package var activeAddress: String?
    /// `trust_passive_address`: data connections go where PASV says. Default false.
    package var trustsPassiveAddress: Bool?
    /// `proxy`: "socks5://user@host:1080", "http://host:3128" or "none". Default: the
    /// environment's.
    package var way: Way?

    static let keys = [
        "active", "active_ports", "active_address", "trust_passive_address", "proxy",
    ]

    package init() {}

    init(_ section: SettingsSection) throws(SettingsError) {
        isActive = try section.boolean("active")
        trustsPassiveAddress = try section.boolean("trust_passive_address")
        if let text = try section.string("active_ports") {
            guard let range = ReachSettings.ports(text) else {
                throw section.error(
                    "active_ports",
                    "'active_ports' must be two ports from 1 to 65535, such as \"50000-50100\".")
            }
            activePorts = range
        }
        if let text = try section.string("active_address") {
            guard ReachSettings.isHost(text) else {
                throw section.error(
                    "active_address",
                    "'active_address' must be the address under which servers reach this machine,"
                        + " such as \"203.0.113.7\".")
            }
            activeAddress = text
        }
        way = try ReachSettings.way(section)
    }

    private static func way(_ section: SettingsSection) throws(SettingsError) -> Way? {
        guard let text = try section.string("proxy") else { return nil }
        if text == "none" { return .direct }
        let parsed: (proxy: Proxy, password: Secret?)
        do {
            parsed = try ProxyURL.parse(text)
        } catch {
            throw section.error("proxy", error.description)
        }
        guard parsed.password == nil else {
            throw section.error(
                "proxy",
                "A password must not stand in this file; write the proxy's into .netrc, or into the"
                    + " ALL_PROXY variable.")
        }
        return .proxy(parsed.proxy)
    }

    /// `50000-50100`, or one port.
    private static func ports(_ text: String) -> PortRange? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { part in
            part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt16(part) : nil
        }
        guard parts.count <= 2, let first = parts.first ?? nil, let last = parts.last ?? nil else {
            return nil
        }
        return PortRange(first: first, last: last)
    }

    /// Whether it could be an address or a name; what it really is shows when it is used.
    private static func isHost(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 253
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII && scalar.properties.isAlphabetic
                    || ("0"..."9").contains(scalar) || "-.:_".unicodeScalars.contains(scalar)
            }
    }

    /// Lays what is said here over a site; what is not said stays.
    package func apply(to site: inout Site) {
        if let isActive { site.isActive = isActive }
        if let activePorts { site.activePorts = activePorts }
        if let activeAddress { site.activeAddress = activeAddress }
        if let trustsPassiveAddress { site.trustsPassiveAddress = trustsPassiveAddress }
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
        if isActive == true { site.isActive = true }
        site.activePorts = site.activePorts ?? activePorts
        site.activeAddress = site.activeAddress ?? activeAddress
        site.trustsPassiveAddress = site.trustsPassiveAddress ?? trustsPassiveAddress
        guard site.proxy == nil, site.isDirect != true else { return }
        switch way {
        case .direct: site.isDirect = true
        case .proxy(let proxy): site.proxy = proxy
        case nil: break
        }
    }

    /// A site's keys and values as they are written.
    static func lines(of site: Site) -> [(key: String, value: String)] {
        var lines: [(key: String, value: String)] = []
        if site.isActive { lines.append(("active", "true")) }
        if let ports = site.activePorts {
            lines.append(("active_ports", "\"\(ports.first)-\(ports.last)\""))
        }
        if let address = site.activeAddress {
            lines.append(("active_address", SitesFile.quoted(address)))
        }
        if let trusts = site.trustsPassiveAddress {
            lines.append(("trust_passive_address", "\(trusts)"))
        }
        if site.isDirect == true {
            lines.append(("proxy", "\"none\""))
        } else if let proxy = site.proxy {
            lines.append(("proxy", SitesFile.quoted(ProxyURL.text(of: proxy))))
        }
        return lines
    }
}
