import CLinux
import Glibc

extension ClientSession {
    /// Seconds for a data connection to come about.
    private static let openSeconds = 10
    /// Ports below belong to the system's services (RFC 2577, 3).
    private static let lowestActivePort: UInt16 = 1_024

    private var isIPv6: Bool { server.options.isIPv6 }
    /// RFC 2428, 2: 1 is IPv4, 2 is IPv6.
    private var family: String { isIPv6 ? "2" : "1" }

    /// PASV, EPSV, PORT and EPRT: how the next data connection is to be opened.
    func planData(_ verb: Verb, _ argument: [UInt8]) throws(Departure) {
        if isEPSVOnly, verb != .epsv {
            try control.reply(501, "After EPSV ALL, only EPSV is accepted.")
            return
        }
        let text = String(decoding: argument, as: UTF8.self)
        switch verb {
        case .epsv: try planExtendedPassive(text.uppercased())
        case .pasv: try planPassive()
        case .port: try planActive(ClientSession.parsePort(text))
        default:
            let parts = text.split(
                separator: text.first ?? "|", omittingEmptySubsequences: false)
            guard parts.count == 5 else {
                try control.reply(501, "EPRT needs |family|address|port|.")
                return
            }
            guard parts[1] == family else {
                try control.reply(522, "Only the protocol (\(family)) is supported.")
                return
            }
            let port = UInt16(parts[3])
            try planActive(port.map { (address: String(parts[2]), port: $0) })
        }
    }

    /// RFC 2428, 3.
    private func planExtendedPassive(_ text: String) throws(Departure) {
        if text == "ALL" {
            isEPSVOnly = true
            try control.reply(200, "Only EPSV is accepted from now on.")
            return
        }
        guard text.isEmpty || text == family else {
            try control.reply(522, "Only the protocol (\(family)) is supported.")
            return
        }
        guard let port = try listenForData(.epsv) else { return }
        try control.reply(229, "Listening (|||\(port)|)")
    }

    /// RFC 959, 4.1.2.
    private func planPassive() throws(Departure) {
        guard !isIPv6 else {
            try control.reply(522, "PASV only supports IPv4; use EPSV.")
            return
        }
        guard let port = try listenForData(.pasv) else { return }
        let address = faults.foreignAddress ?? "127,0,0,1"
        try control.reply(227, "Listening (\(address),\(port >> 8),\(port & 0xFF))")
    }

    private func listenForData(_ verb: Verb) throws(Departure) -> UInt16? {
        plan = nil
        guard
            let listener = Socket.listen(on: isIPv6 ? .loopback6 : .loopback4, port: 0, backlog: 4),
            let port = Socket.localPort(of: listener)
        else {
            try control.reply(425, "No port can be opened (\(SystemCall.lastError)).")
            return nil
        }
        if faults.hasZeroPort(at: verb.rawValue) { return 0 }
        if !faults.hasClosedPort(at: verb.rawValue) { plan = .passive(listener) }
        return port
    }

    private func planActive(_ target: (address: String, port: UInt16)?) throws(Departure) {
        plan = nil
        guard let target else {
            try control.reply(501, "That is not an address and port.")
            return
        }
        // RFC 2577: no third party, and no service, is ever connected to.
        guard let peer = Socket.peerAddress(of: control.descriptor),
            Socket.areEqual(peer, target.address), target.port >= ClientSession.lowestActivePort
        else {
            try control.reply(504, "Data only goes to the client's own address, above port 1023.")
            return
        }
        plan = .active(address: target.address, port: target.port)
        try control.reply(200, "Noted.")
    }

    private static func parsePort(_ text: String) -> (address: String, port: UInt16)? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { UInt8($0) }
        guard parts.count == 6, numbers.count == 6 else { return nil }
        let address = numbers[..<4].map(String.init).joined(separator: ".")
        return (address, UInt16(numbers[4]) << 8 | UInt16(numbers[5]))
    }

    /// Opens the data connection that was planned; nil after a 425.
    func openData() throws(Departure) -> Descriptor? {
        guard let plan else {
            try control.reply(425, "Send EPSV or PASV first.")
            return nil
        }
        self.plan = nil
        let connection: Descriptor? =
            switch plan {
            case .passive(let listener): try acceptData(on: listener)
            case .active(let address, let port): try connectData(to: address, port)
            }
        if connection == nil { try control.reply(425, "The data connection was not opened.") }
        return connection
    }

    private func acceptData(on listener: Descriptor) throws(Departure) -> Descriptor? {
        let peer = Socket.peerAddress(of: control.descriptor)
        let deadline = Clock.milliseconds() &+ Int64(ClientSession.openSeconds) * 1_000
        while true {
            let left = deadline - Clock.milliseconds()
            guard left > 0 else { return nil }
            _ = try control.wait(for: listener, .read, milliseconds: CInt(clamping: left))
            guard let connection = Socket.acceptNow(on: listener) else { continue }
            // A stranger who guessed the port gets nothing.
            guard let peer, let other = Socket.peerAddress(of: connection),
                Socket.areEqual(peer, other)
            else { continue }
            return connection
        }
    }

    private func connectData(
        to address: String, _ port: UInt16
    ) throws(Departure) -> Descriptor? {
        guard let connection = Socket.connect(to: .numeric(address), port: port) else {
            return nil
        }
        let deadline = Clock.milliseconds() &+ Int64(ClientSession.openSeconds) * 1_000
        while true {
            let left = deadline - Clock.milliseconds()
            guard left > 0 else { return nil }
            _ = try control.wait(for: connection, .write, milliseconds: CInt(clamping: left))
            if Socket.wait(for: connection, .write, milliseconds: 0) {
                return Socket.error(of: connection) == 0 ? connection : nil
            }
        }
    }
}
