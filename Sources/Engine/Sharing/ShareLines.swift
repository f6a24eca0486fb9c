import Files
import Glibc
import Synchronization
import Work

/// Reads what the process of a share says, line by line. Used from any thread, by one at a time.
final class ShareLines: Sendable {
    enum Next {
        case message(ShareMessage)
        /// It says nothing more.
        case end
        case late
    }

    private struct State {
        /// Read and not looked at yet.
        var bytes: [UInt8] = []
        /// Of `bytes`, how many have no line end among them.
        var looked = 0
        var complaints: [UInt8] = []
        /// Whether more may come of these: what was closed is not waited for.
        var complains = true
        var hasEnded = false
        var isTooLong = false
    }

    /// Bytes that are kept of what it complains of.
    private static let complaintLimit = 4_096

    private let news: CInt
    private let complaints: CInt
    private let state = Mutex(State())

    /// Both descriptors are closed with this.
    init(news: CInt, complaints: CInt) {
        self.news = news
        self.complaints = complaints
    }

    deinit {
        close(news)
        close(complaints)
    }

    /// The first line of what it complained of, sanitised.
    var complaint: String? {
        let bytes = state.withLock { $0.complaints }
        return bytes.split(separator: 0x0A).first.map { VisibleText.make(Array($0), limit: 300) }
    }

    /// Whether it said what is no message, without an end.
    var isTooLong: Bool { state.withLock { $0.isTooLong } }

    /// Waits for the next message, for so many seconds or, with nil, for ever. What is no message is skipped.
    func next(seconds: Double?) -> Next {
        let start = Instant.now()
        return state.withLock { state in
            while true {
                if let message = ShareLines.message(&state) { return .message(message) }
                if state.hasEnded { return .end }
                var wait: CInt = -1
                if let seconds {
                    let left = seconds - Instant.now().seconds(since: start)
                    guard left > 0 else { return .late }
                    wait = CInt(min(left, 3_600) * 1_000) + 1
                }
                var waited = [
                    pollfd(fd: news, events: Int16(POLLIN), revents: 0),
                    pollfd(
                        fd: state.complains ? complaints : -1, events: Int16(POLLIN), revents: 0),
                ]
                guard poll(&waited, nfds_t(waited.count), wait) > 0 else { continue }
                if waited[1].revents != 0 { readComplaints(&state) }
                if waited[0].revents != 0 { readNews(&state) }
            }
        }
    }

    private func readNews(_ state: inout State) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(news, &buffer, buffer.count)
        if count > 0 {
            state.bytes += buffer[..<count]
            // Nothing that this program says is so long.
            if state.bytes.count > ShareMessage.limit {
                state.bytes = []
                state.looked = 0
                state.isTooLong = true
                state.hasEnded = true
            }
        } else if count == 0 || errno != EINTR && errno != EAGAIN {
            readComplaints(&state)
            state.hasEnded = true
        }
    }

    private func readComplaints(_ state: inout State) {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = read(complaints, &buffer, buffer.count)
        guard count > 0 else {
            if count == 0 || errno != EINTR && errno != EAGAIN { state.complains = false }
            return
        }
        state.complaints += buffer[..<count]
            .prefix(max(0, ShareLines.complaintLimit - state.complaints.count))
    }

    private static func message(_ state: inout State) -> ShareMessage? {
        while let end = state.bytes[state.looked...].firstIndex(of: 0x0A) {
            let line = state.bytes[..<end]
            let message = ShareMessage(line)
            state.bytes.removeSubrange(...end)
            state.looked = 0
            if let message { return message }
        }
        state.looked = state.bytes.count
        return nil
    }
}
