import Glibc

/// One end of a connection between two processes of a queue; nothing it does waits. Belongs to one
/// thread.
struct ControlConnection {
    /// Bytes that may wait for a slow reader; what would be more is left out.
    private static let outgoingLimit = 1 << 19

    let descriptor: CInt
    private var frames = ControlFrames()
    private var outgoing: [UInt8] = []
    /// Whether something was left out that the other side would have to be told.
    private var hasMissed = false

    /// Over a socket that is not waited for.
    init(_ descriptor: CInt) {
        self.descriptor = descriptor
    }

    /// What to poll for.
    var events: Int16 { Int16(POLLIN) | (outgoing.isEmpty ? 0 : Int16(POLLOUT)) }

    /// Sends a message, or as much as goes now; false where the other side has gone.
    mutating func send(_ message: [UInt8]) -> Bool {
        guard outgoing.count + message.count <= ControlConnection.outgoingLimit else {
            hasMissed = true
            return true
        }
        outgoing += message
        return flush()
    }

    /// Goes on with what waits; false where the other side has gone.
    mutating func flush() -> Bool {
        while !outgoing.isEmpty {
            let count = outgoing.withUnsafeBytes {
                Glibc.send(
                    descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT))
            }
            if count < 0, errno == EINTR { continue }
            if count < 0 { return errno == EAGAIN }
            outgoing.removeFirst(count)
        }
        guard hasMissed, let news = ControlFrames.encode(.missed) else { return true }
        hasMissed = false
        outgoing = news
        return flush()
    }

    /// What has come; nil where the other side has gone, or speaks otherwise.
    mutating func receive() -> [ControlMessage]? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var isOpen = true
        while isOpen {
            let count = recv(descriptor, &buffer, buffer.count, CInt(MSG_DONTWAIT))
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { break }
            isOpen = count > 0
            frames.append(buffer[..<max(0, count)])
            if count < buffer.count { break }
        }
        var messages: [ControlMessage] = []
        do throws(StoreError) {
            while let message = try frames.next() { messages.append(message) }
        } catch {
            return nil
        }
        return isOpen || !messages.isEmpty ? messages : nil
    }
}
