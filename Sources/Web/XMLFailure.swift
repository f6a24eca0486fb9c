/// Why XML was not read on; completes "The server's answer …".
package struct XMLFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(description: String) {
        self.description = description
    }
}
