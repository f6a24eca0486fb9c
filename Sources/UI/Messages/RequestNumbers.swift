/// Numbers for what is asked of the Engine, so that each answer finds who asked.
package struct RequestNumbers: Sendable {
    private var count = 0

    /// A request that no other had before.
    package mutating func next() -> RequestID {
        count += 1
        return RequestID(rawValue: count)
    }
}
