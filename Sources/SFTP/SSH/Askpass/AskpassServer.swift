import CLinux
import Files
import Glibc

/// Takes the questions of the helpers that one ssh starts, and gives them answers; confined to one
/// queue.
final class AskpassServer {
    /// Numbers a helper that waits for an answer.
    struct Call: Hashable, Sendable {
        let number: Int
    }

    /// What has happened.
    enum Event {
        case asked(Call, AskpassRequest)
        /// The helper has gone, without an answer.
        case left(Call)
    }

    private struct Helper {
        var descriptor: CInt
        var bytes: [UInt8] = []
        var hasAsked = false
    }

    /// Helpers at a time; ssh starts one after another.
    private static let limit = 8

    private let listener: AskpassListener
    private var helpers: [Int: Helper] = [:]
    private var count = 0

    /// Takes what comes to `listener`.
    init(_ listener: AskpassListener) {
        self.listener = listener
    }

    deinit {
        for helper in helpers.values { close(helper.descriptor) }
    }

    /// What it waits for.
    var waits: [pollfd] {
        let listening = helpers.count < AskpassServer.limit ? listener.descriptor : -1
        return [pollfd(fd: listening, events: Int16(POLLIN), revents: 0)]
            + helpers.values.map {
                // One that has asked can only go.
                pollfd(fd: $0.descriptor, events: $0.hasAsked ? 0 : Int16(POLLIN), revents: 0)
            }
    }

    /// Takes what has come.
    func attend(_ ready: [pollfd]) -> [Event] {
        var events: [Event] = []
        for polled in ready {
            if polled.fd == listener.descriptor {
                accept()
            } else if let number = helpers.first(where: { $0.value.descriptor == polled.fd })?.key {
                events += attend(number)
            }
        }
        return events
    }

    private func accept() {
        let descriptor = ferry_accept(listener.descriptor)
        guard descriptor >= 0 else { return }
        var user = uid_t.max
        guard ferry_peer_user(descriptor, &user) == 0, user == geteuid() else {
            close(descriptor)
            return
        }
        count += 1
        helpers[count] = Helper(descriptor: descriptor)
    }

    private func attend(_ number: Int) -> [Event] {
        guard var helper = helpers[number] else { return [] }
        if helper.hasAsked {
            drop(number)
            return [.left(Call(number: number))]
        }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = recv(helper.descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN || errno == EWOULDBLOCK { break }
            guard count >= 0, helper.bytes.count + count <= AskpassRequest.limit else {
                drop(number)
                return []
            }
            if count > 0 {
                helper.bytes += buffer[..<count]
                continue
            }
            guard let request = AskpassRequest(helper.bytes) else {
                drop(number)
                return []
            }
            helper.hasAsked = true
            helpers[number] = helper
            return [.asked(Call(number: number), request)]
        }
        helpers[number] = helper
        return []
    }

    /// Gives an answer: one line, without its end, of at most `AskpassRequest.answerLimit` bytes.
    func answer(_ call: Call, _ answer: String) {
        guard let helper = helpers[call.number] else { return }
        var rest = (Array(answer.utf8) + [0x0A])[...]
        // The socket's buffer holds as much: this does not wait.
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(helper.descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            // A helper that is gone needs none.
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        drop(call.number)
    }

    /// Ends a helper without an answer, which ssh takes for an empty one.
    func refuse(_ call: Call) { drop(call.number) }

    private func drop(_ number: Int) {
        if let helper = helpers.removeValue(forKey: number) { close(helper.descriptor) }
    }
}
