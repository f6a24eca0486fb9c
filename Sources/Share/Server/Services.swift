import NIOPosix

/// What every connection of a share uses. From any thread.
final class Services: Sendable {
    let folder: SharedFolder
    let responders: Responders
    let authenticator: Authenticator
    let check: HeadCheck
    let limits: Limits
    let log: ShareLog
    /// Threads that may block, for responders and the disk.
    let threads: NIOThreadPool
    /// A few more for requests that work through whole folders, which else hold up all others.
    let folderThreads: NIOThreadPool

    init(
        folder: SharedFolder, responders: Responders, authenticator: Authenticator,
        check: HeadCheck,
        limits: Limits, log: ShareLog, threads: NIOThreadPool, folderThreads: NIOThreadPool
    ) {
        self.folder = folder
        self.responders = responders
        self.authenticator = authenticator
        self.check = check
        self.limits = limits
        self.log = log
        self.threads = threads
        self.folderThreads = folderThreads
    }

    /// Who is let in, and for what.
    var admission: Admission {
        Admission(check: check, authenticator: authenticator, folder: folder)
    }

    /// Where a responder to `method` works.
    func threads(for method: Method) -> NIOThreadPool {
        let isLong = method == .copy || method == .move || method == .delete
        return isLong ? folderThreads : threads
    }

    /// Once no connection is left.
    func endThreads() {
        threads.shutdownGracefully { _ in }
        folderThreads.shutdownGracefully { _ in }
    }
}
