import Files
import Synchronization
import UI
import Work

/// Who a connection works for.
enum SeatPlace: Hashable {
    case pane(Side)
    /// Counts what is below some names, for a confirmation.
    case tally
    /// Reads a file for the viewer.
    case viewer
}

/// One file system on a worker of its own, and the way to wake it. Belongs to the main thread.
final class Seat {
    /// What lives on the worker.
    final class Occupant {
        let files: any FileSystem
        var reading: Reading?
        var wasConnected = false

        init(files: any FileSystem) {
            self.files = files
        }
    }

    let site: Site
    /// The connection's number in the log.
    let connection: Int
    private let worker: Worker<Occupant>
    private let waking = Waking()
    private(set) var lastUse = Instant.now()

    init(site: Site, session: Session) {
        self.site = site
        let connection = session.nextConnection()
        self.connection = connection
        let waking = waking
        worker = Worker(label: "ferry.seat.\(connection)") {
            let files = session.fileSystem(for: site, connection: connection)
            waking.set(files.interrupt)
            return Occupant(files: files)
        }
    }

    /// Runs `body` and posts the message that it gives, if any.
    func perform(
        _ inbox: Inbox, _ body: @escaping @Sendable (any FileSystem) -> Message?
    ) {
        touch()
        worker.perform { occupant in
            occupant.reading?.end()
            occupant.reading = nil
            let message = body(occupant.files)
            // Before anybody can act on the message, so that a loss right after it is noticed.
            occupant.wasConnected = occupant.files.isConnected
            if let message { inbox.post(message) }
        }
    }

    /// Reads part of a file, in the transfer that is open already where it goes on there.
    func read(
        _ path: Path, _ offset: UInt64, _ length: Int,
        then answer: @escaping @Sendable (Result<Chunk, FileSystemError>) -> Void
    ) {
        touch()
        worker.perform { occupant in
            answer(
                Result { () throws(FileSystemError) -> Chunk in
                    if occupant.reading?.continues(path, at: offset) != true {
                        occupant.reading?.end()
                        occupant.reading = nil
                        occupant.reading = try Reading(path, at: offset, in: occupant.files)
                    }
                    guard let reading = occupant.reading else {
                        return Chunk(offset: offset, bytes: [], isLast: true, size: nil)
                    }
                    do throws(FileSystemError) {
                        let chunk = try reading.next(length)
                        if chunk.isLast { occupant.reading = nil }
                        return chunk
                    } catch {
                        occupant.reading = nil
                        throw error
                    }
                })
        }
    }

    func endReading() {
        worker.perform { occupant in
            occupant.reading?.end()
            occupant.reading = nil
        }
    }

    /// Posts `.detached` once after the connection was lost while nobody used it.
    func watch(_ side: Side, _ inbox: Inbox) {
        guard !site.isLocal else { return }
        worker.perform { occupant in
            guard occupant.wasConnected, !occupant.files.isConnected else { return }
            occupant.wasConnected = false
            inbox.post(.detached(side, reason: "it closed the connection."))
        }
    }

    /// Ends what the seat is doing at once; from any thread.
    var wake: @Sendable () -> Void {
        let waking = waking
        return { waking.wake() }
    }

    /// Lets go of it at once, whatever it waits for.
    func abandon() {
        waking.wake()
        worker.retire { occupant in occupant.files.interrupt() }
    }

    /// Says good-bye to the server, behind the user's back.
    func retire() {
        worker.retire { occupant in
            occupant.reading?.end()
            occupant.files.close()
        }
    }

    private func touch() {
        lastUse = .now()
    }
}

/// The one closure of a file system that any thread may call.
private final class Waking: Sendable {
    private let closure = Mutex<(@Sendable () -> Void)?>(nil)

    func set(_ closure: @escaping @Sendable () -> Void) {
        self.closure.withLock { $0 = closure }
    }

    func wake() {
        closure.withLock { $0 }?()
    }
}
