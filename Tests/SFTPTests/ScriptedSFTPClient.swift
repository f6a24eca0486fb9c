import Glibc
import Support

/// The client's end of a connection, byte by byte.
final class ScriptedSFTPClient: Sendable {
    private let descriptor: CInt

    init(_ descriptor: CInt) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw ScriptedPeer.Mismatch("the server has gone") }
            rest = rest.dropFirst(count)
        }
    }

    /// Sends no more, and goes on receiving.
    func finish() { shutdown(descriptor, CInt(SHUT_WR)) }

    /// Exactly so many bytes.
    func bytes(_ count: Int) throws -> [UInt8] {
        let deadline = Deadline(seconds: 20)
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: max(1, count))
        while all.count < count {
            try deadline.wait(for: descriptor)
            let got = recv(descriptor, &buffer, count - all.count, 0)
            guard got > 0 else { throw ScriptedPeer.Mismatch("the server has gone") }
            all += buffer[..<got]
        }
        return all
    }

    /// All that comes up to the end.
    func rest() throws -> [UInt8] {
        let deadline = Deadline(seconds: 20)
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            try deadline.wait(for: descriptor)
            let got = recv(descriptor, &buffer, buffer.count, 0)
            if got <= 0 { return all }
            all += buffer[..<got]
        }
    }

    /// The next packet, without its length.
    func packet() throws -> [UInt8] {
        try bytes(bytes(4).reduce(0) { $0 << 8 | Int($1) })
    }

    /// Sends a packet, given without its length, and takes the next one.
    func ask(_ packet: [UInt8]) throws -> [UInt8] {
        try send([
            UInt8(packet.count >> 24), 0, UInt8(packet.count >> 8), UInt8(packet.count & 255),
        ])
        try send(packet)
        return try self.packet()
    }
}
