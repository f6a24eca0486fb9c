import Files
import Transport
import Words

/// Opens one more channel of a login that stands.
struct ChannelStart {
    /// What is to run on it.
    enum Service {
        case sftp
        /// A shell, with what it is to read.
        case shell([UInt8])
    }

    /// What comes of it.
    enum Outcome {
        /// The service was begun on it, and the server has answered.
        case opened(ProgramCarrier)
        /// The server grants no more; so many are open.
        case refused(open: Int?)
        /// No login stands there any more.
        case gone
        /// The server lets nothing of the kind run.
        case absent
    }

    /// Seconds that a shell may take for its first words: what a server runs in its place may wait for
    /// somebody to type.
    private static let shellPatience = 10.0

    let site: Site
    let command: SSHCommandLine
    let masters: SSHMasters
    let log: ConnectionLog
    var service = Service.sftp

    private var patience: Double {
        switch service {
        case .sftp: Double(site.timeout)
        case .shell: min(ChannelStart.shellPatience, Double(site.timeout))
        }
    }

    private var firstBytes: [UInt8] {
        switch service {
        case .sftp: Greeting.hello
        case .shell(let script): script
        }
    }

    /// Over `master`, where a place was taken; nil for the connection that the user's own configuration
    /// shares. Throws `.cancelled` where it was interrupted, and `.timeout` where nothing answers.
    func open(
        over master: SSHMaster?, _ interrupter: Interrupter
    ) throws(FileSystemError) -> Outcome {
        let (stream, watch) = try launch(over: master, interrupter)
        do throws(TransportError) {
            try stream.write(firstBytes, WaitLimit(idle: patience))
            try Readiness.wait(forInput: stream, .after(seconds: patience))
        } catch {
            try stop(stream, watch, master, error.kind)
        }
        guard stream.outlook == .bytes else { return failed(stream, watch, master) }
        return .opened(
            ProgramCarrier(
                stream, watch, isGreeted: true, explanation: { master?.explanation() }
            ) {
                watch.end()
                master?.leave()
            })
    }

    /// The same without waiting for the server: where it grants no more, the stream ends.
    func begin(
        over master: SSHMaster?, _ interrupter: Interrupter
    ) throws(FileSystemError) -> ProgramCarrier {
        let (stream, watch) = try launch(over: master, interrupter)
        let (masters, question) = (masters, command.question)
        let carrier = ProgramCarrier(stream, watch) {
            // What has ended by itself has said why.
            let isRefused = ChannelAttendant.isRefusal(watch.failure(within: 0))
            watch.end()
            guard let master else { return }
            guard isRefused else { return master.leave() }
            masters.limit(question, to: master.leaveRefused())
        }
        return carrier
    }

    /// Starts the program; where it cannot be started, the place that was taken is free again.
    private func launch(
        over master: SSHMaster?, _ interrupter: Interrupter
    ) throws(FileSystemError) -> (Socket, ProgramWatch) {
        let (site, log, path) = (site, log, master?.path)
        let isShell =
            switch service {
            case .sftp: false
            case .shell: true
            }
        let running = isShell ? ShellScript.command : nil
        let start = ProgramStart(
            name: site.text, arguments: command.channel(at: path, running: running),
            shown: [command.programName] + command.channelArguments(at: path, running: running),
            log: log, programs: masters.programs)
        do throws(FileSystemError) {
            return try start.launch(interrupter) { _ in
                ChannelAttendant(site, isShell: isShell, log: log)
            }
        } catch {
            master?.leave()
            throw error
        }
    }

    /// Throws where it is not the program that has ended.
    private func stop(
        _ stream: Socket, _ watch: ProgramWatch, _ master: SSHMaster?, _ kind: TransportError.Kind
    ) throws(FileSystemError) {
        guard kind == .cancelled || kind == .timeout else { return }
        stream.close()
        watch.end()
        let host = VisibleText.make(site.host)
        guard kind == .timeout else {
            master?.leave()
            throw FileSystemError(
                .cancelled, detail: tr("The connection to \(host) was cancelled."))
        }
        switch service {
        // It may be dead already, and ssh still waits for a sign of life.
        case .sftp: _ = master?.leaveRefused()
        case .shell: master?.leave()
        }
        throw FileSystemError(
            .timeout, detail: tr("\(host) has not answered for \(Int(patience)) s."),
            isTransient: true)
    }

    private func failed(
        _ stream: Socket, _ watch: ProgramWatch, _ master: SSHMaster?
    ) -> Outcome {
        let failure = watch.failure()
        stream.close()
        watch.end()
        guard ChannelAttendant.isRefusal(failure) else {
            switch service {
            case .sftp: _ = master?.leaveRefused()
            // Whatever becomes of shells, the login may stand.
            case .shell: master?.leave()
            }
            return failure?.kind == .unsupported ? .absent : .gone
        }
        let count = master?.leaveRefused()
        if let count { masters.limit(command.question, to: count) }
        return .refused(open: count)
    }
}
