import Glibc

/// A client that does nothing by itself: sends lines, reads replies, opens data connections.
/// Every read ends after ten seconds, so that a silent server fails a test instead of holding it.
final class Client {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let control: CInt
    private var buffer: [UInt8] = []

    init(port: UInt16) throws {
        control = try Client.connect(port)
    }

    deinit {
        close(control)
    }

    /// Connects, reads the greeting and logs in.
    static func loggedIn(port: UInt16) throws -> Client {
        let client = try Client(port: port)
        _ = try client.reply()
        try client.expect("USER someone", 331)
        try client.expect("PASS secret", 230)
        try client.expect("TYPE I", 200)
        return client
    }

    func send(_ line: String) {
        sendBytes(Array((line + "\r\n").utf8))
    }

    func sendBytes(_ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes {
            Glibc.send(control, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
        }
    }

    /// A whole reply, its lines joined by LF. Throws at the end of the connection.
    func reply() throws -> String {
        var lines: [String] = []
        while true {
            let line = try readLine()
            lines.append(line)
            if lines.count == 1, line.dropFirst(3).first != "-" { break }
            if lines.count > 1, line.hasPrefix(lines[0].prefix(3) + " ") { break }
        }
        return lines.joined(separator: "\n")
    }

    /// Sends a line; its reply must have this code.
    @discardableResult
    func expect(_ line: String, _ code: Int) throws -> String {
        send(line)
        return try expectReply(code, "'\(line)'")
    }

    @discardableResult
    func expectReply(_ code: Int, _ what: String = "reply") throws -> String {
        let reply = try reply()
        guard reply.hasPrefix("\(code)") else {
            throw Failure(description: "\(what): expected \(code), got \(reply)")
        }
        return reply
    }

    /// The raw bytes up to the next LF, the LF included.
    func readRawLine() throws -> [UInt8] {
        while true {
            if let end = buffer.firstIndex(of: 0x0A) {
                let line = Array(buffer[...end])
                buffer.removeSubrange(...end)
                return line
            }
            let chunk = try Client.readSome(control)
            guard !chunk.isEmpty else { throw Failure(description: "the connection ended") }
            buffer += chunk
        }
    }

    private func readLine() throws -> String {
        var line = try readRawLine()
        line.removeLast()
        if line.last == 0x0D { line.removeLast() }
        return String(decoding: line, as: UTF8.self)
    }

    /// Whether the server has ended the connection; what it still sent is dropped.
    func hasEnded() -> Bool {
        while true {
            guard let chunk = try? Client.readSome(control) else { return errno != EAGAIN }
            if chunk.isEmpty { return true }
        }
    }

    /// Reads and drops up to `count` bytes; how many came.
    func skip(_ count: Int) -> Int {
        var skipped = buffer.count
        buffer = []
        while skipped < count, let chunk = try? Client.readSome(control), !chunk.isEmpty {
            skipped += chunk.count
        }
        return min(count, skipped)
    }

    // MARK: Data

    /// EPSV and a connection to the port it names.
    func openData() throws -> CInt {
        let reply = try expect("EPSV", 229)
        guard let port = reply.split(separator: "|").dropFirst().first.flatMap({ UInt16($0) })
        else {
            throw Failure(description: "no port in \(reply)")
        }
        return try Client.connect(port)
    }

    /// Runs RETR, LIST and the like to the end: the bytes.
    func fetch(_ command: String) throws -> [UInt8] {
        let data = try openData()
        defer { close(data) }
        try expect(command, 150)
        let bytes = Client.drain(data)
        try expectReply(226, command)
        return bytes
    }

    func fetchText(_ command: String) throws -> String {
        String(decoding: try fetch(command), as: UTF8.self)
    }

    /// Runs STOR or APPE to the end.
    func store(_ command: String, _ bytes: [UInt8]) throws {
        let data = try openData()
        try expect(command, 150)
        Client.write(bytes, to: data)
        close(data)
        try expectReply(226, command)
    }

    static func write(_ bytes: [UInt8], to descriptor: CInt) {
        var position = 0
        while position < bytes.count {
            let count = bytes[position...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            if count <= 0 { return }
            position += count
        }
    }

    /// All bytes up to the end or a reset.
    static func drain(_ descriptor: CInt) -> [UInt8] {
        var bytes: [UInt8] = []
        while let chunk = try? readSome(descriptor), !chunk.isEmpty { bytes += chunk }
        return bytes
    }

    /// Some bytes, none at the end.
    static func readSome(_ descriptor: CInt) throws -> [UInt8] {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = read(descriptor, &chunk, chunk.count)
        guard count >= 0 else {
            throw Failure(description: "read: \(String(cString: strerror(errno)))")
        }
        return Array(chunk[..<count])
    }

    static func connect(_ port: UInt16) throws -> CInt {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else {
            close(descriptor)
            throw Failure(description: "port \(port): \(String(cString: strerror(errno)))")
        }
        return descriptor
    }
}
