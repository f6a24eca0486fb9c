/// What the queue screen shows.
package struct QueueState: Sendable {
    package init() {}
}
