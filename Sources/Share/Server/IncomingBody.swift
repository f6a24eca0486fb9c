/// A body on its way into a sink. Confined to its connection's event loop.
final class IncomingBody {
    let receiver: BodyReceiver
    /// Whether a thread works on a block.
    var isBusy = false
    /// Whether the connection was lost meanwhile.
    var isGivenUp = false
    /// Bytes.
    var received: UInt64 = 0
    /// On the clock of `Visits.now`.
    let startedAt = Visits.now

    init(_ receiver: BodyReceiver) {
        self.receiver = receiver
    }
}
