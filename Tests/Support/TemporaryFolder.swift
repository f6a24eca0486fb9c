import CLinux
import Glibc

/// A new folder below the system's temporary one, removed with all that is in it when let go.
package final class TemporaryFolder: Sendable {
    /// Absolute, with every link resolved, without a slash at the end.
    package let path: String

    package struct Failure: Error {
        package let description: String
    }

    /// `isOpen` lets other users of this machine in, as servers that change their user need.
    /// `isInMemory` suits thousands of small files, where the system has such a file system.
    package init(isOpen: Bool = false, isInMemory: Bool = false) throws(Failure) {
        let shared = "/dev/shm"
        let base =
            isInMemory && access(shared, W_OK) == 0
            ? shared : getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/ferry-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil, let resolved = realpath(template, nil) else {
            throw Failure(description: "no temporary folder: \(String(cString: strerror(errno)))")
        }
        path = String(cString: resolved)
        free(resolved)
        if isOpen { chmod(path, 0o755) }
    }

    deinit {
        TemporaryFolder.remove(path)
    }

    /// `path/name`
    package func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Makes a file with these bytes.
    package func write(_ bytes: [UInt8], to name: String) throws(Failure) {
        let number = ferry_openat(AT_FDCWD, path(name), O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        guard number >= 0 else { throw failure(name) }
        defer { close(number) }
        var position = 0
        while position < bytes.count {
            let count = bytes[position...].withUnsafeBytes {
                Glibc.write(number, $0.baseAddress, $0.count)
            }
            guard count > 0 else { throw failure(name) }
            position += count
        }
    }

    package func write(_ text: String, to name: String) throws(Failure) {
        try write(Array(text.utf8), to: name)
    }

    /// The bytes of a file; nil where it cannot be read.
    package func read(_ name: String) -> [UInt8]? {
        let number = ferry_openat(AT_FDCWD, path(name), O_RDONLY, 0)
        guard number >= 0 else { return nil }
        defer { close(number) }
        var result: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = Glibc.read(number, &block, block.count)
            guard count >= 0 else { return nil }
            if count == 0 { return result }
            result += block[..<count]
        }
    }

    package func makeFolder(_ name: String, mode: UInt32 = 0o755) throws(Failure) {
        guard mkdir(path(name), mode) == 0 else { throw failure(name) }
    }

    package func exists(_ name: String) -> Bool {
        var status = stat()
        return lstat(path(name), &status) == 0
    }

    /// The names of what it holds itself, sorted.
    package var names: [String] { names(in: ".") }

    /// The names of what one of its folders holds, sorted; none where it is not there.
    package func names(in folder: String) -> [String] {
        guard let stream = opendir(path(folder)) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private func failure(_ name: String) -> Failure {
        Failure(description: "\(path(name)): \(String(cString: strerror(errno)))")
    }

    private static func remove(_ path: String) {
        remove(Array(path.utf8CString))
    }

    /// By bytes, since names need not be UTF-8.
    private static func remove(_ path: [CChar]) {
        if unlink(path) == 0 { return }
        chmod(path, 0o700)
        if let stream = opendir(path) {
            while let entry = readdir(stream) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) {
                        Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1))
                    }
                }
                if name == [46, 0] || name == [46, 46, 0] { continue }
                remove(path.dropLast() + [47] + name)
            }
            closedir(stream)
        }
        rmdir(path)
    }
}
