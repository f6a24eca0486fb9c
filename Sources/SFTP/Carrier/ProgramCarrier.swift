import Files
import Transport

/// A carrier that is a program of its own.
final class ProgramCarrier: Carrier {
    let stream: any ByteStream
    /// Knows what becomes of the program.
    let watch: ProgramWatch

    /// Takes over the stream of a program that is watched.
    init(_ socket: Socket, _ watch: ProgramWatch) {
        stream = WitnessedStream(socket) { watch.noteBeginning() }
        self.watch = watch
    }

    deinit {
        close()
    }

    func failure() -> FileSystemError? { watch.failure() }

    func close() {
        stream.close()
        watch.end()
    }
}
