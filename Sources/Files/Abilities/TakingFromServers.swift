/// A file system whose server may take a file's bytes from another server straight: none of them comes
/// through this machine.
package protocol TakingFromServers: FileSystem {
    /// Has the server behind `source` send all of `file` from `creation.offset` on into `part`, which
    /// holds as many bytes already; nothing is asked before the first `advance`. Nil where the two speak
    /// no protocol that has this.
    func take(
        _ file: Path, from source: any FileSystem, into part: Part, _ creation: Creation
    ) -> (any StraightTransfer)?

    /// Whether `take` may give something, for that source.
    func mayTake(from source: any FileSystem) -> Bool
}

/// A file on its way from one server straight to another. Both connections are its own until it is
/// over.
package protocol StraightTransfer: AnyObject {
    /// Does what is next, and waits for the servers a moment. Throws what went wrong after the first
    /// byte may have been sent, or what ended a connection then; both servers have stopped, or their
    /// connections are closed.
    func advance() throws(FileSystemError) -> StraightProgress

    /// Has both servers stop. What was sent stays in the part.
    func cancel()
}

/// How far a transfer from server to server is.
package enum StraightProgress: Hashable, Sendable {
    /// Both servers have just begun.
    case begun
    /// They are at it; with the bytes in the part where that was looked at.
    case underWay(UInt64?)
    /// Both say that all was sent, and the part has as many bytes as the file.
    case whole
    /// They do not send to each other, and why, without a full stop: neither this file nor another.
    /// Nothing was sent.
    case refused(String)
    /// Not this file, which has to come by `open` and `create`. Nothing was sent.
    case unfit
}
