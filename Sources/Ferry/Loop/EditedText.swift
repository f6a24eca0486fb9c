import CLinux
import Files
import Glibc
import UI

extension OutsideCommands {
    /// Bytes of an edited text; more are no list of names.
    private static let textLimit = 16 << 20

    /// Has the user's editor change a text, in a file of its own that nobody else can read.
    func edit(text: String) -> Result<String, EditFailure> {
        let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/ferry-names-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return .failure(failure("created in \(base)")) }
        let directory = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { ferry_remove_tree(directory) }
        let file = "\(directory)/names.txt"
        guard write(Array(text.utf8), to: file) else { return .failure(failure("written")) }
        if let trouble = edit(Location(site: .local, path: Path(file))) {
            return .failure(EditFailure("\(trouble) Nothing was renamed."))
        }
        errno = EFBIG
        guard let bytes = read(file) else { return .failure(failure("read")) }
        guard let edited = String(validating: bytes, as: UTF8.self) else {
            return .failure(
                EditFailure("The text is no longer valid UTF-8; nothing was renamed."))
        }
        return .success(edited)
    }

    private func failure(_ what: String) -> EditFailure {
        EditFailure(
            "The file with the names could not be \(what) "
                + "(\(String(cString: strerror(errno)).lowercased())); nothing was renamed.")
    }

    private func write(_ bytes: [UInt8], to path: String) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                close(descriptor)
                return false
            }
            rest = rest.dropFirst(count)
        }
        return close(descriptor) == 0
    }

    /// Nil where it cannot be read, or is too large.
    private func read(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0, bytes.count + count <= OutsideCommands.textLimit else { return nil }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }
}
