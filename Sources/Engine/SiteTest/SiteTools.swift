import Files
import UI
import Work

/// Tests of sites and looks at hosts, each on a worker of its own. Belongs to the main thread.
final class SiteTools {
    private struct Test {
        let site: Site
        let path: Path?
        let below: RelativePath?
        let stop: Cancellation
        let prompter: EngineLoginPrompter
        let worker: Worker<Void>
    }

    private let context: ConnectionContext
    private let inbox: Inbox
    private let prompts: LoginPrompts
    private var tests: [RequestID: Test] = [:]
    private var probes: [RequestID: Cancellation] = [:]

    init(_ context: ConnectionContext, _ inbox: Inbox, _ prompts: LoginPrompts) {
        self.context = context
        self.inbox = inbox
        self.prompts = prompts
    }

    /// Tests a site step by step, until it is stopped.
    func test(_ request: RequestID, _ site: Site, _ path: Path?, _ below: RelativePath?) {
        let test = Test(
            site: site, path: path, below: below, stop: Cancellation(),
            prompter: EngineLoginPrompter(prompts), worker: Worker(label: "ferry.test") {})
        tests[request] = test
        run(test, request)
    }

    private func run(_ test: Test, _ request: RequestID) {
        let (context, inbox, stop) = (context, inbox, test.stop)
        test.worker.perform { [site = test.site, path = test.path, below = test.below] _ in
            var isWaiting = false
            let order = SiteTest(
                context, site, path, below: below, prompter: test.prompter, stop: stop,
                askForPassword: {
                    isWaiting = true
                    inbox.post(.passwordNeeded(request, site, detail: nil))
                })
            _ = order.run { step in
                if !stop.isCancelled { inbox.post(.siteTested(request, step)) }
            }
            if !isWaiting, !stop.isCancelled { inbox.post(.siteTestEnded(request)) }
        }
    }

    /// There is a password now, or none will come.
    func goOn(_ request: RequestID, _ refusal: FileSystemError?) {
        guard let test = tests[request] else { return }
        guard let refusal else { return run(test, request) }
        inbox.post(
            .siteTested(request, SiteTestStep(.login, .failed(refusal.message), seconds: 0)))
        inbox.post(.siteTestEnded(request))
    }

    /// Looks which of the ports take connections. A host behind a proxy is not spoken to directly, and
    /// nothing is learnt of it.
    func probe(_ request: RequestID, _ host: String, _ ports: [UInt16]) {
        let site = Site(scheme: .ftp, host: host)
        guard let applied = try? context.defaults.applied(to: site), applied.proxy == nil else {
            return
        }
        let stop = Cancellation()
        probes[request] = stop
        let inbox = inbox
        Worker<Void>(label: "ferry.probe") {}.perform { _ in
            HostProbe(host: host, ports: ports, stop: stop).run { port, answer in
                inbox.post(.probed(request, port: port, answer))
            }
        }
    }

    /// Nobody waits for that any more.
    func stop(_ request: RequestID) {
        probes.removeValue(forKey: request)?.cancel()
        guard let test = tests.removeValue(forKey: request) else { return }
        test.prompter.end()
        test.stop.cancel()
    }

    /// The same for all.
    func stopAll() {
        for request in Array(probes.keys) + Array(tests.keys) { stop(request) }
    }
}
