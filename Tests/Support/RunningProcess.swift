import Glibc

/// A process of this machine, as /proc shows it.
package struct RunningProcess: Sendable {
    package let number: Int32
    /// Its command line, NUL bytes and all.
    package let command: [UInt8]

    package var arguments: [String] {
        command.split(separator: 0, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// What it was started with; empty where that may not be seen.
    package var environment: [UInt8] { RunningProcess.read("/proc/\(number)/environ") }

    /// Who has started it; 0 where it has ended meanwhile.
    package var parent: Int32 {
        // The name stands in parentheses, and may hold some itself.
        let text = String(decoding: RunningProcess.read("/proc/\(number)/stat"), as: UTF8.self)
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        return fields.count > 1 ? Int32(fields[1]) ?? 0 : 0
    }

    /// All that a process has started, and these.
    package static func descendants(of number: Int32) -> [Int32] {
        let parents = Dictionary(grouping: all, by: \.parent)
        var found: [Int32] = []
        var rest = [number]
        while let next = rest.popLast() {
            let children = (parents[next] ?? []).map(\.number)
            found += children
            rest += children
        }
        return found
    }

    /// All that run; of those that nobody has reaped, there is no command line.
    package static var all: [RunningProcess] {
        guard let folder = opendir("/proc") else { return [] }
        defer { closedir(folder) }
        var found: [RunningProcess] = []
        while let item = readdir(folder) {
            let name = withUnsafePointer(to: &item.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard let number = Int32(name) else { continue }
            let command = read("/proc/\(number)/cmdline")
            if !command.isEmpty { found.append(RunningProcess(number: number, command: command)) }
        }
        return found
    }

    private static func read(_ path: String) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }
}
