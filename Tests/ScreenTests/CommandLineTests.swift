import DemoServer
import Support
import Testing

@Suite("The command line")
struct CommandLineTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try Ferry.folder()
    }

    private func run(
        _ arguments: [String], input: String = "", environment: [String: String] = [:]
    ) throws -> Outcome {
        try Outcome(arguments, input: input, environment: environment, in: folder)
    }

    @Test(
        "A first word that is neither a command nor a place is a wrong command",
        arguments: [
            (["gte", "x"], "'gte' is neither a command nor a place; did you mean 'get'?"),
            (["gte", "-r", "--json", "x"], "did you mean 'get'?"), (["mkidr"], "'mkdir'?"),
            (["quue", "run"], "did you mean 'queue'?"), (["put_"], "did you mean 'put'?"),
            (["nobody-knows"], "nor a place; ferry --help lists the commands."),
            (["a\u{1B}[2Jb"], "is neither a command nor a place"),
        ])
    func wrongCommand(arguments: [String], words: String) throws {
        let outcome = try run(arguments)
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        #expect(!outcome.errors.contains("terminal") && !outcome.errors.contains("\u{1B}"))
        #expect(outcome.output.isEmpty)
    }

    @Test("A first word that names a file or a directory here is a place", arguments: ["gte", "d"])
    func bareplace(name: String) throws {
        try folder.write("x", to: "here/gte")
        try folder.makeFolder("here/d")
        let outcome = try run([name])
        #expect(outcome.errors.contains("terminal"), "\(outcome.errors)")
    }

    @Test(
        "A directory that is named by dots is neither moved nor deleted",
        arguments: [
            ["mv", "ftp://127.0.0.1:1/home/me/docs/.", "x"], ["mv", ".", "ftp://127.0.0.1:1/"],
            ["mv", "ftp://127.0.0.1:1/home/me%2F%2e", "x"],
            ["rm", "-r", "ftp://127.0.0.1:1/home/me/docs%2F.."],
            ["rm", "-r", "ftp://127.0.0.1:1/home/me/docs/%2E%2e/"],
        ])
    func dots(arguments: [String]) throws {
        let outcome = try run(arguments)
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains(" ends in '.' or '..' and is not "), "\(outcome.errors)")
    }

    @Test("What is written to stdout cannot be resumed")
    func resumedStandardOutput() throws {
        let outcome = try run(["get", "-c", "-o", "-", "ftp://127.0.0.1:1/x"])
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("-c cannot resume stdout; leave it out, or name a file."))
    }

    @Test("The number of connections may follow -j without a blank")
    func joined() throws {
        let outcome = try run(["get", "-j17", "ftp://127.0.0.1:1/x"])
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("-j takes a number from 1 to 16, not 17."))
    }

    @Test("A share, and a server with TLS, say what is missing on a machine without OpenSSL")
    func withoutOpenSSL() throws {
        let folder = try TemporaryFolder()
        // The loader takes the first file of the name, and this one is no library.
        try folder.write("", to: "libssl.so.3")
        let variables = ["LD_LIBRARY_PATH": folder.path("")]
        let missing = "libssl.so.3 cannot be loaded; install your system's package of OpenSSL"
        let share = try run(["share", "--bind", "127.0.0.1", "."], environment: variables)
        #expect(share.code == 1)
        #expect(share.errors.contains(missing))
        let peer = try ScriptedPeer { _ in }
        let list = try run(["ls", "ftps://127.0.0.1:\(peer.port)/"], environment: variables)
        #expect(list.code == 1)
        #expect(list.errors.contains(missing))
        try peer.verify()
    }

    @Test("A list of authorities that is not there is wrong usage")
    func authorities() throws {
        let outcome = try run(["ls", "--ca", "none.pem", "ftp://127.0.0.1:1/"])
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("--ca none.pem cannot be read (No such file"))
    }

    @Test("--insecure says what it gives up, where a server is meant")
    func insecure() throws {
        #expect(try run(["ls", "--insecure", "."]).errors.isEmpty)
        let outcome = try run(["ls", "--insecure", "ftp://127.0.0.1:1/"])
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("certificates are not checked"))
    }

    @Test("A proxy of the environment that makes no sense is said, but not for this machine")
    func proxy() throws {
        let variables = ["ALL_PROXY": "quic://me:hunter2@gate"]
        let outcome = try run(["ls", "ftp://192.0.2.1/"], environment: variables)
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("ALL_PROXY: The proxy type 'quic' is unknown"))
        #expect(!outcome.errors.contains("hunter2"))
        #expect(try run(["ls", "."], environment: variables).code == 0)
    }

    @Test("A listing is read with the time, the zone and the system that are given")
    func listing() throws {
        let raw = "-rw-r--r--   1 me   us        12 Nov 20 23:51 a b\r\n"
        let json = try run(
            ["listing", "--now", "2026-11-21T00:00:00Z", "--zone", "+02:00", "--json"], input: raw)
        #expect(json.code == 0)
        #expect(
            json.output == """
                {"name":"a b","type":"file","size":12,"modified":"2026-11-20T21:51:00Z",\
                "precision":"minute","mode":"rw-r--r--","owner":"me","group":"us"}

                """)
        let plain = try run(
            ["listing", "--now", "2026-11-21T00:00:00Z", "--system", "UNIX Type: L8", "--json"],
            input: raw)
        #expect(plain.output.contains("\"modified\":\"2026-11-20T23:51:00\","))
        #expect(try run(["listing", "--now", "yesterday"]).code == 2)
        #expect(try run(["listing", "--zone", "CET"]).code == 2)
    }

    @Test("Files are listed and fetched from a server")
    func server() throws {
        try folder.makeFolder("served")
        try folder.write("hello", to: "served/hello.txt")
        let server = try DemoServer(root: folder.path("served"), options: .init(user: "u"))
        let port = try server.start()
        defer { server.stop() }
        let url = "ftp://u:p@127.0.0.1:\(port)/"
        #expect(try run(["ls", url]).output == "hello.txt\n")
        #expect(try run(["get", "-j2", url + "hello.txt"]).code == 0)
        #expect(folder.read("here/hello.txt") == Array("hello".utf8))
    }

    @Test("A server that asks for an account gets it from --account or .netrc, and is explained")
    func account() throws {
        try folder.makeFolder("served")
        try folder.write("x", to: "served/file.txt")
        var options = DemoServer.Options(user: "me", password: "secret")
        options.account = "books 7"
        let server = try DemoServer(root: folder.path("served"), options: options)
        defer { server.stop() }
        let url = "ftp://me@127.0.0.1:\(try server.start())/"
        func ls(_ arguments: String...) throws -> Outcome {
            try run(
                ["ls", "--no-tls"] + arguments + [url], environment: ["FERRY_PASSWORD": "secret"])
        }
        let missing = try ls()
        #expect(missing.code == 1)
        #expect(missing.errors.contains("give it with --account, in .netrc"))
        let given = try ls("-v", "--account", "books 7")
        #expect(given.code == 0 && given.output.contains("file.txt"))
        #expect(!given.errors.contains("books"))
        try folder.write("machine 127.0.0.1 login me account \"books 7\"\n", to: ".netrc")
        #expect(try ls().output.contains("file.txt"))
        try folder.write("machine 127.0.0.1 login you account \"books 7\"\n", to: ".netrc")
        #expect(try ls().code == 1)
        #expect(try ls("--account", "wrong").code == 1)
        #expect(try ls("--account", "a\u{7}").code == 2)
    }

    @Test("Lines of a listing that are not understood are told with -v, and listing counts them")
    func unread() throws {
        let text = "-rw-r--r-- 1 u g 7 Nov 20 23:51 x\r\nwhat is this\r\n"
        let listing = try run(["listing"], input: text)
        #expect(listing.code == 0)
        #expect(
            listing.errors == "ferry: 1 line could not be read; the first is 'what is this'.\n")
        try folder.makeFolder("served")
        let server = try DemoServer(
            root: folder.path("served"),
            behaviour: [.always(.listing(at: "MLSD", Array(text.utf8)))])
        defer { server.stop() }
        let url = "ftp://127.0.0.1:\(try server.start())/"
        let ls = try run(["ls", "-v", "--no-tls", url])
        #expect(ls.output.contains("x"))
        #expect(ls.errors.contains("(1 in all); the first is 'what is this'."))
    }

    @Test("A server that takes single commands is known to the next run, and told of with -v")
    func singleCommands() throws {
        try folder.makeFolder("served")
        try folder.write("x", to: "served/file.txt")
        let server = try DemoServer(
            root: folder.path("served"), behaviour: [.always(.singleCommands(.dropped))])
        defer { server.stop() }
        let url = "ftp://127.0.0.1:\(try server.start())/file.txt"
        for _ in 0..<2 {
            let outcome = try run(["cat", "-v", "--no-tls", url])
            #expect(outcome.code == 0 && outcome.output == "x")
            #expect(outcome.errors.contains("loses commands sent together"))
        }
        // The first run asked twice for where it is, the second once.
        #expect(server.commands.count { $0 == "PWD" } == 3)
        #expect(server.commands.count { $0 == "RETR file.txt" } == 2)
        #expect(server.openedCount == 2)
    }
}
