import Glibc

/// How long a test waits for an event at most. Passing it is a failure, never part of a result.
package struct Deadline {
    package struct Passed: Error, CustomStringConvertible {
        package let description: String
    }

    private let end: Double
    private let seconds: Double

    package init(seconds: Double) {
        self.seconds = seconds
        end = Deadline.now() + seconds
    }

    package var isOpen: Bool { Deadline.now() < end }

    /// Waits until `descriptor` is readable, or `atMost` seconds; throws past the deadline.
    package func wait(for descriptor: CInt, atMost: Double = .infinity) throws(Passed) {
        let left = end - Deadline.now()
        guard left > 0 else {
            throw Passed(description: "nothing came within \(seconds) seconds")
        }
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&waiting, 1, CInt(min(left, atMost) * 1_000))
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
