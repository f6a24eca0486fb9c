package import Files
package import HTTP
import Settings

extension ConnectionContext {
    /// An exchange with a web server by hand, to be run on the calling worker; `.unsupported` where
    /// the site's proxy cannot be read.
    package func rawExchange(for site: Site) throws(FileSystemError) -> RawExchange {
        let site = try defaults.applied(to: site)
        let defaults = defaults
        return RawExchange(
            site: site, connection: nextConnection(), trust: defaults.policy(known, hostKeys),
            log: log,
            proxyPassword: { defaults.environment.password(for: $0) ?? defaults.proxyPassword($0) })
    }
}
