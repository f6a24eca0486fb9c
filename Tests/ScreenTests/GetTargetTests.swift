import DemoServer
import Glibc
import Support
import Testing

@Suite("What get writes into")
struct GetTargetTests {
    private let served: Served

    init() throws {
        served = try Served()
        try served.folder.write("hello\n", to: "served/hello.txt")
        try served.folder.write("other\n", to: "served/other.txt")
        try served.folder.makeFolder("served/tree")
        try served.folder.write("deep\n", to: "served/tree/deep.txt")
    }

    @Test("A pipe is written into and stays a pipe", arguments: ["-o pipe", "pipe", "-o to-pipe"])
    func pipe(target: String) throws {
        let isOption = target.hasPrefix("-o")
        let arguments = isOption ? "\(target) \"$URL/hello.txt\"" : "\"$URL/hello.txt\" \(target)"
        let outcome = try served.run(
            script: """
                mkfifo pipe; ln -s pipe to-pipe; cat pipe >got & "$FERRY" get \(arguments)
                code=$?; wait; test -p pipe && test -L to-pipe && exit $code
                """)
        #expect(outcome.code == 0)
        #expect(served.text("here/got") == "hello\n")
    }

    @Test("In a pipe nothing is resumed, which is said at once", arguments: ["hello.txt", "."])
    func resumedPipe(target: String) throws {
        let outcome = try served.run(
            script: """
                mkfifo hello.txt; timeout 30 "$FERRY" get -c "$URL/hello.txt" \(target)
                code=$?; test -p hello.txt && exit $code
                """)
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("hello.txt is a pipe and cannot be resumed"))
    }

    @Test("A name in the directory that is a pipe is written into, the others are made")
    func pipeInDirectory() throws {
        let outcome = try served.run(
            script: """
                mkdir in; mkfifo in/hello.txt; cat in/hello.txt >got &
                "$FERRY" get "$URL/hello.txt" "$URL/other.txt" in
                code=$?; wait; test -p in/hello.txt && exit $code
                """)
        #expect(outcome.code == 0)
        #expect(served.text("here/got") == "hello\n")
        #expect(served.text("here/in/other.txt") == "other\n")
    }

    @Test("A device is written into, and what it says is heard")
    func device() throws {
        // Nodes of the tests' own: a failure must not cost the machine its own.
        try makeDevice("null", minor: 3)
        try makeDevice("full", minor: 7)
        #expect(try served.run(["get", "-o", "null", served.url + "/hello.txt"]).code == 0)
        #expect(try served.run(["get", served.url + "/hello.txt", "null"]).code == 0)
        #expect(kind("null") == S_IFCHR)
        let full = try served.run(["get", "-c", "-o", "full", served.url + "/hello.txt"])
        #expect(full.code == 1)
        #expect(full.errors.contains("/full was not written completely (No space left on device)."))
        #expect(kind("full") == S_IFCHR)
        let tree = try served.run(["get", "-r", "-o", "null", served.url + "/tree"])
        #expect(tree.code == 1)
        #expect(tree.errors.contains("is a directory and cannot be written to"))
        #expect(kind("null") == S_IFCHR)
    }

    @Test("stdout by its name is written into where it stands")
    func standardOutput() throws {
        let outcome = try served.run(
            script: """
                ln -s /proc/self/fd/1 stdout
                echo before; "$FERRY" get -o stdout "$URL/hello.txt" || exit 9
                "$FERRY" get -o /dev/fd/1 "$URL/other.txt" && echo behind
                """)
        #expect(outcome.code == 0)
        #expect(outcome.output == "before\nhello\nother\nbehind\n")
    }

    @Test("A descriptor of the shell's is written into, one of Ferry's own never")
    func descriptor() throws {
        let outcome = try served.run(
            script: "\"$FERRY\" get -o /dev/fd/7 \"$URL/hello.txt\" 7>seven")
        #expect(outcome.code == 0)
        #expect(served.text("here/seven") == "hello\n")
        let closed = (3...9).map { "\($0)>&-" }.joined(separator: " ")
        for number in 3...9 {
            let foreign = try served.run(
                script: "\"$FERRY\" get -o /dev/fd/\(number) \"$URL/hello.txt\" \(closed)")
            #expect(foreign.code == 1)
            #expect(foreign.errors.contains("Descriptor \(number) is not open"))
        }
        #expect(!served.server.commands.contains { $0.hasPrefix("hello") })
    }

    @Test("The file behind a link is written, by -o and as a new name; the links stay")
    func link() throws {
        let outcome = try served.run(
            script: """
                mkdir far; echo old >far/file; ln -s far near; ln -s near/file one; ln -s one two
                ln -s far/missing dangling
                "$FERRY" get -o two "$URL/hello.txt" && "$FERRY" get "$URL/other.txt" dangling &&
                test -L two && test -L one && test -L near && test -L dangling
                """)
        #expect(outcome.code == 0)
        #expect(served.text("here/far/file") == "hello\n")
        #expect(served.text("here/far/missing") == "other\n")
    }

    @Test("Links in a circle end with a sentence")
    func circle() throws {
        let outcome = try served.run(
            script: "ln -s a b; ln -s b a; exec \"$FERRY\" get -o a \"$URL/hello.txt\"")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("leads through too many links; name the file itself."))
    }

    @Test("A limit holds for what goes to stdout, too")
    func limit() throws {
        try served.folder.write([UInt8](repeating: 0x61, count: 3_000), to: "served/some")
        let time = try ContinuousClock().measure {
            let outcome = try served.run(["cat", "--limit-rate", "2000", served.url + "/some"])
            #expect(outcome.output.utf8.count == 3_000)
        }
        #expect(time > .seconds(1))
    }

    /// A memory device like `/dev/null` (3) or `/dev/full` (7), in `here`.
    private func makeDevice(_ name: String, minor: dev_t) throws {
        let path = served.folder.path("here/\(name)")
        guard mknod(path, S_IFCHR | 0o666, 1 << 8 | minor) == 0, access(path, W_OK) == 0,
            let probe = fopen(path, "w")
        else { try Test.cancel("no device can be made here") }
        fclose(probe)
    }

    private func kind(_ name: String) -> mode_t {
        var status = stat()
        return lstat(served.folder.path("here/\(name)"), &status) == 0
            ? status.st_mode & S_IFMT : 0
    }
}
