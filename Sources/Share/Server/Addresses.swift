import Files
import Glibc

/// The addresses of this machine, and how they are written.
package enum Addresses {
    /// Whether only this machine itself reaches it: `127.0.0.1`, `::1`, `localhost`.
    static func isLoopback(_ address: String) -> Bool {
        if address == "localhost" { return true }
        if let bytes = bytes(ofIPv4: address) { return bytes[0] == 127 }
        guard let bytes = bytes(ofIPv6: address) else { return false }
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        if bytes.starts(with: mapped) { return bytes[12] == 127 }
        return bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }

    /// Whether it stands for every address: `0.0.0.0`, `::`.
    static func isAny(_ address: String) -> Bool {
        let bytes = bytes(ofIPv4: address) ?? bytes(ofIPv6: address)
        return bytes?.allSatisfy { $0 == 0 } ?? false
    }

    /// As a URL has it: with brackets around IPv6.
    static func host(_ address: String) -> String {
        address.contains(":") ? "[\(address)]" : address
    }

    /// By which others may reach this machine: the one of the usual way out first, IPv4 before
    /// IPv6; without loopback and those of one link only.
    package static func reachable(includingIPv6: Bool) -> [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var found: [String] = []
        var next = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard entry.ifa_flags & UInt32(IFF_UP) != 0, let address = entry.ifa_addr,
                let text = text(of: address), isUsable(text), !found.contains(text),
                includingIPv6 || !text.contains(":")
            else { continue }
            found.append(text)
        }
        let way = usual()
        return found.enumerated().sorted { left, right in
            let ranks = [left, right].map { item in
                item.element == way ? 0 : item.element.contains(":") ? 2 : 1
            }
            return ranks[0] != ranks[1] ? ranks[0] < ranks[1] : left.offset < right.offset
        }.map(\.element)
    }

    static func bytes(ofIPv4 text: String) -> [UInt8]? {
        var address = in_addr()
        guard inet_pton(AF_INET, text, &address) == 1 else { return nil }
        return withUnsafeBytes(of: &address) { Array($0) }
    }

    static func bytes(ofIPv6 text: String) -> [UInt8]? {
        var address = in6_addr()
        guard inet_pton(AF_INET6, text, &address) == 1 else { return nil }
        return withUnsafeBytes(of: &address) { Array($0) }
    }

    private static func isUsable(_ text: String) -> Bool {
        if isLoopback(text) { return false }
        if let bytes = bytes(ofIPv4: text) { return !(bytes[0] == 169 && bytes[1] == 254) }
        guard let bytes = bytes(ofIPv6: text) else { return false }
        return !(bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80)
    }

    /// The address that packets to the world would have; none is sent. `192.0.2.1` belongs to
    /// nobody (RFC 5737).
    private static func usual() -> String? {
        let number = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { return nil }
        defer { close(number) }
        var target = sockaddr_in()
        target.sin_family = sa_family_t(AF_INET)
        target.sin_port = UInt16(9).bigEndian
        guard inet_pton(AF_INET, "192.0.2.1", &target.sin_addr) == 1 else { return nil }
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutablePointer(to: &target) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard connect(number, address, length) == 0,
                    getsockname(number, address, &length) == 0
                else { return nil }
                return text(of: address)
            }
        }
    }

    private static func text(of address: UnsafeMutablePointer<sockaddr>) -> String? {
        let length: socklen_t
        switch Int32(address.pointee.sa_family) {
        case AF_INET: length = socklen_t(MemoryLayout<sockaddr_in>.size)
        case AF_INET6: length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        default: return nil
        }
        var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        guard
            getnameinfo(
                address, length, &host, socklen_t(host.count), nil, 0, NI_NUMERICHOST) == 0
        else { return nil }
        let bytes = host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
