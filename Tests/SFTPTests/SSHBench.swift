import Files
import Glibc
import Support
import Synchronization
import Transport

@testable import SFTP

/// A site that is reached by a program which stands in for ssh, and all that its logins share.
final class SSHBench: Sendable {
    let folder: TemporaryFolder
    let memory = SSHMemory()
    let hostKeys = AcceptedHostKeys()
    let interrupter = Interrupter()
    private let lines = Mutex<[String]>([])

    /// `script` is the program, for the shell; it finds its own folder in $HERE, and `ask` and
    /// `version`, which asks and which speaks SFTP's first packet.
    init(_ script: String) throws {
        folder = try TemporaryFolder()
        try folder.write(
            """
            #!/bin/bash
            HERE=\(folder.path)
            for argument; do [[ $argument == -G ]] && { cat "$HERE/configuration"; exit; }; done
            ask() { "$SSH_ASKPASS" "$1"; }
            version() { head -c 9 >/dev/null; printf '\\0\\0\\0\\5\\2\\0\\0\\0\\3'; cat >/dev/null; }
            say() { printf '%s\\r\\n' "$@" >&2; }
            printf '%s\\n' "$@" >"$HERE/arguments"
            \(script)
            """, to: "ssh")
        chmod(folder.path("ssh"), 0o700)
        try configure()
    }

    /// What the program answers to -G, beside what every ssh says.
    func configure(_ lines: String...) throws {
        try folder.write(
            ([
                "host box", "user me", "hostname box", "port 22", "pubkeyacceptedalgorithms x",
            ] + lines + [""]).joined(separator: "\n"), to: "configuration")
    }

    /// What the program was given last.
    var arguments: [String] {
        String(decoding: folder.read("arguments") ?? [], as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    /// The log so far.
    var log: [String] { lines.withLock { $0 } }

    var site: Site {
        var site = Site(scheme: .sftp, host: "box", user: "me")
        // The program leads its group then, in the shell's place.
        site[SFTPOptions.sshCommand] = "exec " + folder.path("ssh")
        return site
    }

    /// Ferry's own program, which the tests lie beside.
    static var program: String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &path, path.count - 1)
        let text = String(
            decoding: path.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/") + "/ferry"
    }

    func opener(
        _ site: Site? = nil, _ prompter: StubPrompter? = nil, given: String? = nil,
        audience: SSHCarrierOpener.Audience? = nil, variables: [String: String] = [:]
    ) -> SSHCarrierOpener {
        let log = ConnectionLog(1) { line in self.lines.withLock { $0.append(line.text) } }
        return SSHCarrierOpener(
            site: site ?? self.site,
            audience: audience ?? prompter.map { .watched($0) } ?? .nobody,
            hostKeys: hostKeys, memory: memory,
            surroundings: SSHCarrierOpener.Surroundings(
                askpass: SSHBench.program, directories: [folder.path]
            ) { variables[$0] }, password: { _ in given.map { Secret($0) } }, log: log)
    }

    /// Opens, speaks SFTP's first packet, and gives the peer's; throws why none comes.
    func handshake(_ opener: some CarrierOpener) throws -> [UInt8] {
        let carrier = try opener.open(interrupter)
        defer { carrier.close() }
        return try SSHBench.handshake(carrier)
    }

    /// The same of a carrier that is open.
    static func handshake(_ carrier: any Carrier) throws -> [UInt8] {
        let limit = WaitLimit(idle: 20)
        do throws(TransportError) {
            try carrier.stream.write([0, 0, 0, 5, 1, 0, 0, 0, 3], limit)
        } catch {
            throw carrier.failure() ?? FileSystemError(.connection, detail: error.words)
        }
        let buffer = Buffer(capacity: 4_096)
        do throws(TransportError) {
            let count = try carrier.stream.read(into: buffer.bytes, limit)
            if count > 0 { return Array(buffer.bytes[..<count]) }
        } catch {
            throw carrier.failure() ?? FileSystemError(.connection, detail: error.words)
        }
        throw carrier.failure() ?? FileSystemError(.truncated, detail: "nothing was said")
    }

    /// Why a login fails; nil where it does not.
    func failure(_ opener: some CarrierOpener) -> FileSystemError? {
        do {
            _ = try handshake(opener)
            return nil
        } catch let error as FileSystemError {
            return error
        } catch {
            return FileSystemError(.other, detail: "\(error)")
        }
    }
}
