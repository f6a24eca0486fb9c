import Files
import Synchronization
import Transport
import Words

/// The logins of this process that others share, by the command line that each was begun with. Any
/// thread may use it.
final class SSHMasters: Sendable {
    /// What an opener is to do.
    enum Place {
        /// It has a channel's place on a login that stands.
        case channel(SSHMaster)
        /// It is to log in, for others too.
        case login(SSHMaster)
        /// It is to log in for itself alone: there is no place for a socket.
        case alone
    }

    private enum Step {
        case found(Place)
        case wait(SSHMaster)
    }

    private struct State {
        var masters: [[String]: [SSHMaster]] = [:]
        /// Channels that a server granted to one login, where it refused another; as long as one
        /// stands.
        var limits: [[String]: ChannelLimit] = [:]
    }

    private let state = Mutex(State())
    /// What was started for them, and to ask ssh.
    let programs = StartedPrograms()

    /// Finds a place for one more channel of `key`, which is how ssh is called; waits for a login that
    /// is under way, as long as it takes. Throws why that has failed, unless the opener `insists` and may
    /// ask itself; `.cancelled` where `interrupter` interrupts the wait.
    func place(
        for key: [String], of name: String, in directories: [String], insists: Bool,
        log: ConnectionLog, interrupter: Interrupter
    ) throws(FileSystemError) -> Place {
        while true {
            let notice = try SSHMasters.notice()
            switch try step(key, directories, notice) {
            case .found(let place): return place
            case .wait(let master):
                log.remark(tr("Waiting for another login to \(name) to finish."))
                do throws(TransportError) {
                    try notice.wait(interrupter)
                } catch {
                    throw FileSystemError(
                        .cancelled, detail: tr("The connection attempt was cancelled."))
                }
                guard case .over(let failure) = master.phase else { continue }
                let error =
                    failure
                    ?? FileSystemError(
                        .connection,
                        detail: tr(
                            "The login to \(name) that this one waited for was cancelled; "
                                + "retry."), isTransient: true)
                // Others are not asked for again, but the user is who asked for this.
                guard insists, failure == nil || error.kind == .login else { throw error }
            }
        }
    }

    private func step(
        _ key: [String], _ directories: [String], _ notice: Notice
    ) throws(FileSystemError) -> Step {
        let step: Step? = state.withLock { state in
            guard !programs.isClosed else { return nil }
            let masters = state.masters[key] ?? []
            if let master = masters.first(where: { $0.take() }) { return .found(.channel(master)) }
            if let master = masters.first(where: { $0.wait(notice) }) { return .wait(master) }
            guard let made = SSHMaster(in: directories, limit: state.limits[key]) else {
                return .found(.alone)
            }
            state.masters[key, default: []].append(made)
            return .found(.login(made))
        }
        guard let step else {
            throw FileSystemError(
                .cancelled,
                detail: tr(
                    "Ferry is shutting down and starts nothing "
                        + "new."))
        }
        return step
    }

    private static func notice() throws(FileSystemError) -> Notice {
        do throws(TransportError) {
            return try Notice()
        } catch {
            throw FileSystemError(
                .other, reply: error.words,
                detail: tr(
                    "Ferry has no file descriptors left for a login; close some connections."))
        }
    }

    /// The server grants no more channels than that to one login of `key`.
    func limit(_ key: [String], to count: Int) {
        state.withLock { $0.limits[key] = ChannelLimit(count) }
    }

    /// A login is over, and nothing is left of it.
    func remove(_ master: SSHMaster, of key: [String]) {
        master.vanish()
        state.withLock { state in
            state.masters[key]?.removeAll { $0 === master }
            guard state.masters[key]?.isEmpty == true else { return }
            state.masters[key] = nil
            // The next login may be to a server that was set otherwise.
            state.limits[key] = nil
        }
    }

    // MARK: The end

    /// Ends all programs that were started, and waits for that, so many seconds at most; whether all are
    /// gone. None is started any more.
    func closeAll(within seconds: Double) -> Bool {
        programs.close()
        for master in state.withLock({ $0.masters.values.flatMap(\.self) }) { master.close() }
        return programs.endAll(within: seconds)
    }
}
