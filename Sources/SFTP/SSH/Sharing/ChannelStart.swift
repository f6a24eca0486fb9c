import Files
import Transport

/// Opens one more channel of a login that stands.
struct ChannelStart {
    /// What comes of it.
    enum Outcome {
        /// SFTP was begun on it, and the server has answered.
        case opened(ProgramCarrier)
        /// The server grants no more.
        case refused
        /// No login stands there any more.
        case gone
    }

    let site: Site
    let command: SSHCommandLine
    let masters: SSHMasters
    let log: ConnectionLog

    /// Over `master`, where a place was taken; nil for the connection that the user's own configuration
    /// shares. Throws `.cancelled` where it was interrupted, and `.timeout` where nothing answers.
    func open(
        over master: SSHMaster?, _ interrupter: Interrupter
    ) throws(FileSystemError) -> Outcome {
        let (stream, watch): (Socket, ProgramWatch)
        do throws(FileSystemError) {
            (stream, watch) = try launch(at: master?.path, interrupter)
        } catch {
            master?.leave()
            throw error
        }
        masters.watch(watch)
        do throws(TransportError) {
            try stream.write(Greeting.hello, WaitLimit(idle: Double(site.timeout)))
            try Readiness.wait(forInput: stream, .after(seconds: Double(site.timeout)))
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
        let (stream, watch): (Socket, ProgramWatch)
        do throws(FileSystemError) {
            (stream, watch) = try launch(at: master?.path, interrupter)
        } catch {
            master?.leave()
            throw error
        }
        masters.watch(watch)
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

    private func launch(
        at path: String?, _ interrupter: Interrupter
    ) throws(FileSystemError) -> (Socket, ProgramWatch) {
        let (site, log) = (site, log)
        let start = ProgramStart(
            name: site.text, arguments: command.channel(at: path),
            shown: [command.programName] + command.channelArguments(at: path), log: log)
        return try start.launch(interrupter) { _ in ChannelAttendant(site, log: log) }
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
                .cancelled, detail: "The connection to \(host) was cancelled.")
        }
        // It may be dead already, and ssh still waits for a sign of life.
        _ = master?.leaveRefused()
        throw FileSystemError(
            .timeout, detail: "\(host) has not answered for \(site.timeout) s.",
            isTransient: true)
    }

    private func failed(
        _ stream: Socket, _ watch: ProgramWatch, _ master: SSHMaster?
    ) -> Outcome {
        let failure = watch.failure()
        stream.close()
        watch.end()
        let count = master?.leaveRefused()
        guard ChannelAttendant.isRefusal(failure) else { return .gone }
        if let count { masters.limit(command.question, to: count) }
        return .refused
    }
}
