/// The blocks of 512 bytes that stand before a file in a .tar: ustar, and a pax record ahead of it
/// for what has no room there (POSIX.1-2017, pax, "ustar Interchange Format").
enum TarRecord {
    static let block = 512
    /// Two empty blocks end an archive.
    static let end = [UInt8](repeating: 0, count: 2 * block)

    private static let nameRoom = 100
    /// 11 octal digits: 8 GiB less one.
    private static let numberLimit: UInt64 = 0o777_7777_7777

    /// `path` without a `/` at its end; `modified` in seconds since the epoch.
    static func header(
        path: [UInt8], size: UInt64, modified: Int64, mode: UInt16, isDirectory: Bool
    ) -> [UInt8] {
        let path = isDirectory ? path + [0x2F] : path
        var records = Records()
        if path.count > nameRoom || path.contains(where: { $0 >= 0x80 }) {
            if String(validating: path, as: UTF8.self) == nil {
                records.append("hdrcharset", Array("BINARY".utf8))
            }
            records.append("path", path)
        }
        if size > numberLimit { records.append("size", Array(String(size).utf8)) }
        let time = UInt64(clamping: modified)
        if modified < 0 || time > numberLimit {
            records.append("mtime", Array(String(modified).utf8))
        }
        var result: [UInt8] = []
        if !records.bytes.isEmpty {
            result += plain(
                name: Array("PaxHeaders/".utf8) + path.prefix(80),
                size: UInt64(records.bytes.count), time: min(time, numberLimit), mode: 0o644,
                type: 0x78)
            result += records.bytes
            result += padding(after: UInt64(records.bytes.count))
        }
        return result
            + plain(
                name: path, size: size > numberLimit ? 0 : size, time: min(time, numberLimit),
                mode: mode, type: isDirectory ? 0x35 : 0x30)
    }

    /// What fills the last block of `size` bytes.
    static func padding(after size: UInt64) -> [UInt8] {
        let rest = Int(size % UInt64(block))
        return [UInt8](repeating: 0, count: rest == 0 ? 0 : block - rest)
    }

    /// `LENGTH KEY=VALUE\n`, where the length counts itself.
    private struct Records {
        var bytes: [UInt8] = []

        mutating func append(_ key: String, _ value: [UInt8]) {
            let rest = key.utf8.count + value.count + 3
            var length = rest + 1
            while rest + String(length).utf8.count > length { length += 1 }
            bytes += Array("\(length) \(key)=".utf8) + value + [0x0A]
        }
    }

    private static func plain(
        name: [UInt8], size: UInt64, time: UInt64, mode: UInt16, type: UInt8
    ) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: block)
        func put(_ bytes: some Sequence<UInt8>, at place: Int) {
            for (index, byte) in bytes.enumerated() { header[place + index] = byte }
        }
        put(name.prefix(nameRoom), at: 0)
        put(octal(UInt64(mode), digits: 7), at: 100)
        put(octal(0, digits: 7), at: 108)
        put(octal(0, digits: 7), at: 116)
        put(octal(size, digits: 11), at: 124)
        put(octal(time, digits: 11), at: 136)
        header[156] = type
        put("ustar".utf8, at: 257)
        put("00".utf8, at: 263)
        // The sum is made with blanks in its own place.
        let sum = header.reduce(UInt64(8 * 0x20)) { $0 + UInt64($1) }
        put(octal(sum, digits: 6) + [0, 0x20], at: 148)
        return header
    }

    private static func octal(_ number: UInt64, digits: Int) -> [UInt8] {
        let text = String(number, radix: 8)
        return [UInt8](repeating: 0x30, count: max(0, digits - text.utf8.count))
            + text.utf8.suffix(digits)
    }
}
