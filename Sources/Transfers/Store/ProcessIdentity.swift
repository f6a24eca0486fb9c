import Glibc

/// A running process: its number, and when it started, because numbers come round again.
struct ProcessIdentity: Hashable, Sendable {
    var number: Int32
    /// Clock ticks since the machine started; field 22 of `/proc/PID/stat`.
    var start: Int64

    static let current: ProcessIdentity = {
        let number = getpid()
        return ProcessIdentity(number: number, start: startTime(of: number) ?? 0)
    }()

    /// Whether this very process still runs.
    var isAlive: Bool {
        ProcessIdentity.startTime(of: number) == start
    }

    private static func startTime(of number: Int32) -> Int64? {
        let descriptor = Glibc.open("/proc/\(number)/stat", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { Glibc.close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        // The command's name stands in parentheses and may hold anything, blanks included.
        guard count > 0, let close = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else {
            return nil
        }
        let fields = bytes[bytes.index(after: close)..<count].split(separator: UInt8(ascii: " "))
        guard fields.count > 19 else { return nil }
        return Int64(String(decoding: fields[19], as: UTF8.self))
    }
}
