import Files
import Support
import Testing
import Transport

@testable import FTP

/// What one part of the client is driven on without the others: a connection to a scripted peer on
/// which nothing was said yet.
struct Bench {
    let site: Site
    let recorder = ExchangeRecorder()
    let interrupter = Interrupter()
    let memory: ServerMemory
    let trust: TrustPolicy
    var timeouts: Timeouts

    init(
        _ peer: ScriptedPeer, _ scheme: Site.Scheme = .ftp,
        trust: TrustPolicy = TrustPolicy(memory: TransientTrust()),
        _ configure: (inout Site) -> Void = { $0[TLSOptions.isWanted] = false }
    ) {
        var site = Site(scheme: scheme, host: "127.0.0.1", port: peer.port)
        site.timeout = 10
        configure(&site)
        self.site = site
        self.trust = trust
        memory = ServerMemory(of: site, in: TransientCommands())
        memory.note(.promised)
        timeouts = Timeouts(site)
    }

    var log: ExchangeLog {
        ExchangeLog(connection: 7, site: site) { [recorder] in recorder.add($0) }
    }

    var encryption: Encryption { Encryption(site, trust, log) }

    private var dialer: Dialer {
        Dialer(site: site, timeouts: timeouts, interrupter: interrupter, proxyPassword: nil)
    }

    func control() throws -> ControlConnection {
        ControlConnection(
            try dialer.connect(), site: site, timeouts: timeouts, memory: memory, log: log)
    }

    /// The parts of a session, on a connection where the server is known to be in the root, and to
    /// send bytes as they are.
    func session() throws -> Session {
        let socket = try dialer.connect()
        let control = ControlConnection(
            socket, site: site, timeouts: timeouts, memory: memory, log: log)
        let peer = try #require(socket.peer)
        let local = try #require(socket.local)
        let session = Session(
            over: control, timeouts, DirectoryBuilder.Limits(), log,
            protection: Protection(control, encryption, nil),
            data: DataConnector(
                control: control, dialer: dialer, log: log, peer: peer,
                active: ActiveOpener(
                    control: control, interrupter: interrupter, timeouts: timeouts, log: log,
                    peer: peer, local: local)))
        session.directory.learn(from: Bench.reply("257 \"/\" is here"))
        session.type = .binary
        return session
    }

    func opener(
        password: @escaping PasswordProvider = { _ in nil },
        account: @escaping AccountProvider = { _ in nil }
    ) -> SessionOpener {
        SessionOpener(
            site: site, memory: memory, encryption: encryption, log: log, interrupter: interrupter,
            password: password, account: account, proxyPassword: nil)
    }

    /// A connection that the peer has to greet.
    func connection(obstacle: FileSystemError? = nil) -> Connection {
        let connection = Connection(opener(), obstacle: obstacle)
        connection.timeouts = timeouts
        return connection
    }

    /// A reply of one line.
    static func reply(_ line: String) -> Reply {
        Reply(code: Int(line.prefix(3)) ?? 0, lines: [Array(line.utf8)])
    }

    /// The commands that were sent.
    var sent: [String] { recorder.texts(.sent) }

    /// The error that `body` throws; nil where it does not.
    func failure(_ body: () throws(FileSystemError) -> Void) -> FileSystemError? {
        do {
            try body()
            return nil
        } catch {
            return error
        }
    }
}
