import Glibc

/// A running process: its number, when it started (because numbers come round again), and where.
struct ProcessIdentity: Hashable, Sendable {
    var number: Int32
    /// Clock ticks since the machine started; field 22 of `/proc/PID/stat`.
    var start: Int64
    /// The machine's name, and what tells this start of it from others.
    var machine = ProcessIdentity.thisMachine

    static let current = ProcessIdentity(of: getpid())

    init(number: Int32, start: Int64, machine: String = ProcessIdentity.thisMachine) {
        self.number = number
        self.start = start
        self.machine = machine
    }

    /// The process that has that number now.
    init(of number: Int32) {
        self.init(number: number, start: ProcessIdentity.start(of: number) ?? 0)
    }

    /// Whether it runs; of another machine's that is taken for granted.
    var isAlive: Bool {
        machine != ProcessIdentity.thisMachine || ProcessIdentity.start(of: number) == start
    }

    /// The machine's name; empty where it has none.
    static let thisHost: String = {
        var name = [UInt8](repeating: 0, count: 256)
        let status = name.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { name in
                name.baseAddress.map { gethostname($0, name.count - 1) }
            }
        }
        return status == 0 ? String(decoding: name.prefix { $0 != 0 }, as: UTF8.self) : ""
    }()

    /// `name BOOT-ID`; the second is missing where the kernel does not tell.
    static let thisMachine: String = {
        let boot = read("/proc/sys/kernel/random/boot_id", limit: 64) ?? []
        return thisHost + " " + String(decoding: boot.prefix { $0 > 0x20 }, as: UTF8.self)
    }()

    private static func start(of number: Int32) -> Int64? {
        guard let bytes = read("/proc/\(number)/stat", limit: 1_024),
            // The command's name stands in parentheses and may hold anything, blanks included.
            let close = bytes.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let fields = bytes[bytes.index(after: close)...].split(separator: UInt8(ascii: " "))
        guard fields.count > 19 else { return nil }
        return Int64(String(decoding: fields[19], as: UTF8.self))
    }

    private static func read(_ path: String, limit: Int) -> [UInt8]? {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { Glibc.close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        return count > 0 ? Array(bytes[..<count]) : nil
    }
}
