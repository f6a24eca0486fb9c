import DemoServer
import Support
import Testing

@Suite("What a command prints")
struct OutputTests {
    private let served: Served

    init() throws {
        served = try Served()
        try served.folder.write("hello\n", to: "served/hello.txt")
    }

    @Test("With stdout closed, a file's content never becomes commands to the server")
    func closed() throws {
        try served.folder.write("DELE precious\r\n", to: "served/evil")
        try served.folder.write("kept", to: "served/precious")
        let outcome = try served.run(script: "exec \"$FERRY\" cat \"$URL/evil\" >&-")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("stdout was not written completely (Bad file descriptor)."))
        #expect(!served.server.commands.contains { $0.hasPrefix("DELE") })
        #expect(served.text("served/precious") == "kept")
    }

    @Test("Files are fetched and sent with all three standard descriptors closed")
    func allClosed() throws {
        try served.folder.write("up", to: "here/up.txt")
        let outcome = try served.run(
            script: """
                "$FERRY" get -v "$URL/hello.txt" <&- >&- 2>&- &&
                "$FERRY" put -v up.txt "$URL/up.txt" <&- >&- 2>&-
                """)
        #expect(outcome.code == 0)
        #expect(served.text("here/hello.txt") == "hello\n")
        #expect(served.text("served/up.txt") == "up")
    }

    static let printing = [
        "ls \"$URL/\"", "ls --json \"$URL/\"", "cat \"$URL/hello.txt\"",
        "get -o - \"$URL/hello.txt\"", "raw \"$URL/\"", "raw --template http://h/",
        "listing <raw", "listing --json <raw", "queue add \"$OPEN/hello.txt\" .", "queue",
        "queue --json", "--help", "--version", "help get",
    ]

    @Test("A full disk is an error that says so", arguments: OutputTests.printing)
    func full(command: String) throws {
        let outcome = try run("\"$FERRY\" \(command) >/dev/full")
        #expect(outcome.code == 1)
        #expect(
            outcome.errors.contains(
                "stdout was not written completely (No space left on device)."))
    }

    @Test(
        "A reader that has gone is no reason to complain, but no success",
        arguments: OutputTests.printing)
    func gone(command: String) throws {
        // The only reader opens the pipe, and has ended before the first byte is written.
        let outcome = try run(
            "mkfifo pipe; true <pipe & exec 4>pipe; wait; \"$FERRY\" \(command) >&4")
        #expect(outcome.code == 1)
        #expect(outcome.errors.isEmpty)
    }

    @Test("A listing that cannot be read is no empty listing")
    func unreadable() throws {
        let outcome = try served.run(script: "exec \"$FERRY\" listing </")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("stdin cannot be read (Is a directory)."))
    }

    @Test("A command that is not UTF-8 is not sent as another one")
    func foreignCommand() throws {
        let outcome = try served.run(
            script: "printf 'NOOP\\nDELE caf\\351\\nNOOP\\n' | \"$FERRY\" raw \"$URL/\"")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("A line on stdin is not valid UTF-8; it was not sent"))
        #expect(!served.server.commands.contains { $0.hasPrefix("DELE") })
        #expect(served.server.commands.count { $0 == "NOOP" } == 1)
    }

    /// With a job in the queue, a listing in `raw`, and a command on stdin.
    private func run(_ script: String) throws -> Outcome {
        try served.folder.write(
            "-rw-r--r-- 1 me us 12 Nov 20 23:51 a\n", to: "here/raw")
        let queue = "\"$FERRY\" queue add ftp://u@127.0.0.1/x . >/dev/null || exit 9\n"
        return try served.run(
            script: "OPEN=ftp://u@${URL#*@}\n\(queue)\(script)", input: "NOOP\n")
    }
}
