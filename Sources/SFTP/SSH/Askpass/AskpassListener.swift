import Files
import Glibc
import Words

/// Where the helpers of one ssh find Ferry: a socket of the user's own, in a private directory (0700)
/// whose name nobody can guess. Both go with the value.
final class AskpassListener: Sendable {
    /// The socket's path.
    let path: String
    /// Listens; its calls return at once.
    let descriptor: CInt
    private let directory: PrivateDirectory

    /// In the first of `directories` where that can be done. Throws `.other` where there is none.
    init(in directories: [String]) throws(FileSystemError) {
        var words = tr("none is set")
        for parent in directories where parent.first == "/" {
            if let directory = PrivateDirectory(in: parent, name: "ask"),
                let descriptor = AskpassListener.listen(at: directory.path)
            {
                self.directory = directory
                path = directory.path
                self.descriptor = descriptor
                return
            }
            words = systemReason(errno)
        }
        throw FileSystemError(
            .other, reply: words,
            detail: tr(
                "There is no directory for the socket that ssh asks its questions over "
                    + "(\(words)); set XDG_RUNTIME_DIR to one of yours."))
    }

    deinit {
        close(descriptor)
    }

    /// Removes the socket, which nobody will look for any more, before the value goes.
    func remove() {
        directory.remove()
    }

    private static func listen(at path: String) -> CInt? {
        let kind =
            CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { return nil }
        guard let address = UnixAddress(path),
            address.withPointer({ bind(descriptor, $0, $1) }) == 0, chmod(path, 0o600) == 0,
            Glibc.listen(descriptor, 8) == 0
        else {
            let code = errno
            close(descriptor)
            errno = code
            return nil
        }
        return descriptor
    }
}
