import Jobs
import Support
import Testing

@Suite("Programs that people have use a share")
struct ClientProgramTests {
    private let here: TemporaryFolder

    init() throws {
        here = try TemporaryFolder()
    }

    private func curl(_ arguments: [String]) throws -> CommandOutput {
        try CommandOutput(["curl", "-qsS", "--noproxy", "*"] + arguments)
    }

    @Test("curl gets every file byte by byte, and its head")
    func curlGet() throws {
        let share = try TestShare()
        try PlantedTree.plant(in: share.folder)
        for (name, bytes) in PlantedTree.files {
            let address = url(share, "/" + encoded(name))
            let got = try curl(["-f", address])
            #expect(got.bytes == bytes, "\(name): \(got.errors)")
            let head = try curl(["-fI", address]).text.lowercased()
            #expect(head.contains("content-length: \(bytes.count)\r\n"), "\(name)")
            #expect(head.contains("accept-ranges: bytes\r\n"))
        }
        #expect(
            try curl(["-o", "/dev/null", "-w", "%{http_code}", url(share, "/none")]).text == "404")
    }

    @Test("curl resumes where it was")
    func curlResume() throws {
        let share = try TestShare()
        try PlantedTree.plant(in: share.folder)
        let bytes = PlantedTree.noise(3_000_001)
        try here.write(Array(bytes[..<1_234_567]), to: "noise.bin")
        let run = try curl([
            "-f", "-C", "-", "-o", here.path("noise.bin"), url(share, "/noise.bin"),
        ])
        #expect(run.code == 0, "\(run.errors)")
        #expect(here.read("noise.bin") == bytes)
    }

    @Test("curl puts files, and fills in the form, where that is allowed")
    func curlUpload() throws {
        let share = try TestShare(request: { $0.isWritable = true })
        let bytes = PlantedTree.noise(3_000_001)
        try here.write(bytes, to: "テスト 1.bin")
        try here.write("two", to: "two.txt")
        let put = try curl(["-fT", here.path("テスト 1.bin"), url(share, "/put.bin")])
        #expect(put.code == 0, "\(put.errors)")
        #expect(share.folder.read("put.bin") == bytes)
        let form = try curl([
            "-fL", "-F", "file=@\(here.path("テスト 1.bin"))", "-F", "file=@\(here.path("two.txt"))",
            url(share),
        ])
        #expect(form.code == 0, "\(form.errors)")
        #expect(share.folder.read("テスト 1.bin") == bytes)
        #expect(share.folder.read("two.txt") == Array("two".utf8))
    }

    @Test("curl may not put where nothing may be written")
    func readOnly() throws {
        let share = try TestShare()
        try here.write("two", to: "two.txt")
        let status = ["-o", "/dev/null", "-w", "%{http_code}"]
        let put = try curl(["-T", here.path("two.txt"), url(share, "/two.txt")] + status)
        #expect(["403", "405"].contains(put.text))
        let form = try curl(["-F", "file=@\(here.path("two.txt"))", url(share)] + status)
        #expect(["403", "405"].contains(form.text))
        #expect(!share.folder.exists("two.txt"))
    }

    @Test("wget fetches the whole tree by the pages' links")
    func wgetTree() throws {
        let wget = try unpacked("wget", "/usr/bin/wget")
        let share = try TestShare()
        try PlantedTree.plant(in: share.folder)
        let run = try CommandOutput(
            wget,
            [
                "--no-config", "--no-proxy", "-q", "-r", "-np", "-nH", "-l", "5", "-e",
                "robots=off", "--restrict-file-names=nocontrol", "-P", here.path, url(share),
            ])
        #expect(run.code == 0, "\(run.errors)")
        for (name, bytes) in PlantedTree.files {
            #expect(here.read(name) == bytes, "\(name)")
        }
    }

    @Test("wget goes on with a part")
    func wgetResume() throws {
        let wget = try unpacked("wget", "/usr/bin/wget")
        let share = try TestShare()
        try PlantedTree.plant(in: share.folder)
        let bytes = PlantedTree.noise(3_000_001)
        try here.write(Array(bytes[..<1_234_567]), to: "noise.bin")
        let run = try CommandOutput(
            wget, ["--no-config", "--no-proxy", "-c", "-P", here.path, url(share, "/noise.bin")])
        #expect(run.code == 0)
        #expect(run.errors.contains("206 Partial Content"))
        #expect(here.read("noise.bin") == bytes)
    }

    @Test("aria2 fetches four parts at once")
    func aria2() throws {
        let aria2 = try unpacked("aria2", "/usr/bin/aria2c")
        let share = try TestShare()
        let bytes = PlantedTree.noise(8 << 20)
        try share.folder.write(bytes, to: "noise.bin")
        let run = try CommandOutput(
            aria2,
            [
                "--no-conf", "--no-netrc", "-q", "-x", "4", "-s", "4", "-k", "1M",
                "--all-proxy=", "-d", here.path, url(share, "/noise.bin"),
            ])
        #expect(run.code == 0, "\(run.text)\(run.errors)")
        #expect(here.read("noise.bin") == bytes)
    }

    @Test("rclone copies both ways over WebDAV, and finds all alike")
    func rclone() throws {
        let rclone = try unpacked("rclone", "/usr/bin/rclone")
        let share = try TestShare(request: { $0.isWritable = true })
        try PlantedTree.plant(in: share.folder)
        let remote = ":webdav,url='\(url(share))',vendor=other:"
        let common = ["--config", here.path("rclone.conf"), "--cache-dir", here.path("cache")]
        func run(_ arguments: [String]) throws -> CommandOutput {
            try CommandOutput(rclone, common + arguments)
        }
        try here.makeFolder("down")
        let down = try run(["copy", remote, here.path("down")])
        #expect(down.code == 0, "\(down.errors)")
        for (name, bytes) in PlantedTree.files {
            #expect(here.read("down/" + name) == bytes, "\(name)")
        }
        let up = try run(["copy", here.path("down"), remote + "new folder/deeper"])
        #expect(up.code == 0, "\(up.errors)")
        for (name, bytes) in PlantedTree.files {
            #expect(share.folder.read("new folder/deeper/" + name) == bytes, "\(name)")
        }
        let check = try run([
            "check", "--download", here.path("down"), remote + "new folder/deeper",
        ])
        #expect(check.code == 0, "\(check.errors)")
        let move = try run(["moveto", remote + "readme.txt", remote + "sub/moved.txt"])
        #expect(move.code == 0, "\(move.errors)")
        #expect(share.folder.read("sub/moved.txt") == PlantedTree.files["readme.txt"])
        #expect(!share.folder.exists("readme.txt"))
        let purge = try run(["purge", remote + "new folder"])
        #expect(purge.code == 0, "\(purge.errors)")
        #expect(!share.folder.exists("new folder"))
    }

    /// `path` is percent-encoded already.
    private func url(_ share: TestShare, _ path: String = "/") -> String {
        "http://127.0.0.1:\(share.port)\(path)"
    }

    /// As a path of a URL.
    private func encoded(_ name: String) -> String {
        name.utf8.map { byte in
            let isPlain =
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2F
            let hex = String(byte, radix: 16, uppercase: true)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + (hex.count < 2 ? "0" : "") + hex
        }.joined()
    }
}
