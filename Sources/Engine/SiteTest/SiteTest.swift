package import Files
import SFTP
import Settings
import Transport
import Words
package import Work

/// Connects to a site step by step, and reports each step with its time: what fails there fails in the
/// panes and in the queue as well, and this says where.
package struct SiteTest {
    private let context: ConnectionContext
    private let site: Site
    private let path: Path?
    private let below: RelativePath?
    private let prompter: (any LoginPrompter)?
    private let stop: Cancellation?
    private let askForPassword: (() -> Void)?

    /// What is found where a connection is not encrypted.
    package static let notEncrypted =
        tr("the server offers no encryption: others can read passwords and files")

    /// Lists `path`, or what is `below` the login directory; nil for that directory itself.
    /// `prompter` is asked what a login wants to know. `stop` ends it early; where nobody has given a
    /// password that the server wants, `askForPassword` is called in place of that step's report.
    package init(
        _ context: ConnectionContext, _ site: Site, _ path: Path?, below: RelativePath?,
        prompter: (any LoginPrompter)?, stop: Cancellation? = nil,
        askForPassword: (() -> Void)? = nil
    ) {
        self.context = context
        self.site = site
        self.path = path
        self.below = below
        self.prompter = prompter
        self.stop = stop
        self.askForPassword = askForPassword
    }

    /// Runs all steps up to the first that fails; whether none did. Blocks.
    package func run(_ report: @escaping (SiteTestStep) -> Void) -> Bool {
        var hasPassed = true
        let tell: (SiteTestStep) -> Bool = { step in
            report(step)
            hasPassed = hasPassed && step.hasPassed
            return step.hasPassed
        }
        if let refusal = context.refusal(of: site) {
            return tell(SiteTestStep(.connect, .failed(refusal.message), seconds: 0))
        }
        guard reach(tell) else { return false }
        logIn(tell)
        return hasPassed
    }

    private static func seconds(
        _ start: ContinuousClock.Instant, _ end: ContinuousClock.Instant = .now
    ) -> Double {
        let parts = (end - start).components
        return max(0, Double(parts.seconds) + Double(parts.attoseconds) / 1e18)
    }

    // MARK: - The network

    /// Where this machine itself connects to; nil where a proxy, another host or a program does.
    private var endpoint: (host: String, port: UInt16)? {
        switch site.scheme.wireProtocol {
        case .ftp, .http:
            let applied = (try? context.defaults.applied(to: site)) ?? site
            return applied.proxy == nil ? (site.host, site.port) : nil
        case .sftp: return context.defaults.sftp.endpoint(of: site).map { ($0.host, $0.port) }
        default: return nil
        }
    }

    /// Looks the host up and connects to it, as far as this machine does; whether both worked.
    private func reach(_ tell: (SiteTestStep) -> Bool) -> Bool {
        guard let (host, port) = endpoint else { return true }
        let interrupter = Interrupter()
        stop?.onCancel { interrupter.interrupt() }
        let limit = Double(site.timeout)
        let shown = VisibleText.make(host)
        let start = ContinuousClock.now
        let addresses: [SocketAddress]
        do throws(TransportError) {
            addresses = try Resolver.resolve(
                host, port: port, interrupter, .after(seconds: limit))
        } catch {
            let sentence = tr("The host \(shown) was not found (\(error.words)); check its name.")
            return tell(
                SiteTestStep(.dns, .failed(sentence), seconds: SiteTest.seconds(start)))
        }
        let count = addresses.count
        let found = tr(count, one: "\(count) address", other: "\(count) addresses")
        guard
            tell(
                SiteTestStep(
                    .dns, .passed("\(shown): \(found)"), seconds: SiteTest.seconds(start)))
        else { return false }
        let connecting = ContinuousClock.now
        do throws(TransportError) {
            let socket = try Connector.connect(
                toFirstOf: Connector.inTurn(addresses), interrupter, .after(seconds: limit))
            noteSoftware(of: socket)
            socket.close()
        } catch {
            let sentence = tr(
                "\(shown) cannot be reached at port \(port) (\(error.words)); check host and port.")
            return tell(
                SiteTestStep(
                    .connect, .failed(sentence), seconds: SiteTest.seconds(connecting)))
        }
        return tell(
            SiteTestStep(
                .connect, .passed(tr("port \(port)")), seconds: SiteTest.seconds(connecting)))
    }

    /// An SSH server says what it is before anybody is logged in (RFC 4253 section 4.2), which ssh
    /// keeps to itself.
    private func noteSoftware(of socket: Socket) {
        guard site.scheme == .sftp else { return }
        guard let line = HostProbe.greeting(of: socket, within: 1), line.hasPrefix("SSH-") else {
            return
        }
        let software = line.split(separator: "-", maxSplits: 2).last.map(String.init)
        context.cards.note(site) { $0.software = software ?? $0.software }
    }

    // MARK: - The session

    private var isHTTP: Bool { site.scheme.wireProtocol == .http }
    private var isFTP: Bool { site.scheme.wireProtocol == .ftp }

    private var firstStep: SiteTestStep.Kind? {
        switch site.scheme.wireProtocol {
        case .sftp, .rclone: .ssh
        case .ftp, .http: site.scheme.mayHaveTLS ? .tls : nil
        default: nil
        }
    }

    private func logIn(_ tell: (SiteTestStep) -> Bool) {
        let clock = LoginClock(site.scheme.wireProtocol)
        let log = context.log
        let files = context.fileSystem(
            for: site, connection: context.nextConnection(), prompter: prompter,
            log: { exchange in
                clock.note(exchange)
                log(exchange)
            })
        defer { files.close() }
        stop?.onCancel(files.interrupt)
        if stop?.isCancelled ?? false { return }
        let start = ContinuousClock.now
        // When the session was open, and reported.
        var opened: ContinuousClock.Instant?
        do throws(FileSystemError) {
            // HTTP has no login of its own: its first request shows all of it.
            let isSession = !isHTTP
            let home = try files.home()
            if isSession {
                guard passed(files, clock, start, .now, tell) else { return }
                opened = .now
            }
            let listing = ContinuousClock.now
            var directory = path ?? home
            if path == nil, let below { directory = try files.path(of: below) }
            let entries = try files.list(directory)
            if !isSession, !passed(files, clock, start, listing, tell) { return }
            let (place, count) = (directory.text(on: site), entries.count)
            let found = tr(count, one: "\(count) entry", other: "\(count) entries")
            var listed = isSession ? listing : clock.loggedIn ?? start
            if let asked = clock.dataAsked, let opened = clock.dataOpened {
                let seconds = SiteTest.seconds(asked, opened)
                _ = tell(SiteTestStep(.data, .passed(nil), seconds: seconds))
                // The listing came through it.
                listed = max(listed, opened)
            }
            _ = tell(
                SiteTestStep(
                    .list, .passed("\(place): \(found)"), seconds: SiteTest.seconds(listed)))
        } catch {
            // Whom nobody has given a password, the server has refused nothing yet.
            if let askForPassword, isFTP, error.kind == .login, error.reply == nil,
                !error.isTransient, site.user != nil
            {
                return askForPassword()
            }
            failed(error, clock, start, opened, tell)
        }
    }

    /// Reports what comes before the listing.
    private func passed(
        _ files: any FileSystem, _ clock: LoginClock, _ start: ContinuousClock.Instant,
        _ opened: ContinuousClock.Instant, _ tell: (SiteTestStep) -> Bool
    ) -> Bool {
        let encrypted = clock.encrypted ?? start
        let loggedIn = clock.loggedIn ?? encrypted
        if let firstStep {
            let words: String? =
                switch files.security {
                case .tls(let state): VisibleText.make(state.version)
                case .ssh: nil
                case .clear: SiteTest.notEncrypted
                case nil: nil
                }
            let step = SiteTestStep(
                firstStep, .passed(words), seconds: SiteTest.seconds(start, encrypted))
            if !tell(step) { return false }
        }
        let user = site.user.map { VisibleText.make($0) } ?? (isFTP ? "anonymous" : nil)
        return tell(
            SiteTestStep(
                .login, .passed(user), seconds: SiteTest.seconds(encrypted, loggedIn)))
            && tell(
                SiteTestStep(
                    .features, .passed(features(of: files)),
                    seconds: SiteTest.seconds(loggedIn, max(loggedIn, opened))))
    }

    /// What the connection can do beyond reading.
    private func features(of files: any FileSystem) -> String {
        let capabilities = files.capabilities
        var words: [String] = []
        if capabilities.contains(.write) { words.append(tr("uploads")) }
        if capabilities.contains(.resumeUpload) { words.append(tr("resumes uploads")) }
        if capabilities.contains(.setModified) { words.append(tr("sets times")) }
        if capabilities.contains(.exactTimes) { words.append(tr("exact times")) }
        return words.isEmpty ? tr("downloads only") : listed(words)
    }

    /// Reports the step that an error belongs to, and those before it, which had passed and are not
    /// reported yet.
    private func failed(
        _ error: FileSystemError, _ clock: LoginClock, _ start: ContinuousClock.Instant,
        _ opened: ContinuousClock.Instant?, _ tell: (SiteTestStep) -> Bool
    ) {
        var begun = opened ?? start
        // What HTTP servers can do shows in what they answer.
        let middle: [SiteTestStep.Kind] = isHTTP ? [.login] : [.login, .features]
        var steps = opened != nil ? [.list] : (firstStep.map { [$0] } ?? []) + middle + [.list]
        func pass(at instant: ContinuousClock.Instant) {
            let step = steps.removeFirst()
            _ = tell(SiteTestStep(step, .passed(nil), seconds: SiteTest.seconds(begun, instant)))
            begun = instant
        }
        if opened == nil, error.kind != .security {
            // A refused login has connected before, whether the log shows it or not.
            if firstStep != nil, clock.encrypted != nil || error.kind == .login {
                pass(at: clock.encrypted ?? .now)
            }
            if let loggedIn = clock.loggedIn, error.kind != .login { pass(at: loggedIn) }
        }
        var step = steps.first ?? .list
        if step == .list, let asked = clock.dataAsked {
            if let opened = clock.dataOpened {
                _ = tell(
                    SiteTestStep(.data, .passed(nil), seconds: SiteTest.seconds(asked, opened)))
                begun = opened
            } else if clock.hasAskedForList
                ? [.connection, .timeout].contains(error.kind)
                    || error.reply?.hasPrefix("425") == true
                // The path may be wrong as well.
                : ![.notFound, .denied, .notDirectory, .badName].contains(error.kind)
            {
                step = .data
            }
        }
        _ = tell(
            SiteTestStep(step, .failed(error.message), seconds: SiteTest.seconds(begun)))
    }
}
