import Files
import Glibc
import Jobs
import Support
import Testing

@testable import Share

@Suite("Other people's programs use a share") struct ClientTests {
    private let own: TemporaryFolder
    private let share: TestShare

    init() throws {
        own = try TemporaryFolder()
        share = try TestShare(request: { $0.isWritable = true })
    }

    /// 0…255, differently at each place.
    private func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 13 >> 2) }
    }

    /// A few folders with files of usual and unusual names.
    private func fill(_ folder: TemporaryFolder, _ name: String) throws {
        for part in ["", "/in", "/in/ü & <x>", "/empty"] { try folder.makeFolder(name + part) }
        try folder.write(bytes(300_000), to: "\(name)/large.bin")
        try folder.write("", to: "\(name)/nothing")
        try folder.write("percent", to: "\(name)/in/100% #?.txt")
        try folder.write("deep", to: "\(name)/in/ü & <x>/写真.txt")
    }

    private func expectSame(_ left: String, _ right: String) {
        #expect(Command.run(["diff", "-r", left, right]) == 0)
    }

    private func run(_ package: String, _ file: String, _ arguments: [String]) throws -> Int {
        do {
            let program = try UnpackedProgram(package: package, file: file)
            let variables = program.environment.map { "\($0)=\($1)" }
            return Command.run(
                ["env", "HOME=\(own.path)"] + variables + [program.path] + arguments)
        } catch {
            if !RealServer.areRequired { try Test.cancel("\(error)") }
            throw error
        }
    }

    private var url: String { "http://127.0.0.1:\(share.port)" }

    @Test("rclone copies, compares, moves and removes by WebDAV") func rclone() throws {
        try fill(own, "from")
        func rclone(_ arguments: String...) throws -> Int {
            try run(
                "rclone", "/usr/bin/rclone",
                [
                    "--config", own.path("rclone.conf"), "--webdav-url", url,
                    "--webdav-vendor", "other", "--retries", "1",
                ] + arguments)
        }
        let empty = "--create-empty-src-dirs"
        #expect(try rclone("sync", empty, own.path("from"), ":webdav:new/place") == 0)
        expectSame(own.path("from"), share.folder.path("new/place"))
        #expect(try rclone("check", "--download", own.path("from"), ":webdav:new/place") == 0)
        #expect(try rclone("copy", empty, ":webdav:new/place", own.path("back")) == 0)
        expectSame(own.path("from"), own.path("back"))
        #expect(try rclone("copy", empty, ":webdav:new/place", ":webdav:second") == 0)
        expectSame(own.path("from"), share.folder.path("second"))
        #expect(try rclone("moveto", ":webdav:second/in", ":webdav:third") == 0)
        expectSame(own.path("from/in"), share.folder.path("third"))
        #expect(try rclone("purge", ":webdav:new") == 0)
        #expect(!share.folder.exists("new"))
    }

    @Test(
        "litmus finds nothing to fault in the share's WebDAV",
        arguments: ["basic", "copymove", "props", "locks", "http"])
    func litmus(suite: String) throws {
        let program = try unpacked("litmus", "/usr/libexec/litmus/\(suite)")
        let output = try CommandOutput(
            [
                // It leaves its logs where it is run.
                "sh", "-c", "cd \"$0\" && exec \"$@\"", own.path, program.path, "--htdocs",
                program.prefix + "/usr/share/litmus/htdocs", url + "/",
            ], environment: program.environment, seconds: 120)
        #expect(output.code == 0, "\(output.text)")
        #expect(output.text.contains(", 0 failed"), "\(output.text)")
        #expect(!output.text.contains("WARNING"), "\(output.text)")
    }

    @Test("cadaver locks, uploads, notes, renames and removes") func cadaver() throws {
        let program = try unpacked("cadaver", "/usr/bin/cadaver")
        try own.write("text", to: "f")
        try own.write(
            """
            mkcol d
            cd d
            put \(own.path("f")) f
            lock f
            propset f colour blue
            put \(own.path("f")) f
            propget f colour
            discover f
            unlock f
            move f g
            propget g colour
            copy g h
            delete h
            get g \(own.path("back"))
            quit

            """, to: "commands")
        let output = try CommandOutput(
            [
                "env", "HOME=\(own.path)", "sh", "-c", "exec \"$1\" \"$2\" <\"$0\"",
                own.path("commands"), program.path, url + "/",
            ], environment: program.environment)
        #expect(output.code == 0, "\(output.text)")
        #expect(!output.text.contains("failed"), "\(output.text)")
        #expect(output.text.ranges(of: "is: blue").count == 2, "\(output.text)")
        #expect(share.folder.read("d/g") == Array("text".utf8))
        #expect(own.read("back") == Array("text".utf8))
        #expect(!share.folder.exists("d/f"))
        #expect(!share.folder.exists("d/h"))
    }

    @Test("rclone reads the pages, too") func rcloneByPages() throws {
        try fill(share.folder, "to")
        let code = try run(
            "rclone", "/usr/bin/rclone",
            [
                "copy", "--create-empty-src-dirs", "--config", own.path("rclone.conf"),
                "--http-url", "\(url)/to/", "--retries", "1", ":http:", own.path("back"),
            ])
        #expect(code == 0)
        expectSame(share.folder.path("to"), own.path("back"))
    }

    @Test("wget fetches a folder with all that is below it") func wget() throws {
        try fill(share.folder, "to")
        let code = try run(
            "wget", "/usr/bin/wget",
            [
                "--recursive", "--no-parent", "--no-host-directories", "--quiet",
                "--restrict-file-names=nocontrol", "--directory-prefix", own.path("back"),
                "\(url)/to/",
            ])
        #expect(code == 0)
        for name in ["large.bin", "nothing", "in/100% #?.txt", "in/ü & <x>/写真.txt"] {
            #expect(own.read("back/to/\(name)") == share.folder.read("to/\(name)"))
        }
    }

    @Test("aria2 fetches a file over several connections") func aria() throws {
        try share.folder.write(bytes(5_000_000), to: "large.bin")
        let code = try run(
            "aria2", "/usr/bin/aria2c",
            [
                "--split=4", "--max-connection-per-server=4", "--min-split-size=1M", "--quiet",
                "--no-conf", "--dir", own.path, "\(url)/large.bin",
            ])
        #expect(code == 0)
        #expect(own.read("large.bin") == share.folder.read("large.bin"))
    }

    @Test("curl sends files in every way that it knows") func curl() throws {
        let large = bytes(2_000_000)
        try own.write(large, to: "large.bin")
        func curl(_ arguments: String...) -> Int {
            Command.run(["curl", "--silent", "--fail", "--max-time", "60"] + arguments)
        }
        #expect(curl("--upload-file", own.path("large.bin"), "\(url)/put.bin") == 0)
        #expect(
            curl(
                "--upload-file", own.path("large.bin"), "--header", "Transfer-Encoding: chunked",
                "\(url)/chunked.bin") == 0)
        #expect(
            curl(
                "--form", "overwrite=1", "--form", "file=@\(own.path("large.bin"))",
                "--form", "file=@\(own.path("large.bin"));filename=second.bin", "\(url)/") == 0)
        for name in ["put.bin", "chunked.bin", "large.bin", "second.bin"] {
            #expect(share.folder.read(name) == large)
        }
        try own.write(Array(large.prefix(700_001)), to: "part.bin")
        #expect(
            curl("--continue-at", "-", "--output", own.path("part.bin"), "\(url)/put.bin") == 0)
        #expect(own.read("part.bin") == large)
    }
}
