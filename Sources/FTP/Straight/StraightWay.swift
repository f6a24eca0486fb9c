import Files
import Transport
import Words

/// Which of two servers listens, and connects them in that way (RFC 959 section 2.3, figure 2).
enum StraightWay {
    case targetListens, sourceListens

    /// Who makes TLS's first step on the data connection: servers do not by themselves.
    enum TLSRole {
        /// There is no TLS.
        case nobody
        /// Who listens, by CPSV instead of PASV.
        case listenerByCPSV
        /// Who listens, or who connects, by SSCN.
        case listener, connecter
    }

    /// Ports below belong to the system's services (RFC 2577 section 3).
    private static let lowestPort: UInt16 = 1_024

    /// Connects both; why they cannot be, which is a sentence without its full stop, or nil.
    func join(
        _ source: StraightSide, _ target: StraightSide
    ) throws(FileSystemError) -> String? {
        let (listener, connecter) =
            self == .targetListens ? (target, source) : (source, target)
        let peer = listener.session.data.peer
        if let obstacle = obstacle(listener, connecter, peer) { return obstacle }
        guard let role = role(listener, connecter, isIPv6: peer.isIPv6) else {
            return tr(
                "Neither \(listener.host) nor \(connecter.host) can be the TLS client of the "
                    + "other (SSCN, CPSV).")
        }
        switch role {
        case .nobody, .listenerByCPSV: break
        case .listener, .connecter:
            let side = role == .listener ? listener : connecter
            let reply = try side.becomeTLSClient()
            guard reply.isSuccess else {
                return tr("\(side.host) does not become a TLS client (\(reply.text)).")
            }
        }
        let verb = role == .listenerByCPSV ? "CPSV" : peer.isIPv6 ? "EPSV" : "PASV"
        let (port, named, reply) = try listener.listen(
            verb, for: listener.command(self == .targetListens ? "STOR" : "RETR"))
        guard let port else {
            return tr("\(listener.host) does not listen for other servers (\(reply.text)).")
        }
        guard port >= StraightWay.lowestPort else {
            return tr("\(listener.host) listens at port \(port), which belongs to another service.")
        }
        // Where else it may say that it listens, nobody is sent there.
        let address = peer.at(port: port)
        if let named, named != address.host {
            listener.session.log.remark(
                tr(
                    "\(listener.host) says that it listens at \(named); \(connecter.host) is sent to "
                        + "\(address.host), where it answers Ferry."))
        }
        let answer = try connecter.connect(to: address)
        guard answer.isSuccess else {
            return tr("\(connecter.host) does not connect to other servers (\(answer.text)).")
        }
        return nil
    }

    /// What shows before anything is asked that they cannot be connected.
    private func obstacle(
        _ listener: StraightSide, _ connecter: StraightSide, _ peer: SocketAddress
    ) -> String? {
        guard !listener.session.data.dialer.isThroughProxy else {
            return tr("\(listener.host) is behind a proxy.")
        }
        let from: AddressReach =
            connecter.session.data.dialer.isThroughProxy
            ? .world : AddressReach(connecter.session.data.peer.hostBytes)
        guard from.finds(AddressReach(peer.hostBytes)) else {
            return tr("\(connecter.host) cannot reach \(listener.host) at \(peer.host).")
        }
        return nil
    }

    /// Nil where both want TLS, and neither makes the first step. It is the same on both sides, else
    /// nobody gets here.
    private func role(
        _ listener: StraightSide, _ connecter: StraightSide, isIPv6: Bool
    ) -> TLSRole? {
        guard listener.isEncrypted else { return .nobody }
        if listener.has("CPSV"), !isIPv6 { return .listenerByCPSV }
        if listener.has("SSCN") { return .listener }
        return connecter.has("SSCN") ? .connecter : nil
    }
}
