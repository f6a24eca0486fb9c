import Glibc
import Support
import Testing

@Suite("The servers to test against")
struct RealServerTests {
    @Test("Each starts, greets, and is gone when stopped", arguments: RealServer.Kind.allCases)
    func startAndStop(kind: RealServer.Kind) throws {
        let server = try startedServer(kind)
        #expect(try Greeting.read(port: server.port).hasPrefix("220"))
        server.stop()
        #expect(throws: RealServer.Failure.self) { try Greeting.read(port: server.port) }
        try server.start()
        #expect(try Greeting.read(port: server.port).hasPrefix("220"))
        server.stop()
    }
}

/// A running server; where there can be none, a visible skip, or a failure in CI.
func startedServer(
    _ kind: RealServer.Kind, tls: ServerTLS? = nil, extra: [String] = [], isInMemory: Bool = false
) throws -> RealServer {
    if let obstacle = RealServer.obstacle(to: kind), !RealServer.areRequired {
        try Test.cancel("\(obstacle)")
    }
    return try RealServer(kind, tls: tls, extra: extra, isInMemory: isInMemory)
}

/// The first line that a server sends.
enum Greeting {
    static func read(port: UInt16) throws -> String {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw RealServer.Failure(description: "nobody listens") }
        try Deadline(seconds: 30).wait(for: descriptor)
        var bytes = [UInt8](repeating: 0, count: 1_024)
        let count = max(0, Glibc.read(descriptor, &bytes, bytes.count))
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
