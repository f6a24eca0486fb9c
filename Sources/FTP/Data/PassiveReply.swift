/// Where the server listens for the data connection. As a rule only the port is taken, and the
/// address is the control connection's peer, whatever the server says. Does no I/O.
package enum PassiveReply {
    /// A port, and the address that goes with it.
    package struct Endpoint: Hashable, Sendable {
        /// Four bytes; empty where none was named.
        package var address: [UInt8]
        /// 1…65535
        package var port: UInt16

        package init(address: [UInt8], port: UInt16) {
            self.address = address
            self.port = port
        }

        /// The address in digits; nil where none was named, or 0.0.0.0, which leads nowhere.
        package var host: String? {
            guard address.count == 4, address.contains(where: { $0 != 0 }) else { return nil }
            return address.map(String.init).joined(separator: ".")
        }
    }

    /// The port of a 229 (RFC 2428 section 3): `(|||6446|)`, with any delimiter, the parentheses
    /// missing or not. Nil where there is none from 1 to 65535.
    package static func extendedPort(_ text: some Collection<UInt8>) -> UInt16? {
        let bytes = Array(text)
        for start in bytes.indices where start + 4 < bytes.count {
            let delimiter = bytes[start]
            guard (0x21...0x7E).contains(delimiter), !isDigit(delimiter),
                bytes[start + 1] == delimiter, bytes[start + 2] == delimiter
            else { continue }
            let digits = bytes[(start + 3)...].prefix(while: isDigit)
            let end = start + 3 + digits.count
            guard end < bytes.count, bytes[end] == delimiter else { continue }
            return port(digits)
        }
        return nil
    }

    /// The address and port of a 227 (RFC 959 section 4.1.2): six numbers with commas between,
    /// anywhere in the text. Nil where there are none, or one is out of its range.
    package static func endpoint(_ text: some Collection<UInt8>) -> Endpoint? {
        let bytes = Array(text)
        var start = 0
        while start < bytes.count {
            guard isDigit(bytes[start]) else {
                start += 1
                continue
            }
            if let numbers = six(bytes, from: start) {
                guard numbers.allSatisfy({ $0 <= 255 }) else { return nil }
                let port = numbers[4] << 8 | numbers[5]
                guard port > 0 else { return nil }
                return Endpoint(
                    address: numbers.prefix(4).map { UInt8($0) }, port: UInt16(port))
            }
            while start < bytes.count, isDigit(bytes[start]) { start += 1 }
        }
        return nil
    }

    private static func six(_ bytes: [UInt8], from start: Int) -> [Int]? {
        var numbers: [Int] = []
        var position = start
        while true {
            var value = 0
            let first = position
            while position < bytes.count, isDigit(bytes[position]) {
                value = min(value * 10 + Int(bytes[position] - 0x30), 100_000)
                position += 1
            }
            guard position > first, position - first <= 9 else { return nil }
            numbers.append(value)
            if numbers.count == 6 { return numbers }
            guard position < bytes.count, bytes[position] == 0x2C else { return nil }
            position += 1
            while position < bytes.count, bytes[position] == 0x20 { position += 1 }
        }
    }

    private static func port(_ digits: ArraySlice<UInt8>) -> UInt16? {
        guard !digits.isEmpty, digits.count <= 6 else { return nil }
        let value = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return (1...65_535).contains(value) ? UInt16(value) : nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
