import Files
import Glibc
import Jobs
import SFTP
import Support
import Testing

@Suite("Trees through the queue, to real SSH servers and back")
struct SFTPTreeTests {
    private static let time = 981_173_106

    /// Some hundred small files in folders, one large, and links; all of one time.
    private func plant(_ folder: TemporaryFolder) throws {
        try folder.makeFolder("tree")
        for directory in 0..<6 {
            try folder.makeFolder("tree/\(directory)")
            for number in 0..<40 {
                let name = "tree/\(directory)/file \(number)"
                try folder.write(Bank.noise(number * 101), to: name)
            }
        }
        try folder.write(Bank.noise(12_000_001), to: "tree/large")
        for (link, target) in [("here", "large"), ("nowhere", "none"), ("deep", "0/file 3")] {
            #expect(symlink(target, folder.path("tree/\(link)")) == 0)
        }
        for name in try files(in: folder.path("tree")) + ["here", "nowhere", "deep"] {
            let times = [timespec(tv_sec: SFTPTreeTests.time, tv_nsec: 0)]
            utimensat(
                AT_FDCWD, "\(folder.path("tree"))/\(name)", times + times, AT_SYMLINK_NOFOLLOW)
        }
    }

    /// All but links and folders, below `path`.
    private func files(in path: String) throws -> [String] {
        let found = try CommandOutput(["find", path, "-type", "f", "-printf", "%P\\n"])
        return found.text.split(separator: "\n").map(String.init).sorted()
    }

    private func compare(
        _ planted: TemporaryFolder, with path: String, showsLinks: Bool, keepsLinkTimes: Bool = true
    ) throws {
        let names = try files(in: planted.path("tree"))
        #expect(try files(in: path) == names)
        for name in names {
            let same = try CommandOutput([
                "cmp", "\(planted.path("tree"))/\(name)", "\(path)/\(name)",
            ])
            #expect(same.code == 0, "\(name)")
            var status = stat()
            #expect(lstat("\(path)/\(name)", &status) == 0)
            #expect(status.st_mtim.tv_sec == SFTPTreeTests.time, "\(name)")
        }
        let links = [("here", "large"), ("nowhere", "none"), ("deep", "0/file 3")]
        for (link, target) in showsLinks ? links : [] {
            var text = [CChar](repeating: 0, count: 200)
            let count = readlink("\(path)/\(link)", &text, text.count)
            let found = text.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
            #expect(String(decoding: found, as: UTF8.self) == target, "\(link)")
            guard keepsLinkTimes else { continue }
            var status = stat()
            #expect(lstat("\(path)/\(link)", &status) == 0)
            #expect(status.st_mtim.tv_sec == SFTPTreeTests.time, "\(link)")
        }
    }

    @Test(
        "Two hundred files, a large one and links, there and back",
        arguments: SSHServer.Kind.allCases)
    func tree(kind: SSHServer.Kind) throws {
        let server = try SSHServer.started(kind, isInMemory: true)
        let client = try SSHClientFolder(server)
        let site = try Bank.sftpSite(client)
        let planted = try TemporaryFolder(isInMemory: true)
        try plant(planted)
        try planted.makeFolder("back")
        let home = Path(server.startPath)
        let name = try #require(Name("tree"))
        let entry = Entry(name: name, kind: .directory)
        let (local, remote) = (
            Location(site: .local, path: Path(planted.path("tree"))),
            Location(site: site, path: home.appending(name))
        )
        let makesLinks = kind != .rclone
        let up = try QueueRun { site, _ in Bank.sftpFileSystem(site) }.run([
            JobRequest(
                operation: .copy, source: local, entry: entry, target: remote, root: home,
                policy: .overwrite)
        ])
        check(up, makesLinks)
        // Only OpenSSH's sftp-server sets times of links.
        let keepsLinkTimes = [.openSSH, .dropbear].contains(kind)
        try compare(
            planted, with: server.root.path("tree"), showsLinks: makesLinks,
            keepsLinkTimes: keepsLinkTimes)
        let back = Path(planted.path("back"))
        let down = try QueueRun { site, _ in Bank.sftpFileSystem(site) }.run([
            JobRequest(
                operation: .move, source: remote, entry: entry,
                target: Location(site: .local, path: back.appending(name)), root: back,
                policy: .overwrite)
        ])
        check(down, makesLinks)
        // ProFTPD says of every link a path from its root. asyncssh, in a folder of its own, does not read
        // out a relative one, but says where it leads.
        try compare(
            planted, with: planted.path("back/tree"), showsLinks: makesLinks,
            keepsLinkTimes: keepsLinkTimes)
        #expect(!server.root.exists("tree"))
        #expect(!server.root.exists("tree/large"))
        server.stop()
    }

    private func check(_ jobs: [Job], _ makesLinks: Bool) {
        let open = jobs.filter {
            !$0.isDone && (makesLinks || $0.kind != .link && $0.kind != .directory)
        }
        for job in open.prefix(3) {
            Issue.record("\(job.source.path): \(job.state) \(job.story)")
        }
    }
}
