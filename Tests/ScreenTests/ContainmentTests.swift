import DemoServer
import Glibc
import Support
import Testing

/// `ferry get -r` from servers that try to write elsewhere on this machine.
@Suite("Downloads stay inside their target")
struct ContainmentTests {
    /// A server with files under the names that its listing will claim, so that whoever asks for
    /// them gets bytes; and a place to download to, with a victim beside it.
    private struct Scene {
        let folder: TemporaryFolder
        let server: DemoServer
        let port: UInt16

        init(_ behaviour: Behaviour = []) throws {
            folder = try Ferry.folder()
            for name in [
                "served", "served/in", "served/in/a", "served/in/trap", "served/in/sub",
                "served/in/deep", "here/dl", "here/victim",
            ] {
                try folder.makeFolder(name)
            }
            for name in [
                "served/up", "served/abs", "served/in/ok.txt", "served/in/a/b",
                "served/in/..\\win", "served/in/trap/pwned", "served/in/sub/fine",
                "served/in/-rf", "served/in/$(id)", "served/in/%s%n", "served/in/~root",
            ] {
                try folder.write("bytes", to: name)
            }
            server = try DemoServer(root: folder.path("served"), behaviour: behaviour)
            port = try server.start()
        }

        /// Its exit status.
        func get(_ options: String...) -> Int {
            var words = ["env"]
            words += Ferry.environment(folder).map { "\($0.key)=\($0.value)" }
            words += ["sh", "-c", "cd \"$HOME/here\" && exec \"$0\" \"$@\" 2>err", Ferry.path]
            words += ["get", "-r", "--no-tls", "--timeout", "5"] + options
            return Command.run(words + ["ftp://127.0.0.1:\(port)/in", "dl"])
        }

        /// Everything below `name`, links as `name -> target`.
        func tree(_ name: String) -> [String] {
            var found: [String] = []
            walk(folder.path(name), "", &found)
            return found.sorted()
        }

