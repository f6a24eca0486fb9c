/// Why XML was not read on; completes "The server's answer …".
struct XMLFailure: Error, Hashable, Sendable, CustomStringConvertible {
    let description: String
}
