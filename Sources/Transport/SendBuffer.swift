import Glibc

/// How much of a large file may be on its way over a long line. What was sent stays in the socket's buffer
/// until the peer has said that it is there; by itself a buffer grows to no more than tcp_wmem's end, which
/// a round trip of some hundred milliseconds uses up, while programs may often ask for twice as much.
struct SendBuffer {
    /// Seconds of a round trip from which on it is worth while.
    static let longLine = 0.02
    /// Bytes that wait behind those on their way, at most: more would only be told as sent too early, and
    /// be in vain where the transfer is broken off.
    private static let unsent: CInt = 1 << 20
    private static let largest: CInt = 16 << 20

    /// Bytes to ask for where the peer is on this machine: what is on its way is still in the processor's
    /// cache when the peer takes it.
    static let near: CInt = 128 << 10

    /// Bytes to ask for; the kernel takes twice as many, for what it keeps beside them.
    let size: CInt

    /// What this system allows; nil where its own growth goes as far, or it does not say.
    static var allowed: SendBuffer? {
        SendBuffer(
            most: SendBuffer.text("/proc/sys/net/core/wmem_max"),
            grown: SendBuffer.text("/proc/sys/net/ipv4/tcp_wmem"))
    }

    /// Of what the system says a program may ask for, and what it lets a buffer grow to.
    init?(most: String?, grown: String?) {
        guard let most = most.flatMap({ SendBuffer.numbers($0).last }),
            let grown = grown.flatMap({ SendBuffer.numbers($0).last }), most > grown / 2
        else { return nil }
        size = CInt(min(most, Int(SendBuffer.largest)))
        guard Int(size) > grown / 2 else { return nil }
    }

    /// Gives it to a socket.
    func apply(to descriptor: CInt) {
        let options: [(level: CInt, name: CInt, value: CInt)] = [
            (CInt(IPPROTO_TCP), TCP_NOTSENT_LOWAT, SendBuffer.unsent),
            (SOL_SOCKET, SO_SNDBUF, size),
        ]
        for (level, name, value) in options {
            var value = value
            let length = socklen_t(MemoryLayout<CInt>.size)
            // A large buffer is not to be had without the limit on what waits in it.
            guard setsockopt(descriptor, level, name, &value, length) == 0 else { return }
        }
    }

    private static func numbers(_ text: String) -> [Int] {
        text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    }

    private static func text(_ path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(file, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}

extension Socket {
    /// Lets more of a large file be on its way, where the line is long and the system allows it.
    package func prepareForLongLine() {
        guard isOpen, let roundTrip, roundTrip >= SendBuffer.longLine else { return }
        SendBuffer.allowed?.apply(to: descriptor)
    }

    /// Lets no more of a large file be on its way to a peer on this machine than the processor's cache holds.
    package func sendToCache() {
        guard isOpen else { return }
        var size = SendBuffer.near
        setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<CInt>.size))
    }
}
