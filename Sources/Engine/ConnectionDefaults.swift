package import Files
package import SFTP
package import Settings
import Words

/// What holds for connections to sites that say nothing of their own.
package struct ConnectionDefaults: Sendable {
    /// Seconds without an answer until a connection counts as dead; 1…3600.
    package var timeout = Site.local.timeout
    package var reach = ReachSettings()
    package var environment = EnvironmentProxy { _ in nil }
    /// Finds the password of a proxy that a settings file names; asked on a worker, may block.
    package var proxyPassword: @Sendable (Proxy) -> Secret? = { _ in nil }
    /// Finds what FTP's ACCT is to say where a site names no account; asked on a worker, may block.
    package var account: @Sendable (Site) -> Secret? = { _ in nil }
    /// How ssh is started, and what is remembered of its logins.
    package var sftp: SFTPService
    /// A PEM file or folder of authorities to trust instead of the system's; nil for those.
    package var authorities: String?
    /// Certificates are not judged at all.
    package var isInsecure = false

    package init(sftp: SFTPService = SFTPService(surroundings: .ofProcess(stateDirectory: "/tmp")))
    {
        self.sftp = sftp
    }

    /// How it is judged whether a server is the one that is meant.
    func policy(_ known: KnownServers, _ hostKeys: AcceptedHostKeys) -> TrustPolicy {
        TrustPolicy(
            authorities: authorities, isInsecure: isInsecure, memory: known, hostKeys: hostKeys)
    }

    /// The site as it is connected to.
    func applied(to site: Site) throws(FileSystemError) -> Site {
        var site = site
        if site.timeout == Site.local.timeout { site.timeout = timeout }
        reach.fill(&site)
        guard site.proxy == nil, site.isDirect != true else { return site }
        do {
            site.proxy = try environment.proxy(for: site)
        } catch {
            throw FileSystemError(
                .unsupported,
                detail: tr("Ferry did not connect to \(site.text). \(error.description)"))
        }
        return site
    }
}
