import Files
import Glibc

/// A small text file on this machine, read whole and written whole.
enum TextFile {
    /// Bytes; a settings file beyond this is refused.
    static let limit = 1 << 20

    /// Its text; nil where there is no such file.
    static func read(_ path: String) throws(SettingsError) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw SettingsError(file: path, "The file cannot be read: \(systemWords()).")
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 {
                throw SettingsError(file: path, "The file cannot be read: \(systemWords()).")
            }
            if count == 0 { break }
            bytes += buffer[..<count]
            if bytes.count > limit {
                throw SettingsError(
                    file: path, "The file is larger than 1 MiB; that is no settings file.")
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let line = 1 + bytes[..<firstInvalid(bytes)].count { $0 == 0x0A }
            throw SettingsError(
                file: path, line: line, "The text is not valid UTF-8; save it as UTF-8.")
        }
        return text
    }

    /// Writes beside the file, and renames; makes the directories above. A file that is there keeps
    /// its mode and, as far as the user may, its owner; a new one is for the user only (0600). Of a
    /// link, the file behind it is written.
    static func write(_ text: String, to name: String) throws(SettingsError) {
        let path = try target(of: name)
        makeDirectories(above: path)
        let temporary = "\(path).\(getpid()).new"
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw SettingsError(file: name, "The file cannot be written: \(systemWords()).")
        }
        var failure = writeAll(text, to: descriptor)
        if failure == nil { failure = takeOver(from: path, to: descriptor) }
        if failure == nil, fsync(descriptor) != 0 { failure = systemWords() }
        if Glibc.close(descriptor) != 0, failure == nil { failure = systemWords() }
        if failure == nil, rename(temporary, path) != 0 { failure = systemWords() }
        if let failure {
            unlink(temporary)
            throw SettingsError(file: name, "The file cannot be written: \(failure).")
        }
    }

    /// The file that a name leads to, which need not be there.
    private static func target(of name: String) throws(SettingsError) -> String {
        var path = name
        for _ in 0..<linkLimit {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(path, &buffer, buffer.count)
            guard count > 0 else { return path }
            let bytes = buffer[..<count].map { UInt8(bitPattern: $0) }
            guard let link = String(validating: bytes, as: UTF8.self) else {
                throw SettingsError(
                    file: name, "It is a link to a name that is not UTF-8; rename that file.")
            }
            let slash =
                path.utf8.lastIndex(of: 0x2F).map { path.utf8.index(after: $0) }
                ?? path.startIndex
            path = link.utf8.first == 0x2F ? link : path[..<slash] + link
        }
        throw SettingsError(file: name, "It leads through too many links.")
    }

    /// As many as the system follows.
    private static let linkLimit = 40

    /// Why not all was written; nil where it was.
    private static func writeAll(_ text: String, to descriptor: CInt) -> String? {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count == 0 || errno != EINTR {
                return systemWords()
            }
        }
        return nil
    }

    /// Gives the new file what the old one at `path` has; why it could not.
    private static func takeOver(from path: String, to descriptor: CInt) -> String? {
        var old = stat()
        guard stat(path, &old) == 0 else { return nil }
        // Only root may give a file away; whoever else writes it owns it from now on.
        let isGiven = fchown(descriptor, old.st_uid, old.st_gid) == 0
        let mode = isGiven ? old.st_mode & 0o777 : old.st_mode & 0o700
        return fchmod(descriptor, mode) == 0 ? nil : systemWords()
    }

    static func makeDirectories(above path: String) {
        var index = path.startIndex
        while let slash = path[index...].firstIndex(of: "/") {
            if slash > path.startIndex { mkdir(String(path[..<slash]), 0o700) }
            index = path.index(after: slash)
        }
    }

    private static func firstInvalid(_ bytes: [UInt8]) -> Int {
        var low = 0
        for (index, byte) in bytes.enumerated() where byte == 0x0A {
            if String(validating: bytes[low..<index], as: UTF8.self) == nil { return low }
            low = index + 1
        }
        return low
    }

    /// What the system says to the last call's failure.
    static func systemWords() -> String {
        String(cString: strerror(errno)).lowercased()
    }
}
