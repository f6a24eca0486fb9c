import ArgumentParser
import CLinux
import Files
import Glibc
import Jobs
import Share
import Work

struct Share: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share",
        abstract: "Serve a folder to any browser, curl, or another Ferry.",
        discussion: """
            Only this machine reaches it unless --bind opens it, and it can only be read unless \
            --writable is given. Ctrl-C takes no new visitors and ends when those that are served \
            have finished; a second one ends at once.
            """)

    @Option(help: ArgumentHelp("The port; 0 takes any that is free.", valueName: "PORT"))
    var port: UInt16 = 8080

    @Option(
        help: ArgumentHelp(
            "An address of this machine, or 0.0.0.0 or :: for all.", valueName: "ADDRESS"))
    var bind = "127.0.0.1"

    @Flag(help: "Let visitors upload, rename and delete.")
    var writable = false

    @Option(
        help: ArgumentHelp(
            "Let in only who knows this name and a password: from --password-file or "
                + "FERRY_PASSWORD, asked for, or made and shown.", valueName: "NAME"))
    var user: String?

    @Option(
        help: ArgumentHelp("Read the password from FILE, or from stdin.", valueName: "FILE|-"))
    var passwordFile: ArgumentBytes?

    @Flag(help: "Let in only who types a PIN of six digits, which is made and shown.")
    var pin = false

    @Flag(help: "Encrypt, with a certificate made on the spot unless one is given.")
    var tls = false

    @Option(
        help: ArgumentHelp("Encrypt with the certificate in FILE (PEM).", valueName: "FILE"))
    var certificate: String?

    @Option(
        help: ArgumentHelp(
            "The key (PEM) of --certificate, where it is in a file of its own.", valueName: "FILE"))
    var key: String?

    @Flag(help: "Serve names that begin with a dot, too.")
    var hidden = false

    @Flag(name: .shortAndLong, help: "Print every request and response on stderr.")
    var verbose = false

    @Argument(help: ArgumentHelp("The folder.", valueName: "DIR"))
    var folder: ArgumentBytes

    func validate() throws {
        try ArgumentText.requireText(certificate, of: "--certificate")
        try ArgumentText.requireText(key, of: "--key")
        if user != nil, pin {
            throw ValidationError("--user and --pin exclude each other: choose one.")
        }
        if passwordFile != nil, user == nil {
            throw ValidationError("--password-file is of no use without --user.")
        }
        if key != nil, certificate == nil {
            throw ValidationError("--key is of no use without --certificate.")
        }
        if let user, user.isEmpty || user.contains(":") || !user.utf8.allSatisfy({ $0 >= 0x20 }) {
            throw ValidationError(
                "--user takes a name without a colon and control characters, not "
                    + "'\(VisibleText.make(user))'.")
        }
    }

    func run() throws {
        guard !folder.looksLikeURL else {
            throw Failure.usage(
                "'\(folder.text)' is a URL; only folders of this machine can be shared."
            )
        }
        let password = try SharePassword(self)
        // Before any thread is there that a signal could end the process by.
        let signals = ferry_signalfd([SIGINT, SIGTERM, SIGHUP], 3)
        guard signals >= 0, let mailbox = Mailbox<ShareStatus>() else {
            throw Failure([
                "This process has no descriptor left: \(String(cString: strerror(errno)))."
            ])
        }
        defer { close(signals) }
        let isVerbose = verbose
        let server = ShareServer(
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
        Share.serve(server, mailbox, signals)
    }

    private func request(_ password: Secret?) throws -> ShareRequest {
        var request = ShareRequest(
            folder: try folder.localPath(), address: bind, port: port, isWritable: writable,
            showsHidden: hidden)
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
                        "Ending; those that are served are finished. Ctrl-C again "
                            + "ends at once.")
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
