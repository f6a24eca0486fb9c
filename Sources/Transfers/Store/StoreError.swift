/// Why the queue's store could not be used: one plain sentence.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
