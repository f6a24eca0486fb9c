import Files

/// How a file's bytes get from one end to the other.
struct Course {
    private enum Way {
        /// Through Ferry's memory.
        case blocks
        /// The kernel moves them to a file of this machine, as far as it can.
        case toFile(any KernelSource, any FileDescriptorSink)
        /// The kernel moves them from a file of this machine, as far as it can.
        case fromFile(any FileDescriptorSource, any KernelSink)
    }

    /// Bytes of a file from which on it is worth the kernel's trouble.
    private static let worthwhileSize: UInt64 = 1 << 20
    /// Bytes that the kernel moves at a time: few enough to be stopped within a frame.
    private static let stretch = 1 << 20

    private let way: Way
    private var trial = SpeedTrial()

    init(from source: any FileSource, to sink: any ByteSink) {
        guard source.size ?? 0 >= Course.worthwhileSize else {
            way = .blocks
            return
        }
        if let source = source as? any KernelSource, let sink = sink as? any FileDescriptorSink {
            way = .toFile(source, sink)
        } else if let source = source as? any FileDescriptorSource,
            let sink = sink as? any KernelSink
        {
            way = .fromFile(source, sink)
        } else {
            way = .blocks
        }
    }

    /// How many bytes the kernel has moved, 0 at the end; nil where the next ones are to be copied.
    func move() throws(FileSystemError) -> Int? {
        guard trial.isKernels else { return nil }
        return switch way {
        case .blocks: nil
        case .toFile(let source, let file): try source.move(to: file, atMost: Course.stretch)
        case .fromFile(let file, let sink): try sink.move(from: file, atMost: Course.stretch)
        }
    }

    /// So many bytes went, in so many seconds.
    mutating func note(_ count: Int, _ elapsed: Double) {
        switch way {
        case .blocks: break
        case .toFile, .fromFile: trial.note(count, elapsed)
        }
    }
}
