import CLinux
import Disk
package import Files
import Glibc

/// Where file systems are mounted, as the kernel tells (proc_pid_mountinfo(5)).
package enum MountPoints {
    /// Bytes of the table that are read, and places that are taken from it.
    private static let limits = (bytes: 1 << 20, places: 1_024)
    /// File systems that hold nobody's files; to look into the last one may mount something.
    private static let others: Set<String> = [
        "proc", "sysfs", "cgroup", "cgroup2", "devpts", "mqueue", "debugfs", "tracefs", "bpf",
        "securityfs", "pstore", "configfs", "fusectl", "hugetlbfs", "binfmt_misc", "nsfs", "autofs",
    ]

    /// Each once; none where the kernel tells nothing.
    package static func all() -> [Path] {
        let number = ferry_openat(AT_FDCWD, "/proc/self/mountinfo", O_RDONLY, 0)
        guard number >= 0 else { return [] }
        let file = Descriptor(number)
        var text: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 64 << 10)
        while text.count < limits.bytes {
            let count = Glibc.read(file.number, &block, block.count)
            guard count > 0 else { break }
            text += block[..<count]
        }
        return parse(text)
    }

    static func parse(_ text: [UInt8]) -> [Path] {
        var found: [Path] = []
        var known: Set<Path> = []
        for line in text.split(separator: 0x0A) {
            let fields = line.split(separator: 0x20)
            guard fields.count > 4, let dash = fields.firstIndex(of: [0x2D]),
                fields.indices.contains(dash + 1),
                !others.contains(String(decoding: fields[dash + 1], as: UTF8.self))
            else { continue }
            let path = Path(unescaped(fields[4]))
            guard known.insert(path).inserted else { continue }
            found.append(path)
            if found.count == limits.places { break }
        }
        return found
    }

    /// Blanks and the like are three octal digits behind a backslash.
    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            if byte == 0x5C, digits.count == 3, digits.allSatisfy({ (0x30...0x37).contains($0) }) {
                result.append(digits.reduce(0) { $0 &* 8 &+ ($1 - 0x30) })
                rest = rest.dropFirst(3)
            } else {
                result.append(byte)
            }
        }
        return result
    }
}
