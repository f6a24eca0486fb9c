/// How far the work is, for the terminal to show at its window or in the task bar.
package enum WindowProgress: Hashable, Sendable {
    /// Nothing runs.
    case none
    /// 0…100; nil where nobody knows.
    case running(percent: Int?)
    /// Something waits for the user; 0…100.
    case asks(percent: Int)
}
