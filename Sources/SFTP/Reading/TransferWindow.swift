/// How many bytes of a file are asked for, or sent, ahead of the answers. It doubles with each of its
/// own lengths that came faster than any before, or took no longer than the way itself, until the line
/// is full: no more than that waits on the way, so that what is stopped is over soon on a slow line
/// too.
struct TransferWindow {
    private static let first = 256 << 10
    static let most = 16 << 20
    /// A round that is so much faster than the best so far has shown that there is room for more.
    private static let gain = 1.2
    /// A round that took no more of the way there and back has waited nowhere: others may share the line,
    /// and be why it was no faster.
    private static let unhindered = 1.25
    /// Packets that share the window at least.
    private static let packets = 8

    /// Bytes.
    private(set) var size = TransferWindow.first
    private var bytes = 0
    private var start: Double?
    private var best = 0.0

    /// Bytes of one packet, where the server takes so many at most.
    func packetLength(atMost limit: Int) -> Int {
        min(limit, max(ServerLimits.safeLength, size / TransferWindow.packets))
    }

    /// So many bytes were answered, at that time in seconds. `roundTrip`: seconds that the quickest
    /// answer of the connection took; answers that come together tell nothing in less.
    mutating func answered(_ count: Int, at time: Double, roundTrip: Double) {
        guard let begun = start else {
            start = time
            return
        }
        bytes += count
        guard bytes >= size, time - begun >= roundTrip else { return }
        let rate = Double(bytes) / max(time - begun, 1e-6)
        let isUnhindered = time - begun <= roundTrip * TransferWindow.unhindered
        if rate > best * TransferWindow.gain || isUnhindered {
            best = max(best, rate)
            size = min(size * 2, TransferWindow.most)
        }
        bytes = 0
        start = time
    }
}
