import Glibc
import Testing

@testable import Share

/// A visitor that sends exactly the bytes it is told to. Waits for at most half a minute.
final class RawClient {
    struct Reply {
        var status = 0
        var headers = Headers()
        var body: [UInt8] = []

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    struct Failure: Error {
        let reason: String
    }

    let descriptor: CInt
    private var received: [UInt8] = []

    /// `source` is the own address, any of 127.0.0.0/8.
    init(port: UInt16, source: String = "127.0.0.1") throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
        try RawClient.with(source, 0) { address, length in
            guard bind(descriptor, address, length) == 0 else { throw Failure(reason: "bind") }
        }
        try RawClient.with("127.0.0.1", port) { address, length in
            guard connect(descriptor, address, length) == 0 else {
                throw Failure(reason: "connect: \(errno)")
            }
        }
    }

    deinit {
        close(descriptor)
    }

    private static func with(
        _ host: String, _ port: UInt16,
        _ body: (UnsafePointer<sockaddr>, socklen_t) throws -> Void
    ) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, host, &address.sin_addr)
        try withUnsafePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                try body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    /// Whether all of it could be sent.
    @discardableResult
    func send(_ text: String) -> Bool {
        send(Array(text.utf8))
    }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    /// Says that nothing more comes.
    func finish() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// How much the kernel holds of what this client did not read.
    func setReceiveBuffer(_ size: CInt) {
        var size = size
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<CInt>.size))
    }

    /// A request with Host and without a body, and its reply.
    func ask(
        _ method: String, _ target: String, _ headers: [(String, String)] = []
    ) throws -> Reply {
        let fields = headers.map { "\($0.0): \($0.1)\r\n" }.joined()
        send("\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n")
        return try reply(hasBody: method != "HEAD")
    }

    func ask(_ target: String, _ headers: [(String, String)] = []) throws -> Reply {
        try ask("GET", target, headers)
    }

    /// The next reply, interim ones left out.
    func reply(hasBody: Bool = true) throws -> Reply {
        while true {
            let reply = try anyReply(hasBody: hasBody)
            if reply.status >= 200 { return reply }
        }
    }

    func anyReply(hasBody: Bool = true) throws -> Reply {
        var reply = Reply()
        let head = try line(endingWith: "\r\n\r\n")
        for (index, line) in head.split(separator: "\r\n").enumerated() {
            if index == 0 {
                reply.status = Int(line.split(separator: " ").dropFirst().first ?? "") ?? 0
            } else if let colon = line.firstIndex(of: ":") {
                reply.headers.add(
                    String(line[..<colon]), Headers.trimmed(line[line.index(after: colon)...]))
            }
        }
        guard hasBody, reply.status >= 200, reply.status != 204, reply.status != 304 else {
            return reply
        }
        if let length = reply.headers["Content-Length"].flatMap({ Int($0) }) {
            reply.body = try bytes(length)
        } else if reply.headers["Transfer-Encoding"] == "chunked" {
            while true {
                // A line end is one character.
                let size = Int(try line(endingWith: "\r\n").dropLast(), radix: 16) ?? 0
                reply.body += try bytes(size)
                _ = try bytes(2)
                if size == 0 { break }
            }
        } else {
            reply.body = rest()
        }
        return reply
    }

    /// Everything until the other end closes or half a minute went by without a byte.
    func rest() -> [UInt8] {
        while fill() {}
        defer { received = [] }
        return received
    }

    /// What has come, at least a byte; nil once the other end has closed.
    func some() -> [UInt8]? {
        guard !received.isEmpty || fill() else { return nil }
        defer { received = [] }
        return received
    }

    /// Whether the other end closes without another byte.
    func isClosed() -> Bool {
        received.isEmpty && !fill() && errno != EAGAIN
    }

    func bytes(_ count: Int) throws -> [UInt8] {
        while received.count < count {
            guard fill() else { throw Failure(reason: "\(received.count) of \(count) bytes came") }
        }
        defer { received.removeFirst(count) }
        return Array(received.prefix(count))
    }

    private func line(endingWith end: String) throws -> String {
        let end = Array(end.utf8)
        var checked = 0
        while true {
            if received.count >= end.count {
                for index in checked...(received.count - end.count)
                where received[index..<index + end.count].elementsEqual(end) {
                    let text = String(decoding: received[..<(index + end.count)], as: UTF8.self)
                    received.removeFirst(index + end.count)
                    return text
                }
                checked = received.count - end.count + 1
            }
            guard fill() else {
                throw Failure(
                    reason: "no line end after "
                        + String(decoding: received.prefix(200), as: UTF8.self))
            }
        }
    }

    private func fill() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        errno = 0
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return false }
        received += buffer.prefix(count)
        return true
    }
}

/// Whether both are equal. An expectation of `==` itself would look for the differences of
/// megabytes for minutes.
func isSame(_ left: [UInt8]?, _ right: [UInt8]) -> Bool {
    left == right
}
