import DemoServer
import Glibc
import Support
import Synchronization
import Testing

@Suite("New files and directories get the permissions of their sources")
struct ModeRunTests {
    /// What the tree holds, with modes: files first.
    private static let files: [(name: String, mode: mode_t)] = [
        ("tree/private", 0o600), ("tree/group", 0o640), ("tree/plain", 0o644),
        ("tree/script", 0o755), ("tree/fixed", 0o444), ("tree/empty", 0o755),
        ("tree/shut", 0o600), ("tree/closed/inside", 0o644), ("tree/fixed folder/inside", 0o644),
        ("tree/shared/inside", 0o664),
    ]
    private static let folders: [(name: String, mode: mode_t)] = [
        ("tree/closed", 0o700), ("tree/fixed folder", 0o500), ("tree/shared", 0o2755),
        ("tree", 0o755),
    ]

    private let folder: TemporaryFolder

    init() throws {
        folder = try Ferry.folder()
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        guard lstat(path, &status) == 0 else { return 0o7777 }
        return status.st_mode & 0o7777
    }

    private func plant(_ root: TemporaryFolder, _ top: String = "") throws {
        for (name, _) in ModeRunTests.folders.reversed() { try root.makeFolder(top + name) }
        for (name, _) in ModeRunTests.files {
            try root.write(name == "tree/empty" ? "" : "of \(name)", to: top + name)
        }
        for (name, mode) in ModeRunTests.files + ModeRunTests.folders {
            #expect(chmod(root.path(top + name), mode) == 0)
        }
    }

