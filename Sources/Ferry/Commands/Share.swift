import ArgumentParser
import CLinux
import Engine
import Files
import Glibc
import Jobs
import Settings
import Share
import Words
import Work

struct Share: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share",
        abstract: tr("Share a directory with browsers, curl or another Ferry."),
        discussion: tr(
            """
            Without --bind only this machine can reach it; without --writable visitors can only \
            read. Ctrl-C accepts no new visitors and waits for current ones; a second Ctrl-C ends \
            at once.
            """))

    @Option(help: ArgumentHelp(tr("Port to listen on; 0 takes any free port."), valueName: "PORT"))
    var port: UInt16 = 8080

    @Option(
        help: ArgumentHelp(
            tr("Address of this machine to listen on; 0.0.0.0 or :: for all."), valueName: "ADDRESS"
        ))
    var bind = "127.0.0.1"

    @Flag(help: ArgumentHelp(tr("Let visitors upload, rename and delete.")))
    var writable = false

    @Option(
        help: ArgumentHelp(
            tr(
                "Require this user name and a password: from --password-file, FERRY_PASSWORD or a "
                    + "prompt, otherwise generated and shown."), valueName: "NAME"))
    var user: String?

    @Option(
        help: ArgumentHelp(tr("Read the password from FILE, or from stdin."), valueName: "FILE|-"))
    var passwordFile: ArgumentBytes?

    @Flag(help: ArgumentHelp(tr("Require a six-digit PIN, which is generated and shown.")))
    var pin = false

    @Flag(
        help: ArgumentHelp(
            tr("Encrypt, with a generated certificate unless --certificate gives one.")))
    var tls = false

    @Option(
        help: ArgumentHelp(tr("Encrypt with the certificate in FILE (PEM)."), valueName: "FILE"))
    var certificate: String?

    @Option(
        help: ArgumentHelp(
            tr("Private key (PEM) for --certificate, if it is in a separate file."),
            valueName: "FILE"))
    var key: String?

    @Flag(help: ArgumentHelp(tr("Include names that begin with a dot.")))
    var hidden = false

    @Option(
        help: ArgumentHelp(
            tr(
                "Where to keep files that macOS adds (._* and .DS_Store): memory or disk, or refuse to "
                    + "take them."), valueName: "memory|disk|refuse"))
    var macFiles: MacFilePolicy?

    @Flag(
        name: .shortAndLong, help: ArgumentHelp(tr("Print every request and response to stderr.")))
    var verbose = false

    @Flag(help: .hidden)
    var forScreen = false

    @Argument(help: ArgumentHelp(tr("The directory to share."), valueName: "DIR"))
    var folder: ArgumentBytes

    func validate() throws {
        try ArgumentText.requireText(certificate, of: "--certificate")
        try ArgumentText.requireText(key, of: "--key")
        if user != nil, pin {
            throw ValidationError(tr("--user and --pin cannot be combined; choose one."))
        }
        if passwordFile != nil, user == nil {
            throw ValidationError(tr("--password-file has no effect without --user."))
        }
        if key != nil, certificate == nil {
            throw ValidationError(tr("--key has no effect without --certificate."))
        }
        if let user, user.isEmpty || user.contains(":") || !user.utf8.allSatisfy({ $0 >= 0x20 }) {
            throw ValidationError(
                tr(
                    "--user takes a name without colons and control characters, not "
                        + "'\(VisibleText.make(user))'."))
        }
    }

    func run() throws {
        guard !folder.looksLikeURL else {
            throw Failure.usage(
                tr("'\(folder.text)' is a URL; only local directories can be shared.")
            )
        }
        if forScreen { return try ScreenShare(self).run() }
        let password = try SharePassword(self)
        // Before any thread is there that a signal could end the process by.
        let signals = ferry_signalfd([SIGINT, SIGTERM, SIGHUP], 3)
        guard signals >= 0, let mailbox = Mailbox<ShareStatus>() else {
            throw Failure([
                tr(
                    "This process has no file descriptors left (\(systemReason(errno)))."
                )
            ])
        }
        defer { close(signals) }
        let isVerbose = verbose
        let server = Share.confinedServer(
            try request(password.secret),
            log: { if isVerbose { StandardError.say(ShareReport.line($0)) } },
            changed: { mailbox.post($0) })
        let status: ShareStatus
        do {
            status = try server.start()
        } catch {
            throw Share.failure(error)
        }
        let lines = ShareReport.opening(
            status, madePassword: password.isMade ? password.secret : nil)
        do throws(OutputFailure) {
            try Output.standard.write(Array((lines.joined(separator: "\n") + "\n").utf8))
        } catch {
            server.stop(atOnce: true)
            throw error
        }
        if let confinement = status.confinement, confinement != .whole {
            StandardError.say("ferry: \(confinement.sentence)")
        }
        Share.serve(server, mailbox, signals)
    }

    /// A share works with a settings file that is broken, too.
    private static func configuredMacFiles() -> MacFilePolicy {
        do {
            return try SettingsFiles(NoOptions()).config.macFiles
        } catch let failure as Failure {
            for line in failure.lines { StandardError.say(line) }
        } catch {
            StandardError.say("ferry: \(error)")
        }
        return .memory
    }

    /// A server for this process, which can reach nothing else of this machine from now on.
    static func confinedServer(
        _ request: ShareRequest, log: @escaping ExchangeSink,
        changed: @escaping @Sendable (ShareStatus) -> Void
    ) -> ShareServer {
        let store = SettingsPaths().database
        let rights = QueueWriteRights(storePath: store)
        let kept = StoredProperties.directory(besideStore: store)
        let addresses = Addresses.reachable(includingIPv6: request.address.contains(":"))
        let confinement = Confiner.confine(to: request, changing: kept.map { [$0] } ?? [])
        return ShareServer(
            request, confinement: confinement, addresses: addresses,
            properties: kept.map { StoredProperties(of: request.folder, in: $0) }, rights: rights,
            log: log, changed: changed)
    }

    func request(_ password: Secret?) throws -> ShareRequest {
        var request = ShareRequest(
            folder: try folder.localPath(), address: bind, port: port, isWritable: writable,
            showsHidden: hidden,
            macFiles: macFiles ?? Share.configuredMacFiles())
        if let user, let password { request.access = .user(user, password) }
        if pin { request.access = .pin }
        if let certificate {
            request.encryption = .given(certificate: certificate, key: key ?? certificate)
        } else if tls {
            request.encryption = .made
        }
        return request
    }

    /// What is wrong with the arguments is wrong usage; a port that is taken is not.
    private static func failure(_ error: FileSystemError) -> Failure {
        switch error.kind {
        case .notFound, .notDirectory, .badName, .security: .usage(error.message)
        default: Failure(error)
        }
    }

    /// Until the share has ended.
    private static func serve(
        _ server: ShareServer, _ mailbox: Mailbox<ShareStatus>, _ signals: CInt
    ) {
        var report = ShareReport()
        var isEnding = false
        while true {
            var waiting = [
                pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
                pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            poll(&waiting, nfds_t(waiting.count), -1)
            while case let signal = ferry_read_signal(signals), signal != 0 {
                let atOnce = isEnding || signal != SIGINT
                if !atOnce {
                    StandardError.say(
                        tr(
                            "Ending when current visitors have finished; press Ctrl-C again to end at "
                                + "once."))
                }
                isEnding = true
                server.stop(atOnce: atOnce)
            }
            for status in mailbox.drain() {
                for line in report.newlyEnded(status) { StandardError.say(line) }
                if status.state == .ended { return }
            }
        }
    }
}

extension MacFilePolicy: ExpressibleByArgument {}
