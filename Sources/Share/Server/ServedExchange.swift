import NIOHTTP1

/// One request that is being answered. Confined to its connection's event loop.
final class ServedExchange {
    /// Nil where what came was no HTTP.
    let head: HTTPRequestHead?
    /// On the clock of `Visits.now`.
    let startedAt: Double
    /// Nil until the head was found sound.
    var request: Request?
    /// Whether the connection ends with this response.
    var mustClose: Bool
    /// Whether all of the body was taken.
    var hasBodyEnded = false

    init(_ head: HTTPRequestHead?, startedAt: Double) {
        self.head = head
        self.startedAt = startedAt
        let connection = head?.headers[canonicalForm: "connection"] ?? []
        // After a request to switch protocols, the parser takes nothing more for HTTP.
        let wantsSwitch = connection.contains { Headers.isSame($0, "upgrade") }
        mustClose = wantsSwitch || !(head?.isKeepAlive ?? false)
    }

    var isHead: Bool { head?.method == .HEAD }

    /// The minor version to answer with.
    var minorVersion: Int { (head?.version.minor ?? 1) == 0 ? 0 : 1 }

    var expectsContinue: Bool { minorVersion == 1 && request?.headers["Expect"] != nil }
}
