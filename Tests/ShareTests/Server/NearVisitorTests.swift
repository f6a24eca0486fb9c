import Glibc
import Testing

@testable import Share

@Suite("What may be on its way to a visitor")
struct NearVisitorTests {
    /// The port of either end of a socket of this process; nil for what is none.
    private func port(
        _ descriptor: CInt,
        _ ask: (CInt, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> CInt
    ) -> UInt16? {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                ask(descriptor, $0, &length)
            }
        }
        guard status == 0, address.sin_family == sa_family_t(AF_INET) else { return nil }
        return UInt16(bigEndian: address.sin_port)
    }

    /// The send buffer of the share's end of a connection, in bytes.
    private func buffer(from source: String, in share: TestShare) throws -> CInt {
        let client = try share.client(from: source)
        #expect(try client.ask("/").status == 200)
        let own = try #require(port(client.descriptor, { getsockname($0, $1, $2) }))
        let descriptor = try #require(
            (0..<CInt(4_096)).first {
                port($0, { getpeername($0, $1, $2) }) == own
                    && port($0, { getsockname($0, $1, $2) }) == share.port
            })
        var size: CInt = -1
        var length = socklen_t(MemoryLayout<CInt>.size)
        getsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, &length)
        return size
    }

    @Test("No more than the processor's cache holds, where he is on this machine")
    func buffers() throws {
        let share = try TestShare()
        #expect(try buffer(from: "127.0.0.1", in: share) == 2 * 128 << 10)
        #expect(try buffer(from: "127.0.0.2", in: share) != 2 * 128 << 10)
    }
}
