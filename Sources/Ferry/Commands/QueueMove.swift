import ArgumentParser
import Jobs
import Words

struct QueueMove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: tr("Move a waiting job in the queue."))

    /// Where to.
    enum Place: String, CaseIterable, ExpressibleByArgument {
        case first, earlier, later, last

        /// By how many places; more than there are is to the end.
        var places: Int {
            switch self {
            case .first: -1_000_000
            case .earlier: -1
            case .later: 1
            case .last: 1_000_000
            }
        }
    }

    @OptionGroup var options: ConnectionOptions

    @Argument(help: ArgumentHelp(tr("A job's number.")))
    var job: String

    @Argument(help: ArgumentHelp(tr("Where to: first, earlier, later or last.")))
    var place: Place

    func run() throws {
        try Queue.send(job, options, one: { .move($0, by: place.places) }, all: nil)
    }
}
