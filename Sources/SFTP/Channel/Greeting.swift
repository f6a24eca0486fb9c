import Files
import Glibc
import Transport

/// The first words on both sides: a server that has said its version (draft-ietf-secsh-filexfer-02,
/// section 4).
struct Greeting {
    /// The version that Ferry speaks.
    private static let version: UInt32 = 3
    /// Bytes of text before the packets that are shown.
    private static let shownText = 600
    /// Seconds in which more of such a text may come.
    private static let textTime = 0.5

    let carrier: any Carrier
    let reader: PacketReader
    let version: ServerVersion

    /// Greets the server behind `carrier`, which may still have to log in.
    init(
        _ carrier: any Carrier, site: Site, log: ConnectionLog
    ) throws(FileSystemError) {
        self.carrier = carrier
        reader = PacketReader()
        let exchange = Exchange(carrier: carrier, reader: reader, site: site, log: log)
        do throws(FileSystemError) {
            version = try exchange.run()
        } catch {
            carrier.close()
            throw error
        }
    }

    private struct Exchange {
        let carrier: any Carrier
        let reader: PacketReader
        let site: Site
        let log: ConnectionLog

        private var host: String { VisibleText.make(site.host) }

        func run() throws(FileSystemError) -> ServerVersion {
            var hello = PacketWriter()
            hello.number(5)
            log.post(.sent, "INIT version \(Greeting.version)")
            let limit = WaitLimit(idle: Double(site.timeout))
            do throws(TransportError) {
                try carrier.stream.write(
                    hello.bytes + [PacketType.initialize.rawValue, 0, 0, 0, 3], limit)
            } catch {
                throw failure(error)
            }
            while true {
                let version: ServerVersion?
                do throws(PacketFault) {
                    version = try reader.next().map { (packet) throws(PacketFault) in
                        try read(packet)
                    }
                } catch {
                    throw unreadable()
                }
                if let version { return try spoken(version) }
                try receive()
            }
        }

        /// What is spoken from here on: a newer one is not asked for, and an older one is another
        /// protocol.
        private func spoken(_ said: ServerVersion) throws(FileSystemError) -> ServerVersion {
            guard said.number >= Greeting.version else {
                throw FileSystemError(
                    .unsupported,
                    detail: "\(host) speaks version \(said.number) of SFTP only, and Ferry needs "
                        + "\(Greeting.version): ask who runs the server.")
            }
            var version = said
            version.number = Greeting.version
            return version
        }

        private func read(_ packet: UnsafeRawBufferPointer) throws(PacketFault) -> ServerVersion {
            let version = try ServerVersion(packet)
            let names = version.extensions.keys.sorted().map { VisibleText.make($0) }
            log.post(
                .received,
                "VERSION \(version.number)"
                    + (names.isEmpty ? "" : " with " + names.joined(separator: ", ")))
            return version
        }

        /// Waits for bytes: as long as it takes while the user is asked for something.
        private func receive() throws(FileSystemError) {
            while true {
                do throws(TransportError) {
                    let count = try carrier.stream.read(
                        into: reader.room(), WaitLimit(idle: Double(site.timeout)))
                    guard count > 0 else { throw .ended }
                    return reader.took(count)
                } catch {
                    if error.kind == .timeout, carrier.isAsking { continue }
                    throw failure(error)
                }
            }
        }

        private func failure(_ error: TransportError) -> FileSystemError {
            switch error.kind {
            case .cancelled:
                return FileSystemError(
                    .cancelled, detail: "The connection to \(host) was cancelled.")
            case .timeout:
                return FileSystemError(
                    .timeout, detail: "\(host) has not answered for \(site.timeout) s.",
                    isTransient: true)
            default: break
            }
            if let failure = carrier.failure() { return failure }
            // What came instead of a packet may be a short text; a packet begins with a 0.
            if let first = reader.rest.first, first != 0 { return unreadable() }
            return FileSystemError(
                .connection,
                detail: "\(host) ended the connection before SFTP began: \(error.words). "
                    + "See the log for what was said.", isTransient: true)
        }

        /// Text came where a packet should be, and all of it that comes now is part of the story.
        private func unreadable() -> FileSystemError {
            let end = Deadline.after(seconds: Greeting.textTime)
            while reader.rest.count < Greeting.shownText, !end.hasPassed {
                let count = try? carrier.stream.read(
                    into: reader.room(), WaitLimit(idle: end.remaining))
                guard let count, count > 0 else { break }
                reader.took(count)
            }
            let text = Array(reader.rest.prefix(Greeting.shownText))
            let lines = text.split(separator: 0x0A).map { VisibleText.make($0) }
                .filter { !$0.isEmpty }
            for line in lines { log.post(.received, line) }
            return FileSystemError(
                .protocolViolation, reply: lines.first,
                detail: "\(host) sent text where SFTP should begin: "
                    + "“\(lines.prefix(3).joined(separator: " / "))”. Something in its login "
                    + "scripts writes it (.bashrc, .profile, ForceCommand): have it write only "
                    + "where somebody reads, or name its sftp-server as sftp_server in the site.")
        }
    }
}

extension TransportError {
    /// The program has closed its output.
    fileprivate static let ended = TransportError(.closed, "it closed the connection")
}
