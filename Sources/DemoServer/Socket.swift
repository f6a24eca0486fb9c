import CLinux
import Glibc

/// The few socket calls of a server, on non-blocking descriptors that are closed on exec.
enum Socket {
    /// Where to listen or connect to.
    enum Address: Equatable {
        case loopback4, loopback6
        /// A numeric address, as `peerAddress` gives it.
        case numeric(String)
    }

    /// What `wait` waits for.
    struct Interest: OptionSet {
        let rawValue: Int
        static let read = Interest(rawValue: 1)
        static let write = Interest(rawValue: 2)
    }

    static func listen(on address: Address, port: UInt16, backlog: CInt) -> Descriptor? {
        guard let (descriptor, name) = open(address, port: port) else { return nil }
        var on: CInt = 1
        setsockopt(
            descriptor.number, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<CInt>.size))
        guard withAddress(name, { bind(descriptor.number, $0, $1) }) == 0,
            Glibc.listen(descriptor.number, backlog) == 0
        else { return nil }
        return descriptor
    }

    /// A connection, or nil once `listener` is shut down. Blocks.
    static func accept(on listener: Descriptor) -> Descriptor? {
        while true {
            guard wait(for: listener, .read, milliseconds: -1) else { return nil }
            if let connection = acceptNow(on: listener) { return connection }
            switch errno {
            case EAGAIN, EINTR, ECONNABORTED, EPROTO: continue
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: usleep(20_000)
            default: return nil
            }
        }
    }

    /// A connection that is there already.
    static func acceptNow(on listener: Descriptor) -> Descriptor? {
        let number = Glibc.accept(listener.number, nil, nil)
        guard number >= 0 else { return nil }
        return prepared(number)
    }

    /// Begins to connect; `wait` for `.write`, then see `error(of:)`.
    static func connect(to address: Address, port: UInt16) -> Descriptor? {
        guard let (descriptor, name) = open(address, port: port) else { return nil }
        let status = withAddress(name) { Glibc.connect(descriptor.number, $0, $1) }
        return status == 0 || errno == EINPROGRESS ? descriptor : nil
    }

    /// The pending error of a socket; 0 for none.
    static func error(of descriptor: Descriptor) -> CInt {
        var error: CInt = 0
        var length = socklen_t(MemoryLayout<CInt>.size)
        guard getsockopt(descriptor.number, SOL_SOCKET, SO_ERROR, &error, &length) == 0 else {
            return errno
        }
        return error
    }

    /// Sends each write at once.
    static func disableDelay(_ descriptor: Descriptor) {
        var on: CInt = 1
        setsockopt(
            descriptor.number, CInt(IPPROTO_TCP), TCP_NODELAY, &on,
            socklen_t(MemoryLayout<CInt>.size))
    }

    /// Makes closing send a reset instead of an orderly end.
    static func armReset(_ descriptor: Descriptor) {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            descriptor.number, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Bytes read, 0 at the end, nil where there are none yet; -1 where the connection broke.
    static func read(_ descriptor: Descriptor, _ buffer: UnsafeMutableRawBufferPointer) -> Int? {
        let count = Glibc.read(descriptor.number, buffer.baseAddress, buffer.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return nil }
        return count
    }

    /// Bytes written, nil where there is no room yet; -1 where the connection broke.
    static func write(_ descriptor: Descriptor, _ buffer: UnsafeRawBufferPointer) -> Int? {
        let count = send(
            descriptor.number, buffer.baseAddress, buffer.count, CInt(MSG_NOSIGNAL))
        if count < 0, errno == EAGAIN || errno == EINTR { return nil }
        return count
    }

    /// Whether `descriptor` became ready (or broke) in time; -1 waits for ever.
    static func wait(
        for descriptor: Descriptor, _ interest: Interest, milliseconds: CInt
    ) -> Bool {
        var polled = [pollEntry(descriptor, interest)]
        return poll(&polled, milliseconds) > 0
    }

    /// What `poll` is to look for.
    static func pollEntry(_ descriptor: Descriptor, _ interest: Interest) -> pollfd {
        var events: Int16 = 0
        if interest.contains(.read) { events |= Int16(POLLIN) }
        if interest.contains(.write) { events |= Int16(POLLOUT) }
        return pollfd(fd: descriptor.number, events: events, revents: 0)
    }

    /// Waits as poll(2), and begins again after a signal; the number of ready entries.
    static func poll(_ entries: inout [pollfd], _ milliseconds: CInt) -> CInt {
        while true {
            let ready = Glibc.poll(&entries, nfds_t(entries.count), milliseconds)
            if ready >= 0 || errno != EINTR { return ready }
        }
    }

    static func localPort(of descriptor: Descriptor) -> UInt16? {
        numeric(getsockname, descriptor)?.port
    }

    static func localAddress(of descriptor: Descriptor) -> String? {
        numeric(getsockname, descriptor)?.host
    }

    static func peerAddress(of descriptor: Descriptor) -> String? {
        numeric(getpeername, descriptor)?.host
    }

    /// Whether two numeric addresses are the same, in whatever form they are written.
    static func areEqual(_ left: String, _ right: String) -> Bool {
        func bytes(_ text: String) -> [UInt8]? {
            var address = [UInt8](repeating: 0, count: 16)
            if inet_pton(AF_INET, text, &address) == 1 { return Array(address[..<4]) }
            return inet_pton(AF_INET6, text, &address) == 1 ? address : nil
        }
        guard let left = bytes(left) else { return false }
        return left == bytes(right)
    }

    private typealias NameCall = (
        CInt, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>
    ) -> CInt

    private static func numeric(
        _ call: NameCall, _ descriptor: Descriptor
    ) -> (host: String, port: UInt16)? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        var host = [CChar](repeating: 0, count: 64)
        var port = [CChar](repeating: 0, count: 8)
        let status = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                guard call(descriptor.number, name, &length) == 0 else { return CInt(-1) }
                return getnameinfo(
                    name, length, &host, socklen_t(host.count), &port, socklen_t(port.count),
                    CInt(NI_NUMERICHOST | NI_NUMERICSERV))
            }
        }
        guard status == 0, let number = UInt16(text(port)) else { return nil }
        return (text(host), number)
    }

    private static func text(_ characters: [CChar]) -> String {
        String(
            decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func open(_ address: Address, port: UInt16) -> (Descriptor, [UInt8])? {
        let host =
            switch address {
            case .loopback4: "127.0.0.1"
            case .loopback6: "::1"
            case .numeric(let host): host
            }
        var hints = addrinfo()
        hints.ai_flags = CInt(AI_NUMERICHOST | AI_NUMERICSERV)
        hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &found) == 0, let found else { return nil }
        defer { freeaddrinfo(found) }
        guard let name = found.pointee.ai_addr else { return nil }
        let number = socket(found.pointee.ai_family, CInt(SOCK_STREAM.rawValue), 0)
        guard number >= 0 else { return nil }
        let bytes = UnsafeRawBufferPointer(start: name, count: Int(found.pointee.ai_addrlen))
        return (prepared(number), Array(bytes))
    }

    private static func prepared(_ number: CInt) -> Descriptor {
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
        return Descriptor(number)
    }

    private static func withAddress(
        _ name: [UInt8], _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
    ) -> CInt {
        name.withUnsafeBytes { bytes in
            guard let address = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else {
                return -1
            }
            return body(address, socklen_t(bytes.count))
        }
    }
}
