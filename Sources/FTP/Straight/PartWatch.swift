import Files
import Transport
import Words

/// Looks how much of a part is there while its server is busy filling it, over a connection of its own.
final class PartWatch {
    /// Seconds after which it is worth a login, and between two looks.
    static let delay = 3.0
    static let pace = 1.0
    /// Seconds for a reply: nothing else is looked at meanwhile.
    private static let patience = 5.0

    private let part: Path
    private let session: Session

    /// Nil where there is no other connection to be had, which the log says, or where the site has a
    /// number of them that is for transfers.
    init?(_ part: Path, over connection: Connection) throws(FileSystemError) {
        guard connection.site[QueueOptions.slots] == nil else { return nil }
        connection.log.remark(tr("Another connection checks how much has arrived."))
        do throws(FileSystemError) {
            session = try connection.openBeside(patience: PartWatch.patience)
        } catch {
            if error.kind == .cancelled { throw error }
            connection.log.remark(tr("Ferry cannot see how much has arrived. \(error.detail)"))
            return nil
        }
        self.part = part
    }

    /// Bytes in the part; nil where that is not told, or the connection is lost.
    func size() -> UInt64? {
        guard session.isUsable,
            let command = try? Command("SIZE", session.directory.argument(for: part), path: part),
            let reply = try? session.control.exchange(command), reply.code == 213
        else { return nil }
        return ReplyValues.size(reply)
    }

    func close() { session.quit() }
}
