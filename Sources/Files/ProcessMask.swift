import Glibc

/// The process's file mode creation mask: the permission bits that it takes from what it makes.
package enum ProcessMask {
    /// Read once: 0…0o777.
    package static let value: UInt16 = {
        if let mask = inStatus() { return mask }
        // Without /proc there is no way to ask for it but to set it.
        let mask = umask(0o077)
        _ = umask(mask)
        return UInt16(truncatingIfNeeded: mask & 0o777)
    }()

    /// As the kernel says (proc(5), since Linux 4.7); nil where it does not.
    private static func inStatus() -> UInt16? {
        guard let file = fopen("/proc/self/status", "re") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, CInt(line.count), file) != nil {
            let text = String(
                decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard text.hasPrefix("Umask:") else { continue }
            let digits = text.dropFirst("Umask:".count).filter { !$0.isWhitespace }
            return UInt16(digits, radix: 8).map { $0 & 0o777 }
        }
        return nil
    }
}
