import Files
import Jobs
import Words

/// The hosts that visitors may call this share by. A page of another site may give its own name
/// this machine's address (DNS rebinding), and then reads what its visitor may read; its name is
/// all that gives it away.
enum AnsweredHosts: Sendable {
    /// Whatever resolves to it: a login, or the certificate, keeps such pages out.
    case any
    /// Those of loopback.
    case loopback
    /// Those that no site of the Internet has, and these, in lower case.
    case local(Set<String>)

    /// Below these, names are given by the network that this machine is in (RFC 6762, RFC 8375,
    /// and by the habit of routers).
    private static let localDomains = [
        ".local", ".lan", ".home.arpa", ".internal", ".fritz.box", ".localdomain",
    ]

    /// `names` are this machine's.
    init(_ request: ShareRequest, names: [String]) {
        if Addresses.isLoopback(request.address) {
            self = .loopback
            return
        }
        switch (request.access, request.encryption) {
        case (.everyone, .none), (.everyone, .made):
            self = .local(Set(names.map { $0.lowercased() }))
        // A browser takes the certificate for no name but its own, which only its owner knows.
        case (.everyone, .given), (.user, _), (.pin, _): self = .any
        }
    }

    /// `name` is without brackets and port.
    func check(_ name: String) throws(Refusal) {
        let lower = name.lowercased()
        switch self {
        case .any: return
        case .loopback:
            guard Addresses.isLoopback(lower) else {
                throw Refusal(
                    .badRequest,
                    tr("This share only answers to localhost, not to \(VisibleText.make(name))."))
            }
        case .local(let own):
            guard own.contains(lower) || AnsweredHosts.isLocal(lower) else {
                throw Refusal(
                    .misdirectedRequest,
                    tr("This share does not answer to \(VisibleText.make(name)); use its address."))
            }
        }
    }

    private static func isLocal(_ name: String) -> Bool {
        guard name.contains("."), Addresses.bytes(ofIPv4: name) == nil else { return true }
        return localDomains.contains { name.hasSuffix($0) }
    }
}
