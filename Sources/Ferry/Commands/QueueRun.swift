import ArgumentParser
import Files
import Transfers

struct QueueRun: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Work on the queue without a screen until nothing is left that can be done.",
        discussion: """
            Ends with 0, or with 1 where jobs failed or need an answer; these stay as they are. While \
            another process works on the queue, it waits with that one, and takes over when it dies. \
            Ctrl-C and SIGTERM stop it with everything kept. FERRY_PASSWORD and --password-file are \
            for jobs that have no other login.
            """)

    @OptionGroup var options: ConnectionOptions

    func run() throws {
        guard let signals = EndSignals() else {
            throw Failure(["Too many files are open; close some programs."])
        }
        let session = try HeadlessSession(options, [])
        defer { session.close() }
        try QueueRunner(session, Queue.open(options), signals).run()
    }
}
