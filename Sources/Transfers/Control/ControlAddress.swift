import CLinux
import Glibc

/// Where the socket is by which the process that works on a store is reached: in the user's own
/// runtime directory, or beside the store where there is none. That directory goes with the user's last
/// login, and comes back with the next, while a worker may go on: so it is looked for in both.
struct ControlAddress: Sendable {
    private struct Place: Sendable {
        let directory: String
        let name: String

        var path: String { "\(directory)/\(name)" }
    }

    /// The best first.
    private let places: [Place]

    /// Of the store at `path`; `runtime` is $XDG_RUNTIME_DIR.
    init(store path: String, runtime: String?) {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        let beside = path[..<slash].isEmpty ? "/" : String(path[..<slash])
        var places = [Place(directory: beside, name: path[slash...].drop { $0 == "/" } + ".sock")]
        if let runtime, runtime.first == "/" {
            // Each store has a worker of its own.
            let name = "ferry-\(String(ControlAddress.mark(of: path), radix: 16)).sock"
            places.insert(Place(directory: runtime, name: name), at: 0)
        }
        self.places = places
    }

    /// Of the store at `path`, for a process of this user's.
    init(store path: String) {
        self.init(
            store: path, runtime: getenv("XDG_RUNTIME_DIR").map { String(cString: $0) })
    }

    /// Whether it is a directory of this user's that nobody else can write to.
    private static func isOwn(_ directory: String) -> Bool {
        var status = stat()
        return lstat(directory, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            && status.st_uid == geteuid() && status.st_mode & 0o022 == 0
    }

    /// FNV-1a.
    private static func mark(of path: String) -> UInt64 {
        path.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// Makes the socket, in the place of one that a dead worker has left; nil where that cannot be
    /// done. For the one process that has the right to work.
    func listen() -> ControlSocket? {
        for place in places where ControlAddress.isOwn(place.directory) {
            if ControlSocket.Mark(of: place.path) != nil { unlink(place.path) }
            let descriptor = ControlAddress.open(place) { descriptor, address, length in
                // The mode of the file comes from that of the socket.
                guard fchmod(descriptor, 0o600) == 0, bind(descriptor, address, length) == 0 else {
                    return false
                }
                return Glibc.listen(descriptor, 16) == 0
            }
            guard let descriptor else { continue }
            return ControlSocket(
                descriptor: descriptor, path: place.path, mark: ControlSocket.Mark(of: place.path))
        }
        return nil
    }

    /// Speaks to the worker; nil where none of this user's listens.
    func connect() -> CInt? {
        for place in places {
            guard let descriptor = ControlAddress.open(place, { Glibc.connect($0, $1, $2) == 0 })
            else { continue }
            if ControlAddress.isOwnPeer(descriptor) { return descriptor }
            close(descriptor)
        }
        return nil
    }

    /// Whether this user's process is at the other end.
    static func isOwnPeer(_ descriptor: CInt) -> Bool {
        var user = uid_t.max
        return ferry_peer_user(descriptor, &user) == 0 && user == geteuid()
    }

    /// Where it may stand, the best place first.
    var paths: [String] { places.map(\.path) }

    private static func open(
        _ place: Place, _ body: (CInt, UnsafePointer<sockaddr>, socklen_t) -> Bool
    ) -> CInt? {
        let kind =
            CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { return nil }
        let isDone =
            withAddress(place.path) { body(descriptor, $0, $1) }
            ?? throughDirectory(of: place, descriptor, body)
        if !isDone { close(descriptor) }
        return isDone ? descriptor : nil
    }

    /// An address has room for 107 bytes; a directory's descriptor makes a longer path short.
    private static func throughDirectory(
        of place: Place, _ descriptor: CInt,
        _ body: (CInt, UnsafePointer<sockaddr>, socklen_t) -> Bool
    ) -> Bool {
        let folder = ferry_openat(AT_FDCWD, place.directory, O_RDONLY | O_DIRECTORY, 0)
        guard folder >= 0 else { return false }
        defer { close(folder) }
        return withAddress("/proc/self/fd/\(folder)/\(place.name)") { body(descriptor, $0, $1) }
            ?? false
    }

    /// Nil where the path is too long.
    private static func withAddress<Result>(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result? {
        var address = sockaddr_un()
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
