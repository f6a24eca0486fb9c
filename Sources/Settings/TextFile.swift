import Disk
import Files
import Glibc
import Words

/// A small text file on this machine, read whole and written whole.
enum TextFile {
    /// Bytes; a settings file beyond this is refused.
    static let limit = 1 << 20

    /// Why a file is not read. It says so only when it is asked to: the file may be the one that decides
    /// the language.
    enum Fault: Error {
        case system(CInt)
        /// Beyond this number of bytes.
        case tooLarge(limit: Int)
        case notUTF8(line: Int)

        fileprivate func said(of path: String) -> SettingsError {
            switch self {
            case .system(let code):
                let words = systemReason(code, small: true)
                return SettingsError(file: path, tr("The file cannot be read (\(words))."))
            case .tooLarge(let limit):
                return SettingsError(
                    file: path,
                    tr("The file is larger than \(limit >> 20) MiB, too large for a settings file.")
                )
            case .notUTF8(let line):
                return SettingsError(
                    file: path, line: line, tr("The file is not valid UTF-8; save it as UTF-8."))
            }
        }
    }

    /// Its text, of `limit` bytes at most; nil where there is no such file.
    static func read(
        _ path: String, limit: Int = TextFile.limit
    ) throws(SettingsError) -> String? {
        do throws(Fault) {
            return try text(of: path, limit: limit)
        } catch {
            throw error.said(of: path)
        }
    }

    /// Its bytes, of whatever characters they are.
    static func bytes(of path: String, limit: Int) throws(SettingsError) -> [UInt8]? {
        do throws(Fault) {
            return try content(of: path, limit: limit)
        } catch {
            throw error.said(of: path)
        }
    }

    /// Its text, without a word about what is wrong.
    static func text(of path: String) throws(Fault) -> String? {
        try text(of: path, limit: limit)
    }

    private static func text(of path: String, limit: Int) throws(Fault) -> String? {
        guard let bytes = try content(of: path, limit: limit) else { return nil }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .notUTF8(line: 1 + bytes[..<firstInvalid(bytes)].count { $0 == 0x0A })
        }
        return text
    }

    private static func content(of path: String, limit: Int) throws(Fault) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw .system(errno)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
        // All of it at once as a rule; what grows meanwhile, and what tells no size, comes after that.
        var room = min(max(0, Int(status.st_size)), limit) + 1
        var bytes: [UInt8] = []
        while true {
            var failure: CInt = 0
            let more = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                let read = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                (count, failure) = (max(0, read), read < 0 ? errno : 0)
            }
            if failure == EINTR { continue }
            if failure != 0 { throw .system(failure) }
            if more.isEmpty { return bytes }
            if bytes.isEmpty { bytes = more } else { bytes += more }
            if bytes.count > limit { throw .tooLarge(limit: limit) }
            room = 16 << 10
        }
    }

    /// Replaces the file as a whole; of a link the one that it leads to. A file that was there keeps
    /// its mode and owner, a new one is for the user only (0600). Makes the directories above.
    static func write(_ text: String, to path: String) throws(SettingsError) {
        makeDirectories(above: path)
        do throws(DiskError) {
            try WholeFile.write(Array(text.utf8), to: Array(path.utf8), mode: 0o600)
        } catch {
            throw SettingsError(
                file: path,
                error.code == ELOOP
                    ? tr("The path has too many links.")
                    : tr("The file cannot be written (\(error.words))."))
        }
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
        systemReason(errno, small: true)
    }
}
