import Files
import Transport

/// A carrier that is a program of its own, or a channel of one that others use too.
final class ProgramCarrier: Carrier {
    let stream: any ByteStream
    let isGreeted: Bool
    /// Knows what becomes of the program.
    let watch: ProgramWatch
    private let explanation: () -> FileSystemError?
    private var release: (() -> Void)?

    /// Takes over the stream of a program that is watched. `isGreeted` is whether SFTP was begun on it;
    /// `explanation` may tell better than the program why it has ended; `release` is called once, when
    /// the carrier is closed.
    init(
        _ socket: Socket, _ watch: ProgramWatch, isGreeted: Bool = false,
        explanation: @escaping () -> FileSystemError? = { nil }, release: @escaping () -> Void
    ) {
        stream = WitnessedStream(socket) { watch.noteBeginning() }
        self.watch = watch
        self.isGreeted = isGreeted
        self.explanation = explanation
        self.release = release
    }

    deinit {
        close()
    }

    var isAsking: Bool { watch.takeAsking() }

    func failure() -> FileSystemError? {
        let own = watch.failure()
        return explanation() ?? own
    }

    func close() {
        stream.close()
        release?()
        release = nil
    }
}
