import Glibc

/// The programs that this process has started and that have not been waited for.
enum OwnChildren {
    /// Ends them at once, each with all that it has started in its group.
    static func kill() {
        for child in all() { Glibc.kill(-child, SIGKILL) }
    }

    private static func all() -> [pid_t] {
        guard let directory = opendir("/proc") else { return [] }
        defer { closedir(directory) }
        let own = getpid()
        var found: [pid_t] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
                    String(cString: $0)
                }
            }
            // Each leads a group of its own: another's number is never one to be ended by.
            if let number = pid_t(name), parent(of: number) == own, getpgid(number) == number {
                found.append(number)
            }
        }
        return found
    }

    /// Nil for one that is gone.
    private static func parent(of number: pid_t) -> pid_t? {
        let descriptor = open("/proc/\(number)/stat", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = read(descriptor, &bytes, bytes.count)
        // The name stands in parentheses, and may hold some.
        guard count > 0, let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else {
            return nil
        }
        let fields = bytes[(end + 1)..<count].split(separator: UInt8(ascii: " "))
        return fields.dropFirst().first.flatMap { pid_t(String(decoding: $0, as: UTF8.self)) }
    }
}
