import Files
import Glibc
import Jobs
import Words

/// Under which URLs a share is reached, and by whom.
struct Endpoints: Sendable {
    /// The one to give away first.
    let urls: [String]
    /// As a sentence.
    let audience: String
    /// Addresses and names, for a certificate.
    let names: [String]

    /// `port` is the one that was bound; `addresses` are those of this machine, which are looked up where they are nil.
    init(_ request: ShareRequest, port: UInt16, addresses: [String]? = nil) {
        let address = request.address
        let scheme = request.encryption == .none ? "http" : "https"
        var hosts: [String] = []
        if Addresses.isLoopback(address) {
            hosts = [address]
        } else if Addresses.isAny(address) {
            hosts = addresses ?? Addresses.reachable(includingIPv6: address.contains(":"))
            if hosts.isEmpty { hosts = ["127.0.0.1"] }
        } else {
            hosts = [address]
        }
        urls = hosts.map { host in
            let isUsual = port == (scheme == "http" ? 80 : 443)
            return "\(scheme)://\(Addresses.host(host))\(isUsual ? "" : ":\(port)")/"
        }
        names =
            hosts + ["localhost", "127.0.0.1", "::1"].filter { !hosts.contains($0) }
            + [Endpoints.hostName].compactMap { $0 }
        audience = Endpoints.audience(request, hosts)
    }

    private static func audience(_ request: ShareRequest, _ hosts: [String]) -> String {
        if Addresses.isLoopback(request.address) {
            switch request.access {
            case .everyone:
                return request.isWritable
                    ? tr(
                        "Only this machine can reach it; every user and program on it can change it."
                    )
                    : tr("Only this machine can reach it.")
            case .user: return tr("Only this machine can reach it, with the name and password.")
            case .pin: return tr("Only this machine can reach it, with the PIN.")
            }
        }
        let whom =
            Addresses.isAny(request.address)
            ? tr("Everyone who can reach this machine over the network")
            : tr("Everyone who can reach \(VisibleText.make(request.address))")
        switch (request.access, request.isWritable) {
        case (.everyone, false): return tr("\(whom) may read it.")
        case (.everyone, true): return tr("\(whom) may read and change it.")
        case (.user, false):
            return tr("\(whom) and has the name and password can read it.")
        case (.user, true):
            return tr("\(whom) and has the name and password can read and change it.")
        case (.pin, false): return tr("\(whom) and has the PIN can read it.")
        case (.pin, true): return tr("\(whom) and has the PIN can read and change it.")
        }
    }

    private static var hostName: String? {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return nil }
        let text = String(
            decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.isEmpty || text == "localhost" ? nil : text
    }
}