    /// Compares what has come of the tree with what it should have.
    private func check(
        _ root: TemporaryFolder, _ top: String, _ what: String, _ expected: (mode_t) -> mode_t
    ) {
        for (name, mode) in ModeRunTests.files + ModeRunTests.folders {
            let found = self.mode(root.path(top + name))
            #expect(
                found == expected(mode),
                "\(what): \(name) of \(octal(mode)) has \(octal(found))")
        }
    }

    private func octal(_ mode: mode_t) -> String { String(mode, radix: 8) }

    /// Runs the program under an umask.
    private func run(
        _ mask: mode_t, _ arguments: [String], _ environment: [String: String] = [:]
    ) throws {
        let outcome = try Outcome(
            script: "umask \(octal(mask)); exec \"$FERRY\" \"$@\"", arguments,
            environment: environment, in: folder)
        #expect(outcome.code == 0, "\(arguments): \(outcome.errors)")
    }

    // MARK: - Trees

    @Test("To a server and back", arguments: ModeServer.Kind.all)
    func server(kind: ModeServer.Kind) throws {
        let server = try ModeServer(kind)
        try plant(folder, "here/")
        for mask in [0o022, 0o077] as [mode_t] {
            let top = "put\(mask)"
            try server.root.makeFolder(top)
            try server.own(top)
            try run(mask, ["put", "-r", "tree", "\(server.url)/\(top)/"], server.environment)
            check(server.root, top + "/", "put, umask \(octal(mask))") { $0 & 0o777 & ~mask }
            try folder.makeFolder("here/got\(mask)")
            try run(
                mask, ["get", "-r", "\(server.url)/\(top)/tree", "got\(mask)/"],
                server.environment)
            check(folder, "here/got\(mask)/", "get, umask \(octal(mask))") { $0 & 0o777 & ~mask }
        }
        try server.root.makeFolder("all")
        try server.own("all")
        try run(
            0o077, ["put", "-r", "--preserve", "tree", "\(server.url)/all/"], server.environment)
        // vsftpd sets permissions only, and pyftpdlib tells no more.
        let kept: mode_t = kind == .ftp(.vsftpd) || kind == .ftp(.pyftpdlib) ? 0o777 : 0o7777
        check(server.root, "all/", "put --preserve") {
            kind == .ftp(.vsftpd) ? $0 & 0o777 : $0
        }
        try folder.makeFolder("here/all")
        try run(
            0o077, ["get", "-r", "--preserve", "\(server.url)/all/tree", "all/"],
            server.environment)
        check(folder, "here/all/", "get --preserve") { $0 & kept }
        try server.root.makeFolder("copied")
        try server.own("copied")
        try run(
            0o022, ["cp", "-r", "\(server.url)/all/tree", "\(server.url)/copied/"],
            server.environment)
        check(server.root, "copied/", "cp") { $0 & 0o755 }
        try server.root.makeFolder("left")
        try server.own("left")
        try run(
            0o022, ["put", "-r", "--no-mode", "tree", "\(server.url)/left/"], server.environment)
        #expect(mode(server.root.path("left/tree/private")) & 0o044 != 0)
        #expect(mode(server.root.path("left/tree/closed")) & 0o055 != 0)
    }

    @Test("Here to here")
    func local() throws {
        try plant(folder, "here/")
        for mask in [0o022, 0o077] as [mode_t] {
            try folder.makeFolder("here/to\(mask)")
            try run(mask, ["cp", "-r", "tree", "to\(mask)/"])
            check(folder, "here/to\(mask)/", "cp, umask \(octal(mask))") { $0 & 0o777 & ~mask }
        }
        try folder.makeFolder("here/all")
        try run(0o077, ["cp", "-r", "--preserve", "tree", "all/"])
        check(folder, "here/all/", "cp --preserve") { $0 }
        try folder.makeFolder("here/left")
        try run(0o022, ["cp", "-r", "--no-mode", "tree", "left/"])
        #expect(mode(folder.path("here/left/tree/private")) == 0o644)
        #expect(mode(folder.path("here/left/tree/closed")) == 0o755)
    }

    // MARK: - Files

    @Test("One file, put, moved and from the queue", arguments: ModeServer.Kind.all)
    func single(kind: ModeServer.Kind) throws {
        let server = try ModeServer(kind)
        for (name, mode) in [("a", 0o600), ("b", 0o755), ("c", 0o444)] as [(String, mode_t)] {
            for verb in ["put", "mv", "queue"] {
                try folder.write("of \(name)", to: "here/\(name)")
                #expect(chmod(folder.path("here/\(name)"), mode) == 0)
                let target = "\(verb)-\(name)"
                if verb == "queue" {
                    try folder.write("of \(name)", to: "here/\(target)")
                    #expect(chmod(folder.path("here/\(target)"), mode) == 0)
                    try run(
                        0o022, ["queue", "add", target, plain(server.url) + "/"],
                        server.environment)
                    try run(
                        0o022, ["queue", "run"],
                        server.environment.merging(["FERRY_PASSWORD": RealServer.user]) { $1 })
                } else {
                    try run(0o022, [verb, name, "\(server.url)/\(target)"], server.environment)
                }
                let found = self.mode(server.root.path(target))
                #expect(found == mode, "\(target) of \(octal(mode)) has \(octal(found))")
            }
            try run(0o022, ["get", "\(server.url)/put-\(name)", "back"], server.environment)
            let back = self.mode(folder.path("here/back"))
            #expect(back == mode, "back from \(octal(mode)) has \(octal(back))")
            #expect(unlink(folder.path("here/back")) == 0)
        }
    }

    /// The queue takes no password in a URL.
    private func plain(_ url: String) -> String {
        url.replacing(":\(RealServer.user)@", with: "@")
    }

    @Test("A file that is replaced keeps its own", arguments: ModeServer.Kind.all)
    func replaced(kind: ModeServer.Kind) throws {
        let server = try ModeServer(kind)
        for (name, old, new) in [
            ("a", 0o600, 0o644), ("b", 0o664, 0o600), ("c", 0o700, 0o600),
        ] as [(String, mode_t, mode_t)] {
            try server.root.write("old", to: name)
            try server.own(name)
            #expect(chmod(server.root.path(name), old) == 0)
            try folder.write("new \(name)", to: "here/\(name)")
            #expect(chmod(folder.path("here/\(name)"), new) == 0)
            try run(0o022, ["put", name, "\(server.url)/\(name)"], server.environment)
            #expect(server.root.read(name) == Array("new \(name)".utf8))
            let found = mode(server.root.path(name))
            #expect(found == old, "\(name) of \(octal(old)) has \(octal(found))")
        }
    }

    @Test("A directory keeps the group that it has got from the one it lies in")
    func group() throws {
        let server = try ModeServer(.ssh(.openSSH))
        try server.root.makeFolder("team")
        try server.own("team")
        #expect(chmod(server.root.path("team"), 0o2775) == 0)
        for (name, mode) in [("plain", 0o755), ("wide", 0o775), ("fixed", 0o555)]
            as [(String, mode_t)]
        {
            try folder.makeFolder("here/\(name)")
            #expect(chmod(folder.path("here/\(name)"), mode) == 0)
            try run(0o002, ["put", "-r", name, "\(server.url)/team/"], server.environment)
            let found = self.mode(server.root.path("team/\(name)"))
            #expect(found == mode | 0o2000, "\(name) of \(octal(mode)) has \(octal(found))")
        }
    }

    // MARK: - On the way

    @Test("At no instant may anybody else read what is private", arguments: ModeServer.Kind.all)
    func watched(kind: ModeServer.Kind) throws {
        let server = try ModeServer(kind)
        try folder.makeFolder("here/secrets")
        let bytes = PlantedTree.noise(300_000)
        for index in 0..<12 {
            try folder.write(bytes, to: "here/secrets/\(index)")
            #expect(chmod(folder.path("here/secrets/\(index)"), 0o600) == 0)
        }
        let watch = ModeWatch(server.root.path("secrets"))
        try run(0o022, ["put", "-r", "secrets", "\(server.url)/"], server.environment)
        let seen = watch.end()
        #expect(seen.open.isEmpty, "\(seen.open)")
        #expect(seen.count > 0)
        #expect(server.root.read("secrets/11") == bytes)
    }

    @Test(
        "Nor where the server has no temporary files",
        arguments: [["RNFR"], ["RNFR", "SIZE"], ["DELE"], ["RNFR", "APPE"]])
    func watchedInPlace(unknown: [String]) throws {
        let root = try TemporaryFolder()
        let server = try DemoServer(root: root.path, options: .init())
        let url = "ftp://127.0.0.1:\(try server.start())"
        defer { server.stop() }
        server.behaviour = Behaviour(unknown.map { .always(.unknown($0)) })
        try folder.makeFolder("here/secrets")
        let bytes = PlantedTree.noise(300_000)
        for index in 0..<12 {
            try folder.write(bytes, to: "here/secrets/\(index)")
            #expect(chmod(folder.path("here/secrets/\(index)"), 0o600) == 0)
        }
        let watch = ModeWatch(root.path("secrets"))
        try run(0o022, ["put", "--no-tls", "-r", "secrets", "\(url)/"])
        let seen = watch.end()
        #expect(seen.open.isEmpty, "\(seen.open)")
        #expect(seen.count > 0)
        for index in 0..<12 {
            #expect(root.read("secrets/\(index)") == bytes)
            #expect(mode(root.path("secrets/\(index)")) == 0o600)
        }
        // One that is replaced keeps its own mode.
        #expect(chmod(root.path("secrets/3"), 0o640) == 0)
        try folder.write("new", to: "here/secrets/3")
        try run(0o022, ["put", "--no-tls", "secrets/3", "\(url)/secrets/3"])
        #expect(root.read("secrets/3") == Array("new".utf8))
        #expect(mode(root.path("secrets/3")) == 0o640)
    }
}

/// Looks at the files in a folder again and again, from a thread of its own.
private final class ModeWatch: Sendable {
    struct Seen {
        /// Names of files with bytes in them that others could read.
        var open: Set<String> = []
        /// How many files were seen at all.
        var count = 0
    }

    private let seen = Mutex(Seen())
    private let isEnding = Mutex(false)
    private let ended = Signal()

    init(_ path: String) {
        Background.run { [self] in
            // One look more after the end: what is there in the end counts too.
            var isLast = false
            while true {
                look(path)
                if isLast { break }
                isLast = isEnding.withLock { $0 }
            }
            ended.send()
        }
    }

    func end() -> Seen {
        isEnding.withLock { $0 = true }
        ended.wait("the watch does not end")
        return seen.withLock { $0 }
    }

    private func look(_ path: String) {
        guard let stream = opendir(path) else { return }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            var status = stat()
            guard lstat("\(path)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG,
                status.st_size > 0
            else { continue }
            seen.withLock {
                $0.count += 1
                if status.st_mode & 0o077 != 0 { $0.open.insert(name) }
            }
        }
    }
}
