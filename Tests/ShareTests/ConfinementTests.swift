import CLinux
import Files
import Glibc
import Support
import Synchronization
import Testing

@testable import Share

@Suite("A confined share reaches its directory, and nothing else")
struct ConfinementTests {
    /// What is tried in a thread that is confined, by name: 0, or errno.
    private final class Trials: Sendable {
        let confine: @Sendable () -> Bool
        let tried: [(name: String, call: @Sendable () -> Bool)]
        let results = Mutex<[String: CInt]>([:])
        let isConfined = Mutex(false)

        init(
            _ tried: [(String, @Sendable () -> Bool)], confine: @escaping @Sendable () -> Bool
        ) {
            self.tried = tried.map { (name: $0.0, call: $0.1) }
            self.confine = confine
        }

        /// Confines a thread of its own, which takes its bounds along when it ends.
        func run() throws -> [String: CInt] {
            var thread = pthread_t()
            let held = Unmanaged.passRetained(self)
            let code = pthread_create(
                &thread, nil,
                { pointer in
                    guard let pointer else { return nil }
                    Unmanaged<Trials>.fromOpaque(pointer).takeRetainedValue().work()
                    return nil
                }, held.toOpaque())
            try #require(code == 0)
            pthread_join(thread, nil)
            try #require(isConfined.withLock { $0 })
            return results.withLock { $0 }
        }

        private func work() {
            guard ferry_gain_no_privileges() == 0, confine() else { return }
            isConfined.withLock { $0 = true }
            for (name, call) in tried {
                let code = call() ? 0 : errno
                results.withLock { $0[name] = code }
            }
        }
    }

    private static func open(_ path: String, _ flags: CInt = O_RDONLY) -> Bool {
        let number = ferry_openat(AT_FDCWD, path, flags | O_CLOEXEC, 0o600)
        if number >= 0 { close(number) }
        return number >= 0
    }

    private static func socket(_ domain: CInt, _ type: CInt) -> Bool {
        let number = Glibc.socket(domain, type, 0)
        if number >= 0 { close(number) }
        return number >= 0
    }

    private static var hasLandlock: Bool { ferry_landlock_version() >= FileRules.oldest }

    @Test(
        "Files elsewhere are neither read nor written", .enabled(if: hasLandlock),
        arguments: [
            true, false,
        ])
    func files(isWritable: Bool) throws {
        let shared = try TemporaryFolder()
        let other = try TemporaryFolder()
        try shared.makeFolder("inner")
        try shared.write("text", to: "inner/a")
        try other.write("secret", to: "b")
        #expect(symlink(other.path("b"), shared.path("link")) == 0)
        let (folder, outside) = (shared.path, other.path)
        let results = try Trials([
            ("read", { Self.open("\(folder)/inner/a") }),
            ("make", { Self.open("\(folder)/c", O_WRONLY | O_CREAT) }),
            ("move", { rename("\(folder)/inner/a", "\(folder)/d") == 0 }),
            ("remove", { unlink("\(folder)/d") == 0 }),
            ("directory", { mkdir("\(folder)/e", 0o700) == 0 }),
            ("device", { mkfifo("\(folder)/f", 0o600) == 0 }),
            ("outside", { Self.open("\(outside)/b") }),
            ("link", { Self.open("\(folder)/link") }),
            ("system", { Self.open("/etc/passwd") }),
            ("new", { Self.open("\(outside)/c", O_WRONLY | O_CREAT) }),
            ("out", { rename("\(folder)/c", "\(outside)/c") == 0 }),
            ("in", { link("\(outside)/b", "\(folder)/g") == 0 }),
        ]) {
            guard let rules = FileRules(),
                rules.allow(directory: Path(folder), isWritable: isWritable)
            else { return false }
            return rules.enter()
        }.run()
        let changes: CInt = isWritable ? 0 : EACCES
        #expect(results["read"] == 0)
        for name in ["make", "move", "directory"] { #expect(results[name] == changes, "\(name)") }
        #expect(results["remove"] == (isWritable ? 0 : ENOENT))
        for name in ["device", "outside", "link", "system", "new"] {
            #expect(results[name] == EACCES, "\(name)")
        }
        for name in ["out", "in"] { #expect(results[name] != 0, "\(name)") }
        #expect(other.names == ["b"])
    }

    @Test("No program is started, and nobody is connected to or traced") func calls() throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        let results = try Trials([
            ("file", { Self.open("\(path)/a", O_WRONLY | O_CREAT) }),
            ("tcp", { Self.socket(AF_INET, CInt(SOCK_STREAM.rawValue)) }),
            ("tcp6", { Self.socket(AF_INET6, CInt(SOCK_STREAM.rawValue)) }),
            ("netlink", { Self.socket(AF_NETLINK, CInt(SOCK_RAW.rawValue)) }),
            (
                "sctp",
                {
                    let number = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue), 132)
                    if number >= 0 { close(number) }
                    return number >= 0
                }
            ),
            ("mode", { chmod("\(path)/a", 0o777) == 0 }),
            ("time", { ferry_set_modified(AT_FDCWD, "\(path)/a", 0) == 0 }),
            (
                "own time",
                {
                    let file = ferry_openat(AT_FDCWD, "\(path)/a", O_RDONLY | O_CLOEXEC, 0)
                    defer { close(file) }
                    return ferry_set_open_modified(file, 0) == 0
                }
            ),
            (
                "connection",
                {
                    let number = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
                    defer { close(number) }
                    return send(number, path, 1, 0x2000_0000) >= 0
                }
            ),
            ("udp", { Self.socket(AF_INET, CInt(SOCK_DGRAM.rawValue)) }),
            ("unix", { Self.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue)) }),
            ("program", { execv("/bin/true", [nil]) == 0 }),
            ("signal", { kill(getppid(), 0) == 0 }),
            ("root", { chroot(path) == 0 }),
            (
                "memory",
                {
                    let all = PROT_READ | PROT_WRITE | PROT_EXEC
                    return mmap(nil, 4_096, all, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED
                }
            ),
            (
                "data",
                {
                    let both = PROT_READ | PROT_WRITE
                    return mmap(nil, 4_096, both, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED
                }
            ),
        ]) {
            CallFilter()?.enter(allThreads: false) == true
        }.run()
        for name in ["file", "tcp", "tcp6", "data", "own time"] {
            #expect(results[name] == 0 || name == "tcp6", "\(name)")
        }
        for name in ["udp", "unix", "netlink", "sctp", "memory", "time", "connection"] {
            #expect(results[name] == EPERM, "\(name)")
        }
        for name in ["program", "signal", "root", "mode"] {
            #expect(results[name] == ENOSYS, "\(name)")
        }
    }
}
