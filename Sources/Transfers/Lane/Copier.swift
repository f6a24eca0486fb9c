package import Files
import Glibc
import Words
package import Work

/// Moves the bytes of any source to any sink, a block at a time. Belongs to one worker: it keeps
/// its block from one file to the next.
package final class Copier {
    /// Bytes of a block: one that stays in the processor's cache between its two ends.
    static let blockSize = 256 << 10
    /// The longest that a cancelled copy sleeps on, in seconds.
    static let longestPause = 0.02

    private let block = UnsafeMutableRawBufferPointer.allocate(
        byteCount: Copier.blockSize, alignment: 4_096)

    package init() {}

    deinit {
        block.deallocate()
    }

    /// Copies until the source ends; neither end is finished. `moved` hears of every block.
    /// Throws `.cancelled` between two blocks once `cancellation` says so.
    package func copy(
        from source: any FileSource, to sink: any ByteSink, throttles: [Throttle] = [],
        cancellation: Cancellation, moved: (Int) -> Void
    ) throws(FileSystemError) {
        var course = Course(from: source, to: sink)
        var times = BlockTimes(from: source, to: sink)
        while try moveBlock(
            from: source, to: sink, by: &course, &times, throttles: throttles,
            cancellation: cancellation, moved: moved)
        {}
    }

    /// Moves the next block, of `most` bytes at most; false at the source's end. `moved` hears of it
    /// before the pause that the limits want. Throws `.cancelled` once `cancellation` says so.
    func moveBlock(
        from source: any FileSource, to sink: any ByteSink, by course: inout Course,
        _ times: inout BlockTimes, atMost most: Int = .max, throttles: [Throttle],
        cancellation: Cancellation,
        moved: (Int) -> Void
    ) throws(FileSystemError) -> Bool {
        guard !cancellation.isCancelled else { throw Copier.cancelled }
        let limited = throttles.filter(\.isLimited)
        guard limited.isEmpty else {
            let (count, _) = try copy(
                min(most, Copier.limitedBlockSize), from: source, to: sink, &times)
            guard count > 0 else { return false }
            moved(count)
            for throttle in limited {
                let slept = pause(throttle.delay(for: count), cancellation)
                if slept > 0 { times.noteSleep(slept, for: throttle.limit) }
            }
            return true
        }
        times.begin()
        let count: Int
        let elapsed: Double
        if let moved = try course.move(atMost: most) {
            (count, elapsed) = (moved, times.noteMove())
        } else {
            (count, elapsed) = try copy(min(most, block.count), from: source, to: sink, &times)
        }
        guard count > 0 else { return false }
        course.note(count, elapsed)
        moved(count)
        return true
    }

    /// How many bytes were copied through the block, `most` at most, in how many seconds; 0 at the
    /// end.
    private func copy(
        _ most: Int, from source: any FileSource, to sink: any ByteSink,
        _ times: inout BlockTimes
    ) throws(FileSystemError) -> (count: Int, elapsed: Double) {
        let room = UnsafeMutableRawBufferPointer(rebasing: block[..<most])
        times.begin()
        let count = min(try source.read(into: room), most)
        let middle = Throttle.now()
        if count > 0 { try sink.write(UnsafeRawBufferPointer(rebasing: block[..<count])) }
        return (count, times.noteCopy(readUntil: middle))
    }

    /// Waits as long as limits want after so many bytes that went past `moveBlock`.
    func keepLimits(_ throttles: [Throttle], _ count: Int, _ cancellation: Cancellation) {
        for throttle in throttles where throttle.isLimited {
            _ = pause(throttle.delay(for: count), cancellation)
        }
    }

    /// Small enough for a low limit to be kept evenly.
    private static let limitedBlockSize = 16 << 10

    private static let cancelled = FileSystemError(
        .cancelled, detail: tr("The transfer was stopped."))

    /// How many seconds were slept.
    private func pause(_ seconds: Double, _ cancellation: Cancellation) -> Double {
        guard seconds > 0 else { return 0 }
        let start = Throttle.now()
        var now = start
        while !cancellation.isCancelled, now < start + seconds {
            let left = start + seconds - now
            usleep(UInt32(min(left, Copier.longestPause) * 1e6) + 1)
            now = Throttle.now()
        }
        return now - start
    }
}
