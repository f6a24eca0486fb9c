package import Files
import Glibc
import Words

/// What is said to a SOCKS 5 proxy (RFC 1928) until it passes bytes on, with a user name and a
/// password where it asks for them (RFC 1929). Does no I/O: bytes in, what to do next out.
package struct SOCKSNegotiation {
    package enum Step: Hashable, Sendable {
        /// Send these bytes (none to send nothing), then read so many.
        case exchange(send: [UInt8], receive: Int)
        /// The bytes that follow are the server's.
        case done
    }

    private enum State {
        case method, login, reply, nameLength, address
    }

    private let request: [UInt8]
    private let user: [UInt8]?
    private var state = State.method

    /// For a connection to `host`, a name or an address in digits; the proxy resolves names.
    package init(host: String, port: UInt16, user: String?) throws(TransportError) {
        let target = try SOCKSNegotiation.address(host)
        request =
            [5, 1, 0] + target + [UInt8(truncatingIfNeeded: port >> 8), UInt8(port & 0xFF)]
        self.user = user.map { Array($0.utf8) }
    }

    package var first: Step {
        .exchange(send: user == nil ? [5, 1, 0] : [5, 2, 0, 2], receive: 2)
    }

    /// `bytes` are as many as the last step asked for. `password` is asked where the proxy wants
    /// one.
    package mutating func receive(
        _ bytes: [UInt8], password: () -> Secret?
    ) throws(TransportError) -> Step {
        switch state {
        case .method:
            guard bytes.count == 2, bytes[0] == 5 else { throw SOCKSNegotiation.violation }
            switch bytes[1] {
            case 0:
                return ask()
            case 2:
                guard let user else { throw SOCKSNegotiation.wantsLogin }
                state = .login
                return try logIn(user, password())
            default:
                throw user == nil
                    ? SOCKSNegotiation.wantsLogin
                    : TransportError(
                        .proxyRefused, tr("the proxy accepts no login method that Ferry supports"))
            }
        case .login:
            guard bytes.count == 2 else { throw SOCKSNegotiation.violation }
            guard bytes[1] == 0 else {
                throw TransportError(
                    .proxyRefused,
                    tr("the proxy refused the user name and password; check them"))
            }
            return ask()
        case .reply:
            guard bytes.count == 4, bytes[0] == 5 else { throw SOCKSNegotiation.violation }
            guard bytes[1] == 0 else { throw SOCKSNegotiation.refusal(bytes[1]) }
            // The address that the proxy connects from follows; only its length matters.
            switch bytes[3] {
            case 1:
                state = .address
                return .exchange(send: [], receive: 6)
            case 4:
                state = .address
                return .exchange(send: [], receive: 18)
            case 3:
                state = .nameLength
                return .exchange(send: [], receive: 1)
            default: throw SOCKSNegotiation.violation
            }
        case .nameLength:
            guard let length = bytes.first else { throw SOCKSNegotiation.violation }
            state = .address
            return .exchange(send: [], receive: Int(length) + 2)
        case .address:
            return .done
        }
    }

    private mutating func ask() -> Step {
        state = .reply
        return .exchange(send: request, receive: 4)
    }

    private func logIn(_ user: [UInt8], _ password: Secret?) throws(TransportError) -> Step {
        let password = Array((password?.reveal() ?? "").utf8)
        guard (1...255).contains(user.count), password.count <= 255 else {
            throw TransportError(
                .proxyRefused, tr("SOCKS allows user names and passwords of up to 255 bytes"))
        }
        return .exchange(
            send: [1, UInt8(user.count)] + user + [UInt8(password.count)] + password, receive: 2)
    }

    private static func address(_ host: String) throws(TransportError) -> [UInt8] {
        var four = in_addr()
        if inet_pton(AF_INET, host, &four) == 1 {
            return [1] + withUnsafeBytes(of: &four) { Array($0) }
        }
        var six = in6_addr()
        if inet_pton(AF_INET6, host, &six) == 1 {
            return [4] + withUnsafeBytes(of: &six) { Array($0) }
        }
        let name = Array(host.utf8)
        guard (1...255).contains(name.count) else {
            throw TransportError(.unresolved, tr("SOCKS allows host names of up to 255 bytes"))
        }
        return [3, UInt8(name.count)] + name
    }

    private static let violation = TransportError(
        .proxyRefused, tr("the service at that address does not speak SOCKS 5"))
    private static let wantsLogin = TransportError(
        .proxyRefused, tr("the proxy requires a user name and password; set them for this proxy"))

    /// RFC 1928 section 6.
    private static func refusal(_ code: UInt8) -> TransportError {
        switch code {
        case 1: TransportError(.proxy, tr("the proxy failed"))
        case 2: TransportError(.proxyRefused, tr("the proxy's rules do not allow it"))
        case 3: TransportError(.proxy, tr("the proxy has no route to that network"))
        case 4: TransportError(.proxy, tr("the proxy cannot reach the host"))
        case 5: TransportError(.proxy, tr("nothing listens on that port"))
        case 6: TransportError(.proxy, tr("the route from the proxy to the host is too long"))
        case 7: TransportError(.proxyRefused, tr("the proxy does not support outgoing connections"))
        case 8: TransportError(.proxyRefused, tr("the proxy does not support this type of address"))
        default: TransportError(.proxy, tr("the proxy failed with the unknown code \(code)"))
        }
    }
}
