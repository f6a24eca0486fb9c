import Files
import Support
import Synchronization
import Testing

@testable import SFTP

@Suite("A proxy that ssh does not use is said so, once")
struct UnusedProxyTests {
    private final class Lines: Sendable {
        let all = Mutex<[String]>([])
    }

    private func site(_ port: UInt16) -> Site {
        var site = Site(scheme: .sftp, host: "box", user: "me")
        site.proxy = Proxy(kind: .socks5, host: "gate", port: port)
        return site
    }

    @Test("The log says what to write instead, for each proxy once")
    func remark() {
        let lines = Lines()
        let service = SFTPService(
            surroundings: .init(askpass: "/bin/false", directories: []) { _ in nil })
        for port in [1_080, 1_080, 99] as [UInt16] {
            _ = service.fileSystem(
                for: site(port), connection: 1, hostKeys: AcceptedHostKeys(),
                refusals: TransientRefusals(),
                log: { line in lines.all.withLock { $0.append(line.text) } },
                password: { _ in nil }, prompter: nil)
        }
        let said = lines.all.withLock { $0 }
        #expect(said.count == 2, "\(said)")
        #expect(said.allSatisfy { $0.contains("ProxyJump") && $0.contains("~/.ssh/config") })
        #expect(said.first?.contains("socks5://gate:1080") == true)
    }

    @Test("rclone's remotes hear it in rclone's words, and who has no proxy hears nothing")
    func others() {
        let lines = Lines()
        let service = SFTPService(
            surroundings: .init(askpass: "/bin/false", directories: []) { _ in nil })
        let log: ExchangeSink = { line in lines.all.withLock { $0.append(line.text) } }
        var remote = Site(scheme: .rclone, host: "store")
        _ = service.remote(for: remote, connection: 1, log: log)
        #expect(lines.all.withLock { $0 }.isEmpty)
        remote.proxy = Proxy(kind: .http, host: "gate", port: 3_128)
        _ = service.remote(for: remote, connection: 1, log: log)
        #expect(lines.all.withLock { $0 }.first?.contains("HTTPS_PROXY") == true)
    }
}
