import Files
import Glibc
import Testing
import Work

@testable import Transfers

@Suite("Finding what time goes into")
struct BottleneckMeterTests {
    private func cause(_ finding: BottleneckMeter.Finding) -> BottleneckMeter.Cause? {
        if case .found(let cause, _) = finding { return cause }
        return nil
    }

    private func isSame(_ finding: BottleneckMeter.Finding) -> Bool {
        if case .same = finding { return true }
        return false
    }

    private func isUnknown(_ finding: BottleneckMeter.Finding) -> Bool {
        if case .unknown = finding { return true }
        return false
    }

    private func spent(disk: Double = 0, source: Double = 0) -> TimeSpent {
        var spent = TimeSpent()
        (spent.disk, spent.source) = (disk, source)
        return spent
    }

    @Test("Nothing is said in the first second, and then every other one at most")
    func pace() {
        var meter = BottleneckMeter()
        #expect(isSame(meter.look(at: 10, lanes: 1, isMoving: true)))
        meter.add(spent(disk: 0.9))
        #expect(isSame(meter.look(at: 10.9, lanes: 1, isMoving: true)))
        #expect(cause(meter.look(at: 11, lanes: 1, isMoving: true)) == .disk)
        meter.add(spent(source: 1.9))
        #expect(isSame(meter.look(at: 12.9, lanes: 1, isMoving: true)))
        #expect(cause(meter.look(at: 13, lanes: 1, isMoving: true)) == .source)
    }

    @Test("What was found stays while it still takes much, and goes when it does not")
    func kept() {
        var meter = BottleneckMeter()
        _ = meter.look(at: 0, lanes: 1, isMoving: true)
        meter.add(spent(disk: 0.6))
        #expect(cause(meter.look(at: 1, lanes: 1, isMoving: true)) == .disk)
        meter.add(spent(disk: 0.9, source: 1.05))
        #expect(cause(meter.look(at: 3, lanes: 1, isMoving: true)) == .disk)
        meter.add(spent(disk: 0.7, source: 0.8))
        #expect(isUnknown(meter.look(at: 5, lanes: 1, isMoving: true)))
    }

    @Test("Nothing is said where nothing takes most of the time of all lanes, or nothing moves")
    func unknown() {
        var meter = BottleneckMeter()
        _ = meter.look(at: 0, lanes: 4, isMoving: true)
        meter.add(spent(disk: 1.5))
        #expect(isUnknown(meter.look(at: 1, lanes: 4, isMoving: true)))
        meter.add(spent(disk: 8))
        #expect(isUnknown(meter.look(at: 3, lanes: 4, isMoving: false)))
        meter.add(spent(disk: 8))
        #expect(cause(meter.look(at: 5, lanes: 4, isMoving: true)) == .disk)
    }

    /// Reads as one that computes what it gives.
    private final class Computing: FileSource {
        let size: UInt64? = nil
        func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileSystemError) -> Int {
            let end = Computing.worked() + 0.02
            while Computing.worked() < end {}
            return buffer.count
        }
        func finish() throws(FileSystemError) {}
        func cancel() {}

        /// Seconds of the processor that this thread has had.
        static func worked() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
    }

    private final class Nowhere: ByteSink {
        func write(_ buffer: UnsafeRawBufferPointer) throws(FileSystemError) {}
    }

    @Test("While the processor works, nothing is waited for")
    func processor() throws {
        let (source, sink) = (Computing(), Nowhere())
        let copier = Copier()
        let start = Throttle.now()
        var (course, times) = (Course(from: source, to: sink), BlockTimes(from: source, to: sink))
        for _ in 0..<20 {
            _ = try copier.moveBlock(
                from: source, to: sink, by: &course, &times, throttles: [],
                cancellation: Cancellation()
            ) { _ in }
        }
        let told = times.take(isSourceLocal: true, isTargetLocal: true, isLast: false)
        let spent = try #require(told)
        // A busy machine may have given it the processor late.
        #expect(spent.disk <= Throttle.now() - start - 0.4 + 0.02, "\(spent)")
    }
}
