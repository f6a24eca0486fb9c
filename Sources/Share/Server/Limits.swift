/// What a visitor may take of time and memory. Times in seconds.
package struct Limits: Sendable {
    /// Connections at the same time; more are turned away with 503.
    package var connections = 1_000
    /// Of these, from one address.
    package var connectionsPerAddress = 250
    /// From a request's first byte to the end of its head.
    package var headTime: Int64 = 15
    /// Between two requests, and before the first.
    package var idleTime: Int64 = 60
    /// Without a byte of a body that is waited for.
    package var bodyTime: Int64 = 30
    /// Bytes a second of a body at least, on the whole, after `bodyTime`.
    package var bodyRate = 200
    /// In which a visitor takes one block of a response.
    package var sendTime: Int64 = 60
    /// For what a visitor sends on after its connection was given up.
    package var lingerTime: Int64 = 2
    /// Bytes of method, URL and version.
    package var lineLength = 8_192
    /// Bytes of a head.
    package var headLength = 32_768
    /// Header fields of a request.
    package var fieldCount = 100
    /// Bytes of a body that is read over to keep the connection.
    package var unreadBody: UInt64 = 65_536
    /// Bytes around the chunks of a body, for each of its own and on top.
    package var chunkOverhead = 16
    package var chunkAllowance = 524_288

    package init() {}
}
