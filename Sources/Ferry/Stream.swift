import Files
import Glibc
import Transfers
import Work

/// Files handed on as they come, with nothing kept beside: to stdout, a pipe, a device.
struct Stream {
    /// Bytes a second at most; nil for no limit.
    let limit: UInt64?

    /// Copies a file into what `open` gives, which is asked for once there is something to copy.
    func copy(
        _ path: Path, from files: any FileSystem, into open: () throws -> Output
    ) throws {
        let source = try files.open(path, from: 0)
        let output: Output
        do {
            output = try open()
        } catch {
            source.cancel()
            throw error
        }
        let sink = StreamSink(output)
        do throws(FileSystemError) {
            try Copier().copy(
                from: source, to: sink, throttles: [Throttle(bytesPerSecond: limit)],
                cancellation: Cancellation()
            ) { _ in }
        } catch {
            source.cancel()
            try? output.end()
            if let failure = sink.failure { throw failure }
            throw error
        }
        try output.end()
        try source.finish()
    }
}

/// Bytes into a descriptor.
private final class StreamSink: ByteSink {
    private let output: Output
    /// Why it cannot be written into.
    private(set) var failure: OutputFailure?

    init(_ output: Output) {
        self.output = output
    }

    func write(_ buffer: UnsafeRawBufferPointer) throws(FileSystemError) {
        do throws(OutputFailure) {
            try output.write(buffer)
        } catch {
            failure = error
            throw FileSystemError(.other, detail: error.sentence)
        }
    }
}
