import Files
import SFTP
import Support
import Transport

/// A connection to a scripted server, as `SFTPFileSystem` wants it.
final class ScriptedCarrier: Carrier {
    let stream: any ByteStream

    init(_ stream: any ByteStream) {
        self.stream = stream
    }

    func failure() -> FileSystemError? { nil }

    func close() { stream.close() }
}

/// Makes a new connection to a scripted server each time.
struct ScriptedCarrierOpener: CarrierOpener {
    let server: ScriptedSFTPServer

    func open(_ interrupter: Interrupter) throws(FileSystemError) -> any Carrier {
        do {
            return ScriptedCarrier(
                Socket(adopting: try server.connect(), interrupter: interrupter))
        } catch {
            throw FileSystemError(.connection, detail: "\(error)")
        }
    }
}
