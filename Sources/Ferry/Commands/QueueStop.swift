import ArgumentParser
import Files
import Glibc
import Transfers

struct QueueStop: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop",
        abstract: "Stop the work on the queue, with everything kept.",
        discussion: """
            Returns once nobody works any more. Every 'ferry queue run' ends, those in the background \
            and those that wait for another too. A screen stays, and shows the queue as paused until \
            you let it go on there (P in the queue), add a transfer, or start 'ferry queue run'.
            """)

    /// Milliseconds between two looks whether somebody still works.
    private static let pace: CInt = 30
    /// Looks after which it is said what is waited for.
    private static let patience = 150

    @OptionGroup var options: ConnectionOptions

    func run() throws {
        let store = try Queue.open(options)
        do throws(StoreError) {
            try store.requestStop()
            store.knock()
            try waitUntilNobodyWorks(on: store)
        } catch {
            throw Failure([error.description])
        }
    }

    private func waitUntilNobodyWorks(on store: Store) throws(StoreError) {
        var looks = 0
        while try !store.putDown() {
            looks += 1
            if looks == QueueStop.patience { try sayWhoWorks(on: store) }
            poll(nil, 0, QueueStop.pace)
        }
    }

    private func sayWhoWorks(on store: Store) throws(StoreError) {
        let number = try store.workingProcess()
        let process = number.map { "Process \($0)" } ?? "Another process"
        StandardError.say(
            Failure.prefix
                + "\(process) still works on the queue; waiting until it has put down what it "
                + "carries.")
    }
}
