import Files
import Synchronization
import Testing

@testable import FTP

@Suite("What an FTP server shows of itself is written down")
struct ServerCardNotesTests {
    private final class Notes: ServerNotes {
        let card = Mutex(ServerCard())

        func note(_ site: Site, _ change: (inout ServerCard) -> Void) {
            card.withLock { change(&$0) }
        }

        func noteFailure(_ error: FileSystemError, of site: Site) {}
    }

    @Test("The system stands without the code of its reply, and nothing new forgets nothing")
    func system() {
        let notes = Notes()
        let memory = ServerMemory(
            of: Site(scheme: .ftp, host: "web01"), in: TransientCommands(), notes)
        memory.system = "215 UNIX Type: L8"
        memory.greeting = "vsFTPd 3.0.3"
        memory.noteCard(nil)
        #expect(notes.card.withLock { $0.system } == "UNIX Type: L8")
        let next = ServerMemory(
            of: Site(scheme: .ftp, host: "web01"), in: TransientCommands(), notes)
        next.noteCard(nil)
        #expect(notes.card.withLock { $0.software } == "vsFTPd 3.0.3")
        #expect(notes.card.withLock { $0.system } == "UNIX Type: L8")
    }
}
