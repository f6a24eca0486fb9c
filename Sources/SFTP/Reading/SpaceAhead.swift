import Files

/// How much room there is in a directory, asked together with what is asked next, before anybody waits
/// for the answer. Belongs to one worker.
final class SpaceAhead {
    private enum State {
        case asked
        case told(Result<(free: UInt64, total: UInt64)?, FileSystemError>)
    }

    let directory: Path
    private let channel: Channel
    private var state = State.asked

    /// Nil where the server does not tell.
    init?(_ directory: Path, over channel: Channel) {
        guard let request = SpaceQuestion(channel: channel).request(about: directory) else {
            return nil
        }
        self.directory = directory
        self.channel = channel
        let site = channel.site
        channel.send(request) { [weak self] answer in
            self?.state = .told(
                Result { () throws(FileSystemError) in
                    try SpaceQuestion.read(answer, directory, on: site)
                })
        }
    }

    /// Waits for the answer: free and total bytes, as `SpaceQuestion.space`.
    func space() throws(FileSystemError) -> (free: UInt64, total: UInt64)? {
        try channel.wait {
            if case .asked = state { false } else { true }
        }
        guard case .told(let answer) = state else { return nil }
        return try answer.get()
    }
}