        private func walk(_ path: String, _ prefix: String, _ found: inout [String]) {
            guard let stream = opendir(path) else {
                Issue.record("\(path) cannot be read")
                return
            }
            defer { closedir(stream) }
            while let item = readdir(stream) {
                let name = withUnsafePointer(to: &item.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name == "." || name == ".." { continue }
                found.append(prefix + name)
                var status = stat()
                guard lstat("\(path)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFDIR
                else { continue }
                walk("\(path)/\(name)", "\(prefix)\(name)/", &found)
            }
        }

        func words() -> String {
            String(decoding: folder.read("here/err") ?? [], as: UTF8.self)
        }
    }

    private static let evil = [
        "../up", "/abs", "a/b", "..", ".", "", "..\\win", "n\u{0}ul", "../../../here/victim/x",
    ]

    private static func facts(_ victim: String) -> [UInt8] {
        let names = evil.map { "type=file;size=5;modify=20200101000000; \($0)\r\n" }
        return Array(
            (names.joined() + "type=OS.unix=slink:\(victim); trap\r\n"
                + "type=dir;modify=20200101000000; trap\r\ntype=dir; ../up\r\ntype=dir; /abs\r\n"
                + "type=file;size=5; ok.txt\r\ntype=dir; sub\r\n").utf8)
    }

    private static func lines(_ victim: String) -> [UInt8] {
        let names = evil.map { "-rw-r--r-- 1 u g 5 Jan  1  2020 \($0)\r\n" }
        return Array(
            (names.joined() + "lrwxrwxrwx 1 u g 5 Jan  1  2020 trap -> \(victim)\r\n"
                + "drwxr-xr-x 1 u g 5 Jan  1  2020 trap\r\n"
                + "drwxr-xr-x 1 u g 5 Jan  1  2020 ../up\r\n"
                + "-rw-r--r-- 1 u g 5 Jan  1  2020 ok.txt\r\n"
                + "drwxr-xr-x 1 u g 5 Jan  1  2020 sub\r\n").utf8)
    }

    @Test("Names that are paths, and a link that is a directory as well", arguments: [true, false])
    func names(listsFacts: Bool) throws {
        let scene = try Scene()
        let victim = scene.folder.path("here/victim")
        // The directory itself is listed falsely, those in it truly.
        let bend = {
            scene.server.behaviour =
                listsFacts
                ? [.once(.listing(at: "MLSD", ContainmentTests.facts(victim)))]
                : [
                    .always(.unknown("MLSD")), .always(.unknown("MLST")),
                    .once(.listing(at: "LIST", ContainmentTests.lines(victim))),
                ]
        }
        let before = scene.tree("here").filter { !$0.hasPrefix("dl") }
        for _ in 0..<2 {
            bend()
            // The directory's own permissions would be looked for in another listing before.
            _ = scene.get("--no-mode")
            let inside = scene.tree("here/dl")
            #expect(inside.contains("in/ok.txt"), "\(scene.words())")
            #expect(inside.contains("in/sub/fine"))
            #expect(inside.contains("in/..\\win"))
            #expect(!inside.contains { $0.hasSuffix("up") || $0.hasSuffix("abs") })
            #expect(!inside.contains("in/a") && !inside.contains { $0.contains("n\u{0}") })
            #expect(!inside.contains { isLink(scene.folder.path("here/dl/\($0)")) })
            #expect(scene.tree("here/victim").isEmpty)
            let after = scene.tree("here").filter { !$0.hasPrefix("dl") && $0 != "err" }
            #expect(after == before)
            #expect(!scene.folder.exists("up") && !scene.folder.exists("abs"))
        }
        scene.server.stop()
    }

    @Test("A link that stays inside is made, and nothing that comes later is written through it")
    func linkInside() throws {
        let scene = try Scene()
        // What is a link the first time, and in the same listing, is a directory as well.
        let lines = { (target: String) in
            Array(
                ("type=dir; sub\r\ntype=OS.unix=slink:\(target); trap\r\n"
                    + "type=dir;modify=20200101000000; trap\r\n").utf8)
        }
        for (target, isMade) in [("../../victim", false), ("sub", true)] {
            scene.server.behaviour = [.once(.listing(at: "MLSD", lines(target)))]
            #expect(scene.get() != 0)
            #expect(isLink(scene.folder.path("here/dl/in/trap")) == isMade)
            #expect(scene.tree("here/victim").isEmpty)
            #expect(!scene.tree("here/dl/in/sub").contains("pwned"))
            if !isMade { #expect(scene.words().contains("link out of the copied directory")) }
            _ = Command.run(["rm", "-r", scene.folder.path("here/dl/in")])
        }
        // And what was made by one copy is not written through by the next.
        scene.server.behaviour = [.once(.listing(at: "MLSD", lines("sub")))]
        _ = scene.get()
        scene.server.behaviour = []
        #expect(scene.get() != 0)
        #expect(isLink(scene.folder.path("here/dl/in/trap")))
        #expect(!scene.tree("here/dl/in/sub").contains("pwned"))
        #expect(scene.words().contains("A link named"))
        scene.server.stop()
    }

    @Test("A local link is no way out: nothing is written through it, and it is said so")
    func localLink() throws {
        let scene = try Scene()
        try scene.folder.makeFolder("here/dl/in")
        #expect(
            symlink(scene.folder.path("here/victim"), scene.folder.path("here/dl/in/trap")) == 0)
        #expect(symlink("../../victim", scene.folder.path("here/dl/in/sub")) == 0)
        #expect(symlink("../../victim/x", scene.folder.path("here/dl/in/ok.txt")) == 0)
        for _ in 0..<2 {
            #expect(scene.get() != 0)
            #expect(scene.tree("here/victim").isEmpty)
            #expect(scene.words().contains("trap"))
            #expect(isLink(scene.folder.path("here/dl/in/trap")))
            #expect(scene.folder.read("here/dl/in/a/b") == Array("bytes".utf8))
        }
        scene.server.stop()
    }

    @Test("Names that shells, formats and options know are names like others")
    func oddNames() throws {
        let scene = try Scene()
        #expect(scene.get() == 0, "\(scene.words())")
        for name in ["-rf", "$(id)", "%s%n", "~root", "..\\win"] {
            #expect(scene.folder.read("here/dl/in/\(name)") == Array("bytes".utf8), "\(name)")
        }
        scene.server.stop()
    }

    @Test(
        "A directory that holds itself for ever ends in words", arguments: ["MLSD", "LIST"],
        ["257 \"/\"\r\n", "257 \"/in/in\"\r\n"])
    func bottomless(verb: String, place: String) throws {
        // The name is in the root too, where one looks who is told that every directory can be entered.
        let listing =
            verb == "MLSD" ? "type=dir; in\r\n" : "drwxr-xr-x 1 u g 5 Jan  1  2020 in\r\n"
        let old: Behaviour = [.always(.unknown("MLSD")), .always(.unknown("MLST"))]
        let endless: Behaviour = [
            .always(.listing(at: verb, Array(listing.utf8))),
            .always(.reply("CWD", "250 Of course.\r\n")), .always(.reply("PWD", place)),
        ]
        let scene = try Scene(verb == "LIST" ? old + endless : endless)
        #expect(scene.get() != 0)
        let words = place.contains("/in/in") ? "leads back to /in/in" : "directories deep"
        #expect(scene.words().contains(words), "\(scene.words())")
        let deepest = scene.tree("here/dl").map { $0.count(where: { $0 == "/" }) }.max() ?? 0
        #expect(deepest < 110)
        scene.server.stop()
    }

    private func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }
}
