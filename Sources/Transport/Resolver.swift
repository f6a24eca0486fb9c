import Glibc
import Synchronization
import Words

/// Turns host names into addresses. The system's resolver cannot be interrupted, so it runs on a
/// thread of its own, which nobody has to wait for.
package enum Resolver {
    private enum Outcome: Sendable {
        case addresses([SocketAddress])
        case failure(String)
    }

    /// The addresses of `host`, a name or an address in digits, in the system's order.
    package static func resolve(
        _ host: String, port: UInt16, _ interrupter: Interrupter, _ deadline: Deadline
    ) throws(TransportError) -> [SocketAddress] {
        if case .addresses(let found) = ask(host, port: port, isNumeric: true) { return found }

        var ends: [CInt] = [-1, -1]
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw TransportError(errno: errno) }
        // A socket, because an interrupt can shut it down, which ends the wait below.
        let waiting = Socket(adopting: ends[0], interrupter: interrupter)
        let answering = ends[1]
        let outcome = Slot()
        // The end of the stream is the sign.
        let lookup = Lookups.Lookup {
            outcome.set(ask(host, port: port, isNumeric: false))
            Glibc.close(answering)
        } leaving: {
            Glibc.close(answering)
        }
        Lookups.shared.start(lookup)
        defer { lookup.leave() }
        try Readiness.wait(forInput: waiting, deadline)
        switch outcome.get() {
        case .addresses(let found): return found
        case .failure(let words): throw TransportError(.unresolved, words)
        case nil: throw .timeout
        }
    }

    private final class Slot: Sendable {
        private let outcome = Mutex<Outcome?>(nil)

        func set(_ value: Outcome) { outcome.withLock { $0 = value } }
        func get() -> Outcome? { outcome.withLock { $0 } }
    }

    /// The texts of glibc for what users meet, in the user's language; its own for all else.
    private static func reason(_ code: CInt) -> String {
        switch code {
        case EAI_NONAME: tr("Name or service not known")
        case EAI_AGAIN: tr("Temporary failure in name resolution")
        case EAI_FAIL: tr("Non-recoverable failure in name resolution")
        case EAI_SYSTEM: systemReason(errno)
        default: String(cString: gai_strerror(code))
        }
    }

    private static func ask(_ host: String, port: UInt16, isNumeric: Bool) -> Outcome {
        var hints = addrinfo()
        hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        hints.ai_flags = isNumeric ? AI_NUMERICHOST : AI_ADDRCONFIG
        var list: UnsafeMutablePointer<addrinfo>?
        var result = getaddrinfo(host, String(port), &hints, &list)
        if result != 0, !isNumeric {
            // Without a configured address AI_ADDRCONFIG hides loopback names as well.
            hints.ai_flags = 0
            result = getaddrinfo(host, String(port), &hints, &list)
        }
        guard result == 0 else { return .failure(reason(result)) }
        defer { freeaddrinfo(list) }
        var found: [SocketAddress] = []
        var next = list
        while let item = next {
            if let address = item.pointee.ai_addr,
                let made = SocketAddress(address, length: item.pointee.ai_addrlen)
            {
                found.append(made)
            }
            next = item.pointee.ai_next
        }
        return found.isEmpty ? .failure(tr("the name has no address")) : .addresses(found)
    }
}
