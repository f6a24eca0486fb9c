import Files
import Synchronization
import Transport
import Words

/// What ssh's own configuration says for sites, asked for once in a process.
final class SSHConfigurations: Sendable {
    /// Seconds that ssh may take to say it.
    private static let patience = 3.0

    private enum Known: Sendable {
        case said(SSHConfiguration)
        /// The program does not speak as ssh does.
        case unknown
    }

    private let known = Mutex<[SSHCommandLine: Known]>([:])

    /// Nil where ssh does not say it. Waits for ssh, which `masters` end with Ferry, interruptibly; throws
    /// `.cancelled` then.
    func configuration(
        for command: SSHCommandLine, masters: SSHMasters, interrupter: Interrupter
    ) throws(FileSystemError) -> SSHConfiguration? {
        switch known.withLock({ $0[command] }) {
        case .said(let configuration): return configuration
        case .unknown: return nil
        case nil: break
        }
        do throws(TransportError) {
            let output = try SSHConfigurations.ask(command.question, masters, interrupter)
            let found = SSHConfiguration(output)
            known.withLock { $0[command] = found.map { .said($0) } ?? .unknown }
            return found
        } catch {
            guard error.kind != .cancelled else {
                throw FileSystemError(
                    .cancelled, detail: tr("The connection attempt was cancelled."))
            }
            // What keeps the program from starting will be said of its real start.
            if error.kind == .timeout { known.withLock { $0[command] = .unknown } }
            return nil
        }
    }

    private static func ask(
        _ arguments: [String], _ masters: SSHMasters, _ interrupter: Interrupter
    ) throws(TransportError) -> [UInt8] {
        let wakePipe = try WakePipe()
        let (stream, watch) = try masters.programs.start { () throws(TransportError) in
            let (process, stream) = try Subprocess.start(
                arguments, environment: ChildEnvironment.make(adding: [:]),
                interrupter: interrupter)
            let watch = ProgramWatch(process, interrupter: interrupter, wakePipe: wakePipe) {
                SilentAttendant()
            }
            return (stream, watch)
        }
        defer {
            stream.close()
            watch.end()
        }
        // It reads nothing, whatever Match exec starts.
        try stream.finishWriting(WaitLimit(idle: patience))
        let limit = WaitLimit(idle: patience, end: .after(seconds: patience))
        let buffer = Buffer(capacity: 16 << 10)
        var output: [UInt8] = []
        while output.count <= SSHConfiguration.limit {
            let count = try stream.read(into: buffer.bytes, limit)
            if count == 0 { break }
            output += buffer.bytes[..<count]
        }
        return output
    }
}
