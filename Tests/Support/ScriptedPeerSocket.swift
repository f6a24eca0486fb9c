import Glibc

/// A blocking socket whose calls give up after ten seconds.
package final class ScriptedSocket {
    private var descriptor: CInt
    private(set) var tls: ScriptedTLS?

    init(_ descriptor: CInt) {
        self.descriptor = descriptor
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        let length = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, length)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, length)
        var on: CInt = 1
        setsockopt(
            descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<CInt>.size))
    }

    deinit {
        close()
    }

    static func listening(at address: String, backlog: CInt = 8) throws -> ScriptedSocket {
        let socket = ScriptedSocket(try make(address))
        try withAddress(address, port: 0) { pointer, length in
            guard bind(socket.descriptor, pointer, length) == 0,
                listen(socket.descriptor, backlog) == 0
            else { throw ScriptedPeer.Mismatch("cannot listen at \(address)") }
        }
        return socket
    }

    /// Gives the descriptor away.
    func release() -> CInt {
        defer { descriptor = -1 }
        return descriptor
    }

    /// `source` is the address to connect from; nil leaves it to the system.
    package static func connected(
        to address: String, port: UInt16, from source: String? = nil
    ) throws -> ScriptedSocket {
        let socket = ScriptedSocket(try make(address))
        if let source {
            try withAddress(source, port: 0) { pointer, length in
                guard bind(socket.descriptor, pointer, length) == 0 else {
                    throw ScriptedPeer.Mismatch("cannot connect from \(source)")
                }
            }
        }
        try withAddress(address, port: port) { pointer, length in
            guard connect(socket.descriptor, pointer, length) == 0 else {
                throw ScriptedPeer.Mismatch("cannot connect to \(address):\(port)")
            }
        }
        return socket
    }

    /// Begins to connect, and does not wait; the descriptor, to be closed.
    static func connecting(to address: String, port: UInt16) throws -> CInt {
        let descriptor = try make(address)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        try withAddress(address, port: port) { pointer, length in
            _ = connect(descriptor, pointer, length)
        }
        return descriptor
    }

    private static func make(_ address: String) throws -> CInt {
        let family = address.contains(":") ? AF_INET6 : AF_INET
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, kind, 0)
        guard descriptor >= 0 else { throw ScriptedPeer.Mismatch("no socket") }
        return descriptor
    }

    private static func withAddress(
        _ text: String, port: UInt16,
        _ body: (UnsafePointer<sockaddr>, socklen_t) throws -> Void
    ) throws {
        if text.contains(":") {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            inet_pton(AF_INET6, text, &address.sin6_addr)
            try withUnsafePointer(to: address) { pointer in
                try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    try body($0, socklen_t(MemoryLayout<sockaddr_in6>.size))
                }
            }
        } else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            inet_pton(AF_INET, text, &address.sin_addr)
            try withUnsafePointer(to: address) { pointer in
                try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    try body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
    }

    func port() throws -> UInt16 {
        var storage = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let result = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &length)
            }
        }
        guard result == 0 else { throw ScriptedPeer.Mismatch("no port") }
        // Both families keep the port at the same place.
        return UInt16(bigEndian: storage.sin6_port)
    }

    func accept() throws -> ScriptedSocket {
        let accepted = Glibc.accept(descriptor, nil, nil)
        guard accepted >= 0 else { throw ScriptedPeer.Mismatch("nobody connected") }
        return ScriptedSocket(accepted)
    }

    /// Takes the client's TLS handshake; everything after it is encrypted.
    func encrypt(_ context: ScriptedTLS.Context) throws -> ScriptedTLS {
        let made = try ScriptedTLS(over: descriptor, context)
        tls = made
        return made
    }

    func send(_ bytes: [UInt8]) throws {
        if let tls { return try tls.send(bytes) }
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw ScriptedPeer.Mismatch("the client does not take bytes") }
            sent += count
        }
    }

    /// The descriptor, to wait on.
    var number: CInt { descriptor }

    /// Exactly so many bytes.
    func receive(_ count: Int) throws -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: max(1, count))
        while all.count < count {
            let got = recv(descriptor, &buffer, count - all.count, 0)
            guard got > 0 else { throw ScriptedPeer.Mismatch("the client closed the connection") }
            all += buffer[..<got]
        }
        return all
    }

    /// Sends no more, and goes on receiving.
    func finish() { shutdown(descriptor, CInt(SHUT_WR)) }

    /// What comes next; empty at the end.
    package func receive() throws -> [UInt8] {
        if let tls { return try tls.receive() }
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count >= 0 else {
            if errno == ECONNRESET { return [] }
            throw ScriptedPeer.Mismatch("nothing came for ten seconds")
        }
        return Array(buffer[..<count])
    }

    /// Closes as a peer does that has finished.
    func close() {
        tls?.finish()
        cut()
    }

    /// Closes without TLS's own end.
    func cut() {
        tls = nil
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        descriptor = -1
    }

    /// Closes as a peer does that has crashed: with a reset.
    func reset() {
        guard descriptor >= 0 else { return }
        var hard = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &hard, socklen_t(MemoryLayout<linger>.size))
        cut()
    }
}
