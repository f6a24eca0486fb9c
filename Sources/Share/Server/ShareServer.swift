package import Files
package import Jobs
import NIOCore
import NIOPosix
import Synchronization
import Words

/// One folder, served. Used from any thread but those of its own event loops.
package final class ShareServer: Sendable {
    enum Phase {
        case new
        case serving(Served)
        case ending(Served)
        case ended(Served?)
    }

    /// What there is once it serves.
    struct Served: Sendable {
        let listener: any Channel
        let services: Services
        let port: UInt16
        let reach: Endpoints
        let fingerprint: [UInt8]?
        let code: QRCode?
    }

    let request: ShareRequest
    let limits: Limits
    let responders: Responders
    /// Of this process.
    private let confinement: Confinement?
    /// Of this machine, where they cannot be looked up any more.
    let addresses: [String]?
    /// Nil where they end with the share.
    let properties: (any PropertyKeeping)?
    let rights: (any WriteRights)?
    let log: ShareLog
    let visitors: Visitors
    let pin: String?
    private let changed: @Sendable (ShareStatus) -> Void
    private let phase = Mutex(Phase.new)
    /// Nil until it serves.
    private let reporter = Mutex<StatusReporter?>(nil)
    private let visits = Mutex<Visits?>(nil)
    private let locks = Mutex<LockTable?>(nil)

    /// `addresses` of this machine are needed where `confinement` keeps them from being looked up. `properties` keeps what visitors note of files; `rights` are those of all who write files of this machine;
    /// `nextConnection` gives each connection a number that no other of the log has, else they are counted from 1;
    /// `log` gets a line for each request and response; `changed` how the share is, at most ten times a second and
    /// nothing after its end, from a thread that must not be held up.
    package init(
        _ request: ShareRequest, confinement: Confinement? = nil, addresses: [String]? = nil,
        limits: Limits = Limits(),
        responders: Responders = .standard,
        properties: (any PropertyKeeping)? = nil, rights: (any WriteRights)? = nil,
        nextConnection: (@Sendable () -> Int)? = nil,
        log: @escaping ExchangeSink,
        changed: @escaping @Sendable (ShareStatus) -> Void
    ) {
        self.request = request
        var limits = limits
        limits.connections = DescriptorAllowance.raise(for: limits.connections)
        self.limits = limits
        self.responders = responders
        self.confinement = confinement
        self.addresses = addresses
        self.properties = properties
        self.rights = rights
        self.log = ShareLog(sink: log)
        self.changed = changed
        visitors = Visitors(limits, nextNumber: nextConnection)
        pin = request.access == .pin ? Authenticator.makePIN() : nil
    }

    /// Serves from now on; how the share is. Waits for the system, not for the network. Fails
    /// where the folder, the address, the port or the certificate cannot be used.
    package func start() throws(FileSystemError) -> ShareStatus {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let reporter = StatusReporter(loop) { [weak self] in
            guard let self else { return .over }
            let status = self.status
            self.changed(status)
            guard status.state != .ended else { return .over }
            return .open(nextChange: self.locks.withLock { $0 }?.nextEnd)
        }
        self.reporter.withLock { $0 = reporter }
        let visits = Visits { reporter.touch() }
        self.visits.withLock { $0 = visits }
        let locks = LockTable(changed: { reporter.touch() })
        self.locks.withLock { $0 = locks }
        let served = try listen(visits, locks)
        phase.withLock { $0 = .serving(served) }
        for url in served.reach.urls {
            log.remarked(0, tr("Serving \(request.folder.text) at \(url)"))
        }
        if let confinement { log.remarked(0, confinement.sentence) }
        reporter.touch()
        return status
    }

    /// How it is now.
    package var status: ShareStatus {
        let (state, served) = phase.withLock { phase -> (ShareStatus.State, Served?) in
            switch phase {
            case .new: (.ended, nil)
            case .serving(let served): (.serving, served)
            case .ending(let served): (.ending, served)
            case .ended(let served): (.ended, served)
            }
        }
        var user: String?
        if case .user(let name, _) = request.access { user = VisibleText.make(name) }
        return ShareStatus(
            state: state, folder: request.folder, urls: served?.reach.urls ?? [],
            audience: served?.reach.audience ?? "", isWritable: request.isWritable, user: user,
            pin: pin, fingerprint: served?.fingerprint, code: served?.code,
            confinement: confinement,
            visits: visits.withLock { $0 }?.rows ?? [],
            locks: state == .ended ? [] : locks.withLock { $0 }?.rows ?? [])
    }

    /// The port that it listens on; 0 before it serves.
    package var port: UInt16 {
        phase.withLock { phase in
            switch phase {
            case .serving(let served), .ending(let served): served.port
            case .new, .ended: 0
            }
        }
    }

    /// Takes nobody new; those that are served are finished, or broken off with `atOnce`. Returns
    /// at once; the status says when it has ended. May be called again to hurry.
    package func stop(atOnce: Bool) {
        let served = phase.withLock { phase -> Served? in
            switch phase {
            case .serving(let served), .ending(let served):
                phase = .ending(served)
                return served
            case .new, .ended: return nil
            }
        }
        guard let served else { return }
        touch()
        served.listener.close().whenComplete { [self] _ in
            visitors.end(atOnce: atOnce) { [self] in ended(served) }
        }
    }

    /// Breaks a visit off, and its connection with it.
    package func kick(_ id: Visit.ID) {
        visits.withLock { $0 }?.kick(id)
    }

    /// Takes a lock away from the visitor who holds it.
    package func release(_ id: VisitorLock.ID) {
        locks.withLock { $0 }?.release(id)
    }

    private func ended(_ served: Served) {
        let isNew = phase.withLock { phase in
            guard case .ending = phase else { return false }
            phase = .ended(served)
            return true
        }
        guard isNew else { return }
        log.remarked(0, tr("\(request.folder.text) is no longer served."))
        // A confined process ends soon, and Dispatch, which would have to help, does not work in one.
        if confinement == nil { served.services.endThreads() }
        touch()
    }

    private func touch() {
        reporter.withLock { $0 }?.touch()
    }
}
