import Glibc

/// Listens on a free loopback port, for active data connections.
final class Listener {
    let port: UInt16
    private let descriptor: CInt

    init() throws {
        descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let number = descriptor
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(number, $0, length) | listen(number, 1) | getsockname(number, $0, &length)
            }
        }
        guard status == 0 else { throw Client.Failure(description: "no port to listen on") }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit {
        close(descriptor)
    }

    func accept() throws -> CInt {
        var waited = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        guard poll(&waited, 1, 10_000) == 1 else {
            throw Client.Failure(description: "nobody connected")
        }
        return Glibc.accept(descriptor, nil, nil)
    }
}
