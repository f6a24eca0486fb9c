import Files
import FoundationEssentials
import SFTP
import Settings
package import Transfers

/// What a process of Ferry knows in memory alone and one that goes on with its work needs: passwords,
/// what was trusted for now, what was said of the queue. It goes through a pipe between the two, and
/// nowhere else: never onto a command line, into an environment, onto a disk.
package struct Handover: Sendable {
    /// Bytes that it may take on its way.
    package static let limit = 1 << 20

    private struct Wire: Codable {
        struct Password: Codable {
            var scheme: Site.Scheme
            var host: String
            var port: UInt16
            var user: String?
            var secret: String
        }

        struct LoginSecret: Codable {
            var host: String?
            var port: UInt16?
            var prompt: String
            var secret: String
        }

        struct Trust: Codable {
            var host: String
            var port: UInt16
            var trusted: [UInt8]?
            var mayBeClear: Bool
        }

        struct Connections: Codable {
            var site: Site
            var count: Int
        }

        var version = 1
        var isSuccession: Bool
        var passwords: [Password]
        var forJobs: String?
        var logins: [LoginSecret]
        var trust: [Trust]
        var limit: UInt64?
        var limitHolds: Bool
        var connections: [Connections]
    }

    private var wire: Wire

    /// What `context` knows. `isSuccession` where the process that hands over still works on the
    /// queue, and is going to leave it.
    package init(of context: ConnectionContext, _ choices: QueueChoices, isSuccession: Bool) {
        let known = context.credentials.known
        wire = Wire(
            isSuccession: isSuccession,
            passwords: known.secrets.map { account, secret in
                Wire.Password(
                    scheme: account.scheme, host: account.host, port: account.port,
                    user: account.user, secret: secret.reveal())
            },
            forJobs: known.forJobs?.reveal(),
            logins: context.defaults.sftp.memory.secrets.kept.map { kept in
                Wire.LoginSecret(
                    host: kept.place?.host, port: kept.place?.port, prompt: kept.prompt,
                    secret: kept.secret.reveal())
            },
            trust: context.known.allowedOnce.map { place, record in
                Wire.Trust(
                    host: place.host, port: place.port, trusted: record.trusted,
                    mayBeClear: record.mayBeClear)
            },
            limit: choices.limit, limitHolds: choices.limitHolds,
            connections: choices.connections.map { Wire.Connections(site: $0, count: $1) })
    }

    /// As another process wrote it; nil where it is none of this version's.
    package init?(_ bytes: [UInt8]) {
        guard let wire = try? JSONDecoder().decode(Wire.self, from: Data(bytes)), wire.version == 1
        else { return nil }
        self.wire = wire
    }

    /// For the pipe; nil where it would be larger than may be.
    package var bytes: [UInt8]? {
        guard let data = try? JSONEncoder().encode(wire), data.count <= Handover.limit else {
            return nil
        }
        return Array(data)
    }

    /// Whether the process that hands over still works on the queue, and is going to leave it.
    package var isSuccession: Bool { wire.isSuccession }

    /// What was said of the queue.
    package var choices: QueueChoices {
        QueueChoices(
            limit: wire.limit, limitHolds: wire.limitHolds,
            connections: Dictionary(wire.connections.map { ($0.site, $0.count) }) { $1 })
    }

    /// Tells a process that goes on what it needs.
    package func tell(_ context: ConnectionContext) {
        var secrets: [Credentials.Account: Secret] = [:]
        for password in wire.passwords {
            let account = Credentials.Account(
                scheme: password.scheme, host: password.host, port: password.port,
                user: password.user)
            secrets[account] = Secret(password.secret)
        }
        context.credentials.take(secrets, forJobs: wire.forJobs.map { Secret($0) })
        context.defaults.sftp.memory.secrets.take(
            wire.logins.map { login in
                let place = login.host.flatMap { host in
                    login.port.map { ServerPlace(host: host, port: $0) }
                }
                return LoginSecrets.Kept(
                    place: place, prompt: login.prompt, secret: Secret(login.secret))
            })
        var trust: [ServerPlace: TrustRecord] = [:]
        for each in wire.trust {
            var record = TrustRecord()
            record.trusted = each.trusted
            record.mayBeClear = each.mayBeClear
            trust[ServerPlace(host: each.host, port: each.port)] = record
        }
        context.known.allow(trust)
    }
}
