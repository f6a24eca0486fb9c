import Files
import Glibc
import Transport
import Words

/// The first words on both sides: a server that has said its version (draft-ietf-secsh-filexfer-02,
/// section 4).
struct Greeting {
    /// Bytes of text before the packets that are shown.
    private static let shownText = 600
    /// Seconds in which more of such a text may come.
    private static let textTime = 0.5

    /// INIT, which says that.
    static var hello: [UInt8] {
        var writer = PacketWriter()
        writer.greet()
        return writer.bytes
    }

    let carrier: any Carrier
    let reader: PacketReader
    let version: ServerVersion

    /// Greets the server behind `carrier`, which may still have to log in. Packets begin behind
    /// `mark`, where there is one.
    init(
        _ carrier: any Carrier, behind mark: [UInt8] = [], site: Site, log: ConnectionLog
    ) throws(FileSystemError) {
        self.carrier = carrier
        reader = PacketReader()
        let exchange = Exchange(
            carrier: carrier, reader: reader, mark: mark, site: site, log: log)
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
        let mark: [UInt8]
        let site: Site
        let log: ConnectionLog

        private var host: String { VisibleText.make(site.host) }

        func run() throws(FileSystemError) -> ServerVersion {
            log.post(.sent, "INIT version \(PacketWriter.version)")
            if !carrier.isGreeted { try greet() }
            while try !isBehindMark() { try receive() }
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

        /// Whether all that comes from here on is packets.
        private func isBehindMark() throws(FileSystemError) -> Bool {
            guard !mark.isEmpty else { return true }
            let text = Array(reader.rest)
            guard text.count <= ServerSearch.textLimit else { throw unreadable() }
            guard text.count >= mark.count else { return false }
            for start in 0...(text.count - mark.count)
            where text[start] == mark[0] && text[start..<start + mark.count].elementsEqual(mark) {
                reader.drop(start + mark.count)
                return true
            }
            return false
        }

        private func greet() throws(FileSystemError) {
            do throws(TransportError) {
                try carrier.stream.write(
                    Greeting.hello, WaitLimit(idle: Double(site.timeout)))
            } catch {
                throw failure(error)
            }
        }

        /// What is spoken from here on: a newer one is not asked for, and an older one is another
        /// protocol.
        private func spoken(_ said: ServerVersion) throws(FileSystemError) -> ServerVersion {
            guard said.number >= PacketWriter.version else {
                throw FileSystemError(
                    .unsupported,
                    detail: tr(
                        "\(host) only supports SFTP version \(said.number), and Ferry needs "
                            + "\(PacketWriter.version); ask the server's operator."))
            }
            var version = said
            version.number = PacketWriter.version
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
                    .cancelled, detail: tr("The connection to \(host) was cancelled."))
            case .timeout:
                return FileSystemError(
                    .timeout, detail: tr("\(host) has not answered for \(site.timeout) s."),
                    isTransient: true)
            default: break
            }
            if let failure = carrier.failure() { return failure }
            // What came instead of a packet may be a short text; a packet begins with a 0.
            if let first = reader.rest.first, first != 0 { return unreadable() }
            return FileSystemError(
                .connection,
                detail: tr(
                    "\(host) ended the connection before SFTP started (\(error.words)). See "
                        + "the log for its messages."), isTransient: true)
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
                detail: tr(
                    "\(host) sent text where SFTP should begin: "
                        + "“\(lines.prefix(3).joined(separator: " / "))”. A login script "
                        + "(.bashrc, .profile) or ForceCommand prints it; print only for "
                        + "interactive logins, or set sftp_server for the site."))
        }
    }
}

extension TransportError {
    /// The program has closed its output.
    fileprivate static let ended = TransportError(.closed, tr("it closed the connection"))
}
