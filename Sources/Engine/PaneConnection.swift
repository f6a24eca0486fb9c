import Archives
import Files
import Synchronization
import UI
import Words
import Work

/// Who a connection works for.
enum ConnectionUse: Hashable {
    case pane(TabID)
    /// Counts what is below some names, for a confirmation.
    case tally
    /// Sets the modes of all below some directories.
    case attributes
    /// Looks for files below a directory.
    case finder
    /// Takes back what was done.
    case undo
    /// Reads a file for the viewer.
    case viewer
}

/// One file system on a worker of its own, and the way to wake it. Belongs to the main thread.
final class PaneConnection {
    /// What lives on the worker.
    final class Confined {
        /// The server's, or this machine's.
        private let container: any FileSystem
        private let archives: ArchiveMemory
        /// The archive that is looked into.
        private var archive: ArchiveFileSystem?
        var reading: Reading?
        var wasConnected = false

        init(container: any FileSystem, archives: ArchiveMemory) {
            self.container = container
            self.archives = archives
        }

        /// What is worked with.
        var files: any FileSystem { archive ?? container }

        /// Goes to a site of the same server: into an archive or out of it.
        func move(to site: Site) {
            reading?.end()
            reading = nil
            archive?.release()
            archive = site.archive.map {
                ArchiveFileSystem(site, at: $0, in: container, memory: archives)
            }
        }
    }

    private(set) var site: Site
    /// The connection's number in the log.
    let connection: Int
    private let worker: Worker<Confined>
    private let waking = Waking()
    private let browsing: BrowsedSites
    private let prompter: EngineLoginPrompter
    private(set) var lastUse = Instant.now()

    /// `prompter` is this connection's own.
    init(site: Site, context: ConnectionContext, prompter: EngineLoginPrompter) {
        self.site = site
        self.prompter = prompter
        browsing = context.browsing
        let connection = context.nextConnection()
        self.connection = connection
        let waking = waking
        worker = Worker(label: "ferry.connection.\(connection)") {
            let container = context.fileSystem(
                for: site.container, connection: connection, prompter: prompter)
            let confined = Confined(container: container, archives: context.archives)
            confined.move(to: site)
            waking.set(confined.files.interrupt)
            return confined
        }
    }

    /// Works for a site of the same server from now on, without another login: into an archive or out
    /// of it.
    func move(to site: Site) {
        self.site = site
        worker.perform { [waking] confined in
            confined.move(to: site)
            waking.set(confined.files.interrupt)
        }
    }

    /// Runs `body` and posts the message that it gives, if any.
    func perform(
        _ inbox: Inbox, _ body: @escaping @Sendable (any FileSystem) -> Message?
    ) {
        performer(inbox)(body)
    }

    /// Does the same, from any thread.
    func performer(
        _ inbox: Inbox
    ) -> @Sendable (@escaping @Sendable (any FileSystem) -> Message?) -> Void {
        touch()
        return { [worker, browsing, site, connection] body in
            worker.perform { confined in
                confined.reading?.end()
                confined.reading = nil
                let message = body(confined.files)
                // Before anybody can act on the message, so that a loss right after it is noticed.
                confined.wasConnected = confined.files.isConnected
                browsing.note(connection, at: confined.wasConnected ? site : nil)
                if let message { inbox.post(message) }
            }
        }
    }

    /// Reads part of a file, in the transfer that is open already where it goes on there.
    func read(
        _ path: Path, _ offset: UInt64, _ length: Int,
        then answer: @escaping @Sendable (Result<Chunk, FileSystemError>) -> Void
    ) {
        touch()
        worker.perform { confined in
            answer(
                Result { () throws(FileSystemError) -> Chunk in
                    if confined.reading?.continues(path, at: offset) != true {
                        confined.reading?.end()
                        confined.reading = nil
                        confined.reading = try Reading(path, at: offset, in: confined.files)
                    }
                    guard let reading = confined.reading else {
                        return Chunk(offset: offset, bytes: [], isLast: true, size: nil)
                    }
                    do throws(FileSystemError) {
                        let chunk = try reading.next(length)
                        if chunk.isLast { confined.reading = nil }
                        return chunk
                    } catch {
                        confined.reading = nil
                        throw error
                    }
                })
        }
    }

    func endReading() {
        worker.perform { confined in
            confined.reading?.end()
            confined.reading = nil
        }
    }

    /// Posts `.detached` once after the connection was lost while nobody used it.
    func watch(_ tab: TabID, _ inbox: Inbox) {
        guard !site.isLocal else { return }
        worker.perform { [browsing, connection] confined in
            guard confined.wasConnected, !confined.files.isConnected else { return }
            confined.wasConnected = false
            browsing.note(connection, at: nil)
            inbox.post(.detached(tab, reason: tr("It closed the connection.")))
        }
    }

    /// Ends what the connection is doing at once; from any thread.
    var wake: @Sendable () -> Void {
        let waking = waking
        return { waking.wake() }
    }

    /// Lets go of it at once, whatever it waits for.
    func abandon() {
        declinePrompts()
        waking.wake()
        worker.retire { [browsing, connection] confined in
            browsing.note(connection, at: nil)
            confined.files.interrupt()
        }
    }

    /// Nobody looks at it any more: what its login asks, now or later, is declined.
    func declinePrompts() {
        prompter.end()
    }

    /// Says good-bye to the server, behind the user's back.
    func retire() {
        worker.retire { [browsing, connection] confined in
            browsing.note(connection, at: nil)
            confined.reading?.end()
            confined.files.close()
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
