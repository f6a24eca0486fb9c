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

    /// Has the log tell of the answer, where that says something. `elapsed`: seconds.
    func log(_ reply: Reply, after elapsed: Double, in log: ConnectionLog) {
        switch reply {
        case .status(let code, let message):
            let isFailure = code != .ok && code != .end
            guard isLogged || isFailure else { return }
            let words = VisibleText.make(message, limit: 300)
            log.post(
                .received, "\(type.word): \(code.rawValue) \(words.isEmpty ? code.words : words)",
                elapsed: elapsed, explanation: isFailure ? code.explanation : nil)
        case .handle, .attributes, .names, .extended:
            guard isLogged else { return }
            log.post(.received, "\(type.word): \(reply.word)", elapsed: elapsed)
        case .data: break
        }
    }
}
