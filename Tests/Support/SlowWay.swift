import Glibc
import Synchronization

/// One direction of a slow relay. Belongs to the thread that carries it.
final class SlowWay {
    private let ends: SlowRelay.Ends
    private let source: CInt
    private let target: CInt
    private let delay: Duration
    private let window: Int
    private let counts: SlowRelay.Counts
    /// What is on the way, and when it arrives. The end of the stream is a piece without bytes.
    private var pieces: [(arrival: ContinuousClock.Instant, bytes: ArraySlice<UInt8>)] = []
    private var onTheWay = 0
    private var hasEnd = false

    init(
        _ ends: SlowRelay.Ends, isToFar: Bool, delay: Duration, window: Int,
        _ counts: SlowRelay.Counts
    ) {
        self.ends = ends
        source = isToFar ? ends.near : ends.far
        target = isToFar ? ends.far : ends.near
        self.delay = delay
        self.window = window
        self.counts = counts
    }

    /// Carries bytes until the end has arrived, or nobody takes them any more.
    func carry() {
        while true {
            let isReading = !hasEnd && onTheWay < window
            // A negative descriptor is not looked at: one that has hung up would be ready always.
            var waited = [
                pollfd(fd: isReading ? source : -1, events: CShort(POLLIN), revents: 0),
                pollfd(fd: isDue ? target : -1, events: CShort(POLLOUT), revents: 0),
            ]
            guard poll(&waited, nfds_t(waited.count), patience) >= 0 || errno == EINTR else {
                return
            }
            if waited[0].revents != 0 { take() }
            guard give() else { return }
        }
    }

    private var isDue: Bool { pieces.first.map { $0.arrival <= .now } ?? false }

    /// Milliseconds until the next piece arrives; -1 where none is on the way, or it is there.
    private var patience: CInt {
        guard let next = pieces.first, !isDue else { return -1 }
        let left = next.arrival - .now
        return CInt(max(0, left / .milliseconds(1)).rounded(.up))
    }

    private func take() {
        var block = [UInt8](repeating: 0, count: min(256 << 10, window - onTheWay))
        let count = recv(source, &block, block.count, CInt(MSG_DONTWAIT))
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        // The end travels as long as bytes do.
        pieces.append((.now + delay, block[..<max(0, count)]))
        hasEnd = count <= 0
        onTheWay += max(0, count)
        counts.state.withLock { [onTheWay] in $0.mostOnTheWay = max($0.mostOnTheWay, onTheWay) }
    }

    /// Gives what has arrived, as far as it is taken; false once nothing more is to be carried.
    private func give() -> Bool {
        while isDue, let piece = pieces.first {
            if piece.bytes.isEmpty {
                shutdown(target, CInt(SHUT_WR))
                return false
            }
            let count = piece.bytes.withUnsafeBytes {
                send(target, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT))
            }
            if count < 0, errno == EAGAIN || errno == EINTR { return true }
            guard count > 0 else {
                // Nobody takes anything any more: whoever writes is to notice.
                shutdown(source, CInt(SHUT_RD))
                return false
            }
            counts.state.withLock { $0.carried += count }
            onTheWay -= count
            pieces[0].bytes = piece.bytes.dropFirst(count)
            if count == piece.bytes.count { pieces.removeFirst() }
        }
        return true
    }
}
