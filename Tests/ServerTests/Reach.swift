import FTP
import Files
import Glibc
import Support

/// How the tests reach a server.
enum Reach: String, CaseIterable, Sendable {
    case straight, active, socks5, http

    /// What the whole contract is tried in: `FERRY_TEST_REACH`, for a run by hand.
    static let chosen: Reach = {
        let name: String = "FERRY_TEST_REACH"
        return getenv(name).flatMap { Reach(rawValue: String(cString: $0)) } ?? .straight
    }()

    /// The proxy to start for it.
    func makeProxy() throws -> RelayProxy? {
        switch self {
        case .straight, .active: nil
        case .socks5: try RelayProxy(.socks5, wantsLogin: true)
        case .http: try RelayProxy(.http, wantsLogin: true)
        }
    }

    func applied(to site: Site, _ proxy: RelayProxy?) -> Site {
        var site = site
        site[FTPOptions.isActive] = self == .active
        site.proxy = proxy?.proxy
        return site
    }
}
