import NIOPosix

/// What every connection of a share uses. From any thread.
final class Services: Sendable {
    let folder: SharedFolder
    let responders: Responders
    let doorkeeper: Doorkeeper
    let check: HeadCheck
    let limits: Limits
    let log: ShareLog
    /// Threads that may block, for responders and the disk.
    let threads: NIOThreadPool

    init(
        folder: SharedFolder, responders: Responders, doorkeeper: Doorkeeper, check: HeadCheck,
        limits: Limits, log: ShareLog, threads: NIOThreadPool
    ) {
        self.folder = folder
        self.responders = responders
        self.doorkeeper = doorkeeper
        self.check = check
        self.limits = limits
        self.log = log
        self.threads = threads
    }
}
