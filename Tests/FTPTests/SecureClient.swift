import FTP
import Files
import Support

/// A file system under test that speaks TLS with a scripted peer, and what it remembers.
struct SecureClient {
    let site: Site
    let files: FTPFileSystem
    let log: ExchangeRecorder
    let memory: any TrustMemory
    private let client: Client

    /// `pinned` is trusted by its fingerprint.
    init(
        _ peer: ScriptedPeer, _ scheme: Site.Scheme = .ftpes, host: String = "127.0.0.1",
        timeout: Int = 10, pinned: TestCertificate? = nil, policy: TrustPolicy? = nil,
        isActive: Bool = false
    ) throws {
        var site = Site(scheme: scheme, host: host, port: peer.port)
        site.timeout = timeout
        site[FTPOptions.isActive] = isActive
        self.site = site
        let policy = policy ?? TrustPolicy(memory: TransientTrust())
        memory = policy.memory
        if let fingerprint = try pinned?.fingerprint {
            memory.update(site) { $0.trusted = fingerprint }
        }
        client = Client(site, trust: policy)
        files = client.files
        log = client.log
    }

    func read(_ path: String) throws(FileSystemError) -> String { try client.read(path) }

    func write(
        _ path: String, _ text: String, _ creation: Creation = Creation()
    ) throws(FileSystemError) {
        try client.write(path, text, creation)
    }

    func names(_ path: String) throws(FileSystemError) -> [String] { try client.names(path) }

    func failure(_ body: () throws(FileSystemError) -> Void) -> FileSystemError? {
        client.failure(body)
    }
}
