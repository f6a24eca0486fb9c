/// Why XML was not read on; completes "The server's answer …" or "The file …".
package struct XMLFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Completes the sentence.
    package let description: String

    /// `description` completes "The server's answer …".
    package init(description: String) {
        self.description = description
    }
}
