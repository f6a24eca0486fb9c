/// Tar files made by hand, so that they can say anything (POSIX.1-1988 ustar).
struct TarBytes {
    var bytes: [UInt8] = []

    /// An entry. `size` is what the header says, where that is not the truth.
    mutating func add(
        _ name: [UInt8], _ contents: [UInt8] = [], type: Character = "0", link: [UInt8] = [],
        size: [UInt8]? = nil
    ) {
        var header = [UInt8](repeating: 0, count: 512)
        func put(_ text: some Collection<UInt8>, at place: Int, _ length: Int) {
            header.replaceSubrange(
                place..<place + min(length, text.count), with: text.prefix(length))
        }
        put(name, at: 0, 100)
        put("0000644\0".utf8, at: 100, 8)
        put("0001750\0".utf8, at: 108, 8)
        put("0001750\0".utf8, at: 116, 8)
        put(size ?? TarBytes.octal(contents.count), at: 124, 12)
        put("14000000000\0".utf8, at: 136, 12)
        put([UInt8](repeating: 0x20, count: 8), at: 148, 8)
        put(String(type).utf8, at: 156, 1)
        put(link, at: 157, 100)
        put("ustar\0".utf8, at: 257, 6)
        put("00".utf8, at: 263, 2)
        let sum = header.reduce(0) { $0 + Int($1) }
        put(TarBytes.octal(sum).suffix(7).dropLast() + [0, 0x20], at: 148, 8)
        bytes += header + contents
        bytes += [UInt8](repeating: 0, count: (512 - contents.count % 512) % 512)
    }

    /// An entry whose name or link is longer than a header holds (POSIX.1-2001 pax).
    mutating func addLong(_ name: [UInt8], link: [UInt8]? = nil, type: Character = "0") {
        var records = TarBytes.record("path", name)
        if let link { records += TarBytes.record("linkpath", link) }
        add(Array("pax".utf8), records, type: "x")
        add(Array("short".utf8), type: type, link: Array("short".utf8))
    }

    static func record(_ key: String, _ value: [UInt8]) -> [UInt8] {
        let rest = Array(" \(key)=".utf8) + value + [0x0A]
        var length = rest.count
        while String(length).utf8.count + rest.count != length {
            length = String(length).utf8.count + rest.count
        }
        return Array(String(length).utf8) + rest
    }

    /// Twelve bytes, the last a NUL.
    static func octal(_ number: Int) -> [UInt8] {
        let digits = String(number, radix: 8)
        return Array((String(repeating: "0", count: max(0, 11 - digits.count)) + digits).utf8) + [0]
    }

    var ended: [UInt8] { bytes + [UInt8](repeating: 0, count: 1_024) }
}
