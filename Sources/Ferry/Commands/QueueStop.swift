import ArgumentParser
import Files
import Glibc
import Transfers
import Words

struct QueueStop: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop",
        abstract: tr("Stop the queue and keep its jobs."),
        discussion: tr(
            """
            Returns when no process runs the queue any more. Every 'ferry queue run' ends, \
            including those that wait or run in the background. A screen stays open with its queue \
            paused. To resume, press P in its queue, add a transfer, or start 'ferry queue run'.
            """))

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
        let sentence =
            number.map {
                tr(
                    "Process \($0) is still running the queue; waiting for it to stop its transfers."
                )
            }
            ?? tr(
                "Another process is still running the queue; waiting for it to stop its transfers.")
        StandardError.say(Failure.prefix + sentence)
    }
}
