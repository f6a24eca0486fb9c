import Dispatch

/// Runs work beside a test. Dispatch's global queues have few threads, and scripts that wait for
/// each other could use them all up; a queue of its own always gets a thread.
package enum Background {
    package static func run(_ work: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "background").async(execute: work)
    }
}
