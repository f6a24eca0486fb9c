import Files

/// What waits for the answer to a request.
struct PendingReply {
    /// Takes the answer, or why there is none. It may send more, and never waits.
    typealias Taker = (Result<Reply, FileSystemError>) -> Void

    let type: PacketType
    /// Whether the log has the request, and so gets the answer.
    let isLogged: Bool
    /// Whether the answer may wait for the server's disk.
    let isSlow: Bool
    /// When it was sent, in seconds of the monotonic clock.
    let time: Double
    let take: Taker
}
