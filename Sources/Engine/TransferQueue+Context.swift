import Files
import Jobs
package import Transfers
import UI

extension TransferQueue {
    /// The screen's queue: its connections are the session's, and what it has to show goes to
    /// `inbox`. A nil `storePath` keeps it in memory.
    package convenience init(
        storePath: String?, configuration: TransferQueue.Configuration,
        plans: PlanJobSetup = PlanJobSetup(), context: ConnectionContext, inbox: Inbox
    ) {
        var configuration = configuration
        configuration.plans = PlanJobs(context, plans)
        configuration.packing = context.packing
        configuration.takeLogin = { context.credentials.remember($1, for: $0) }
        self.init(
            storeAt: storePath, configuration: configuration,
            makeFileSystem: { [topics = configuration.topics] site, lane in
                context.fileSystem(
                    for: site, connection: context.nextConnection(), isForJob: true
                ) { exchange in
                    var exchange = exchange
                    exchange.job = topics.job(ofLane: lane)?.rawValue
                    context.log(exchange)
                }
            },
            onChange: { inbox.post(.queue($0)) },
            noticed: { inbox.post(.notice($0, isError: true)) })
    }
}
