import Glibc

/// The socket at which the worker listens, and the file by which others find it.
struct ControlSocket: Sendable {
    /// Which file it is.
    struct Mark: Hashable, Sendable {
        private let device: dev_t
        private let number: ino_t

        /// Of the socket that stands there; nil for none, and for what else may stand there, which is
        /// nobody's but the user's.
        init?(of path: String) {
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
            (device, number) = (status.st_dev, status.st_ino)
        }
    }

    let descriptor: CInt
    let path: String
    /// Nil where it was gone at once.
    let mark: Mark?

    /// Whether others find it.
    var isThere: Bool { mark != nil && Mark(of: path) == mark }

    /// Removes the file, where it is this socket's.
    func remove() {
        if isThere { unlink(path) }
    }
}
