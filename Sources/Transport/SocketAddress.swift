import Glibc

/// An IPv4 or IPv6 address with its port.
package struct SocketAddress: Sendable {
    private var storage: sockaddr_storage
    private let length: socklen_t

    /// Nil for families other than IPv4 and IPv6.
    init?(_ address: UnsafePointer<sockaddr>, length: socklen_t) {
        let family = CInt(address.pointee.sa_family)
        let needed =
            switch family {
            case AF_INET: MemoryLayout<sockaddr_in>.size
            case AF_INET6: MemoryLayout<sockaddr_in6>.size
            default: Int.max
            }
        guard Int(length) >= needed, Int(length) <= MemoryLayout<sockaddr_storage>.size else {
            return nil
        }
        storage = sockaddr_storage()
        self.length = length
        withUnsafeMutableBytes(of: &storage) { target in
            target.copyMemory(from: UnsafeRawBufferPointer(start: address, count: Int(length)))
        }
    }

    /// Asks a socket for its own or its peer's address.
    init?(of descriptor: CInt, peer: Bool) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let made: SocketAddress? = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                let result =
                    peer
                    ? getpeername(descriptor, address, &length)
                    : getsockname(descriptor, address, &length)
                return result == 0 ? SocketAddress(address, length: length) : nil
            }
        }
        guard let made else { return nil }
        self = made
    }

    /// Runs `body` with the form that the socket calls want.
    func withPointer<Result>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }

    var family: CInt { CInt(storage.ss_family) }

    package var isIPv6: Bool { family == AF_INET6 }

    /// In the host's byte order. Both families keep it at the same place.
    package var port: UInt16 {
        get { withUnsafeBytes(of: storage) { UInt16($0[2]) << 8 | UInt16($0[3]) } }
        set {
            withUnsafeMutableBytes(of: &storage) { bytes in
                bytes[2] = UInt8(newValue >> 8)
                bytes[3] = UInt8(newValue & 0xFF)
            }
        }
    }

    /// The same host, at another port.
    package func at(port: UInt16) -> SocketAddress {
        var address = self
        address.port = port
        return address
    }

    /// The address alone: 4 or 16 bytes.
    package var hostBytes: [UInt8] {
        withUnsafeBytes(of: storage) { Array(isIPv6 ? $0[8..<24] : $0[4..<8]) }
    }

    /// Whether both are the same host, whatever their ports.
    package func isSameHost(as other: SocketAddress) -> Bool {
        family == other.family && hostBytes == other.hostBytes
    }

    /// The address in digits, without brackets or a scope: `127.0.0.1`, `::1`.
    package var host: String {
        var text = [CChar](repeating: 0, count: 64)
        let bytes = hostBytes
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "?" }
        return String(
            decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
