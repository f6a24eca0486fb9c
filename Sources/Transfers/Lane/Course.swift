import CLinux
import Files
import Jobs

/// How a file's bytes get from one end to the other.
struct Course {
    private enum Way {
        /// Through Ferry's memory.
        case blocks
        /// The kernel moves them to a file of this machine, as far as it can.
        case toFile(any KernelSource, any FileDescriptorSink)
        /// The kernel moves them from a file of this machine, as far as it can.
        case fromFile(any FileDescriptorSource, any KernelSink)
        /// The kernel copies them from one file of this machine to another, or lets both share them.
        case between(any FileDescriptorSource, any FileDescriptorSink)
    }

    /// Bytes of a file from which on it is worth the kernel's trouble.
    private static let worthwhileSize: UInt64 = 1 << 20
    /// Bytes that the kernel moves at a time: few enough to be stopped within a frame.
    private static let stretch = 1 << 20
    /// The same from file to file: file systems share large pieces rather than small ones.
    private static let fileStretch = 8 << 20

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
            let sink = sink as? any KernelSink, !sink.isReceiverHere
        {
            way = .fromFile(source, sink)
        } else if let source = source as? any FileDescriptorSource,
            let sink = sink as? any FileDescriptorSink
        {
            way = .between(source, sink)
        } else {
            way = .blocks
        }
    }

    /// How many bytes the kernel has moved, `most` at most, 0 at the end; nil where the next ones are to
    /// be copied.
    func move(atMost most: Int) throws(FileSystemError) -> Int? {
        guard trial.isKernels else { return nil }
        let stretch = min(most, Course.stretch)
        return switch way {
        case .blocks: nil
        case .toFile(let source, let file): try source.move(to: file, atMost: stretch)
        case .fromFile(let file, let sink): try sink.move(from: file, atMost: stretch)
        case .between(let source, let target):
            Course.copy(source, target, min(most, Course.fileStretch))
        }
    }

    /// Nil also where it says that there is nothing, or fails: a read and a write tell what it is.
    private static func copy(
        _ source: any FileDescriptorSource, _ target: any FileDescriptorSink, _ most: Int
    ) -> Int? {
        let count = ferry_copy_file_range(
            source.descriptor, target.descriptor, most)
        guard count > 0 else { return nil }
        source.took(count)
        target.wrote(count)
        return count
    }

    /// So many bytes went, in so many seconds.
    mutating func note(_ count: Int, _ elapsed: Double) {
        switch way {
        case .blocks: break
        case .toFile, .fromFile, .between: trial.note(count, elapsed)
        }
    }
}
