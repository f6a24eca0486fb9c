package import Files
import Glibc
import Synchronization

/// A SOCKS 5 or HTTP CONNECT proxy on loopback that passes bytes on, with a thread for each
/// connection. Every name leads to 127.0.0.1.
package final class RelayProxy: Sendable {
    package let kind: Proxy.Kind
    package var port: UInt16 { listener.number }
    private let wantsLogin: Bool
    private let listener: RelayPort
    private let seen = Mutex<[String]>([])
    /// What counts the bytes that pass.
    package let meter: WireMeter

    /// Who logs in, where it wants a login.
    package static let user = "me"
    package static let password = "open sesame"
    /// Both for HTTP, encoded by another program.
    private static let basic = "bWU6b3BlbiBzZXNhbWU="

    package init(
        _ kind: Proxy.Kind, wantsLogin: Bool = false, meter: WireMeter = WireMeter()
    ) throws {
        self.kind = kind
        self.meter = meter
        self.wantsLogin = wantsLogin
        listener = try RelayPort()
        listener.serve { [self] client in
            serve(client)
        }
    }

    /// Takes no more connections; call once.
    package func stop() { listener.stop() }

    /// What was asked for, as `host:port`.
    package var requests: [String] { seen.withLock { $0 } }

    /// How a site names it.
    package var proxy: Proxy {
        Proxy(
            kind: kind, host: "127.0.0.1", port: port,
            user: wantsLogin ? RelayProxy.user : nil)
    }

    private func serve(_ client: ScriptedSocket) {
        do {
            guard let target = try kind == .socks5 ? socks(client) : http(client) else { return }
            meter.carry(client, target)
        } catch {
            // A test that breaks off is none of the proxy's business.
        }
    }

    private func connect(_ host: String, _ port: UInt16) throws -> ScriptedSocket {
        seen.withLock { $0.append("\(host):\(port)") }
        return try ScriptedSocket.connected(to: host.contains(":") ? host : "127.0.0.1", port: port)
    }

    private func socks(_ client: ScriptedSocket) throws -> ScriptedSocket? {
        let methods = try client.receive(2).last.map { try client.receive(Int($0)) } ?? []
        let wanted: UInt8 = wantsLogin ? 2 : 0
        guard methods.contains(wanted) else {
            try client.send([5, 0xFF])
            return nil
        }
        try client.send([5, wanted])
        if wantsLogin {
            let user = try client.receive(Int(try client.receive(2)[1]))
            let password = try client.receive(Int(try client.receive(1)[0]))
            let isRight =
                user == Array(RelayProxy.user.utf8) && password == Array(RelayProxy.password.utf8)
            try client.send([1, isRight ? 0 : 1])
            guard isRight else { return nil }
        }
        let head = try client.receive(4)
        let host: String
        switch head[3] {
        case 1: host = try client.receive(4).map(String.init).joined(separator: ".")
        case 4:
            _ = try client.receive(16)
            host = "::1"
        default:
            host = String(
                decoding: try client.receive(Int(try client.receive(1)[0])), as: UTF8.self)
        }
        let port = try client.receive(2)
        do {
            let target = try connect(host, UInt16(port[0]) << 8 | UInt16(port[1]))
            // The longer form of address, although an IPv4 one was asked for.
            try client.send([5, 0, 0, 4] + [UInt8](repeating: 0, count: 18))
            return target
        } catch {
            try client.send([5, 5, 0, 1, 0, 0, 0, 0, 0, 0])
            return nil
        }
    }

    private func http(_ client: ScriptedSocket) throws -> ScriptedSocket? {
        var head: [UInt8] = []
        while !head.ends(with: Array("\r\n\r\n".utf8)) { head += try client.receive(1) }
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        if wantsLogin, !lines.contains("Proxy-Authorization: Basic \(RelayProxy.basic)") {
            try client.send(Array("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n".utf8))
            return nil
        }
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3, words[0] == "CONNECT", let colon = words[1].lastIndex(of: ":"),
            let port = UInt16(words[1][words[1].index(after: colon)...])
        else {
            try client.send(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))
            return nil
        }
        let host = words[1][..<colon].filter { $0 != "[" && $0 != "]" }
        do {
            let target = try connect(host, port)
            try client.send(Array("HTTP/1.1 200 Connection established\r\nVia: test\r\n\r\n".utf8))
            return target
        } catch {
            try client.send(Array("HTTP/1.1 502 Bad Gateway\r\n\r\n".utf8))
            return nil
        }
    }
}

extension [UInt8] {
    fileprivate func ends(with end: [UInt8]) -> Bool { suffix(end.count).elementsEqual(end) }
}
