package import Files
import Words

/// The proxies that the environment names, as other programs read it too: FTP_PROXY, HTTPS_PROXY,
/// ALL_PROXY and NO_PROXY, in small letters as well, and http_proxy in small letters only, because
/// whoever asks a CGI program chooses what HTTP_PROXY is.
package struct EnvironmentProxy: Sendable {
    /// What one variable says.
    private struct Choice: Sendable {
        var variable: String
        var proxy: Proxy
        var password: Secret?
    }

    /// The variables that hold for schemes that have some of their own, the first one that is set
    /// before the others.
    private static func names(for scheme: Site.Scheme) -> [String] {
        switch scheme {
        case .ftp, .ftpes, .ftps: ["ftp_proxy", "FTP_PROXY"]
        case .http, .dav: ["http_proxy"]
        case .https, .davs: ["https_proxy", "HTTPS_PROXY"]
        default: []
        }
    }

    /// Those that hold for every server after its scheme's own.
    private static let general = ["all_proxy", "ALL_PROXY"]

    private var choices: [Site.Scheme: Result<Choice, SettingsError>] = [:]
    /// Hosts, or ends of their names, that are reached without a proxy; `*` is all of them.
    private var exceptions: [String] = []

    /// `variable` gives an environment variable's value. What is wrong in one is said only once a
    /// server is to be reached.
    package init(variable: (String) -> String?) {
        // rclone reads the environment itself.
        for scheme in Site.Scheme.allCases where scheme != .file && !scheme.namesRemote {
            let names = EnvironmentProxy.names(for: scheme) + EnvironmentProxy.general
            // Most have none, and what is never put in costs nothing.
            if let choice = EnvironmentProxy.choice(of: names, variable) {
                choices[scheme] = choice
            }
        }
        for name in ["no_proxy", "NO_PROXY"] {
            guard let text = variable(name), !text.isEmpty else { continue }
            exceptions = text.split { $0 == "," || $0 == " " }.map { $0.lowercased() }
            break
        }
    }

    private static func choice(
        of names: [String], _ variable: (String) -> String?
    ) -> Result<Choice, SettingsError>? {
        for name in names {
            guard let text = variable(name), !text.isEmpty else { continue }
            do {
                let (proxy, password) = try ProxyURL.parse(text)
                return .success(Choice(variable: name, proxy: proxy, password: password))
            } catch {
                return .failure(
                    SettingsError(file: tr("The environment variable \(name)"), error.description))
            }
        }
        return nil
    }

    /// What a site is reached through where it says nothing itself; this machine never through a
    /// proxy.
    package func proxy(for site: Site) throws(SettingsError) -> Proxy? {
        guard let choice = choices[site.scheme], !EnvironmentProxy.isLoopback(site.host),
            !exceptions.contains(where: { matches($0, site) })
        else { return nil }
        return try choice.get().proxy
    }

    /// The password that stood in the variable of this proxy.
    package func password(for proxy: Proxy) -> Secret? {
        for case .success(let choice) in choices.values
        where choice.proxy == proxy && choice.password != nil {
            return choice.password
        }
        return nil
    }

    private static func isLoopback(_ host: String) -> Bool {
        let host = host.lowercased()
        return host == "localhost" || host.hasSuffix(".localhost") || host == "::1"
            || (host.hasPrefix("127.") && host.utf8.allSatisfy { $0 == 0x2E || $0 < 0x3A })
    }

    /// `example.org` and `.example.org` are the host and all below it; a port narrows it.
    private func matches(_ exception: String, _ site: Site) -> Bool {
        if exception == "*" { return true }
        let host = site.host.lowercased()
        var name = exception[...]
        if let colon = name.lastIndex(of: ":"), !site.host.contains(":") {
            guard name[name.index(after: colon)...] == String(site.port) else { return false }
            name = name[..<colon]
        }
        while name.first == "." || name.first == "[" { name.removeFirst() }
        if name.last == "]" { name.removeLast() }
        return !name.isEmpty && (host == name || host.hasSuffix(".\(name)"))
    }
}
