import CLinux
import Glibc
import Words

/// A connected stream socket: TCP's, or one end of a pair. Waits only in `Readiness`, so that every
/// wait has an end and can be interrupted; used by one worker, save for its interrupter.
package final class Socket: ByteStream {
    /// Where its bytes come from.
    enum Source {
        /// The socket itself.
        case peer
        /// A pipe. A pipe knows no shutdown(2): `alarm` is a socket that is shut down with the other,
        /// and so ends the waits.
        case pipe(CInt, alarm: CInt)
    }

    package let interrupter: Interrupter
    private(set) var descriptor: CInt
    private(set) var isOpen = true
    let source: Source
    /// Through which the kernel moves what comes; nil before it has.
    var splicePipe: SplicePipe?

    /// Takes over an open socket and makes its calls return at once; from here on it is closed here,
    /// or by the interrupter.
    package convenience init(adopting descriptor: CInt, interrupter: Interrupter) {
        self.init(adopting: descriptor, readingFrom: .peer, interrupter: interrupter)
    }

    /// The same for one whose input is not its own; takes over what `source` names too.
    convenience init(
        adopting descriptor: CInt, readingFrom source: Source, interrupter: Interrupter
    ) {
        self.init(adoptingNonBlocking: descriptor, readingFrom: source, interrupter: interrupter)
        setNonBlocking()
    }

    /// The same for one whose calls return at once already.
    init(
        adoptingNonBlocking descriptor: CInt, readingFrom source: Source = .peer,
        interrupter: Interrupter
    ) {
        self.descriptor = descriptor
        self.source = source
        self.interrupter = interrupter
        interrupter.hold(descriptor)
        if case .pipe(_, let alarm) = source { interrupter.hold(alarm) }
    }

    deinit {
        close()
    }

    /// Ends a connect(2) that was under way, once the socket takes bytes; throws why it failed.
    func finishConnecting() throws(TransportError) {
        var failure: CInt = 0
        var length = socklen_t(MemoryLayout<CInt>.size)
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &length)
        guard failure == 0 else { throw TransportError(errno: failure) }
    }

    /// The peer's address; nil once the connection is gone.
    package var peer: SocketAddress? {
        isOpen ? SocketAddress(of: descriptor, peer: true) : nil
    }

    /// This end's address.
    package var local: SocketAddress? {
        isOpen ? SocketAddress(of: descriptor, peer: false) : nil
    }

    /// Whether both ends have the same address, and so are one machine.
    package var isPeerHere: Bool {
        guard let peer, let local else { return false }
        return peer.isSameHost(as: local)
    }

    package var socket: Socket { self }
    package var holdsInput: Bool { false }

    /// Sends small writes at once, and notices a peer that is gone after a minute of silence.
    package func prepareForCommands() {
        guard isOpen else { return }
        var on: CInt = 1
        setsockopt(
            descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<CInt>.size))
        _ = ferry_set_keepalive(descriptor, 60)
    }

    /// Seconds of a round trip, as the system has measured them; nil where it has not, or there is none
    /// to measure.
    package var roundTrip: Double? {
        guard isOpen else { return nil }
        let microseconds = ferry_round_trip(descriptor)
        return microseconds > 0 ? Double(microseconds) / 1e6 : nil
    }

    package func readAvailable(
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(TransportError) -> Int? {
        try receive(into: buffer, CInt(MSG_DONTWAIT))
    }

    /// As `readAvailable`, but the bytes stay for the next read.
    func peekAvailable(
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(TransportError) -> Int? {
        guard case .peer = source else {
            throw TransportError(.other, tr("its status cannot be read"))
        }
        return try receive(into: buffer, CInt(MSG_DONTWAIT) | CInt(MSG_PEEK))
    }

    private func receive(
        into buffer: UnsafeMutableRawBufferPointer, _ flags: CInt
    ) throws(TransportError) -> Int? {
        while true {
            guard isOpen else { throw .closed }
            let count: Int
            switch source {
            case .peer: count = recv(descriptor, buffer.baseAddress, buffer.count, flags)
            case .pipe(let pipe, _):
                // What is shut down gives no more bytes; a pipe would for ever.
                if interrupter.isInterrupted { throw .cancelled }
                count = Glibc.read(pipe, buffer.baseAddress, buffer.count)
            }
            let code = errno
            // A socket that was shut down reads like one whose peer has finished.
            if count <= 0, interrupter.isInterrupted { throw .cancelled }
            if count >= 0 { return count }
            if code == EAGAIN || code == EWOULDBLOCK { return nil }
            if code != EINTR { throw TransportError(errno: code) }
        }
    }

    package func writeAvailable(
        _ buffer: UnsafeRawBufferPointer
    ) throws(TransportError) -> Int? {
        while true {
            guard isOpen else { throw .closed }
            let flags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)
            let count = send(descriptor, buffer.baseAddress, buffer.count, flags)
            let code = errno
            if count >= 0 { return count }
            if interrupter.isInterrupted { throw .cancelled }
            if code == EAGAIN || code == EWOULDBLOCK { return nil }
            if code != EINTR { throw TransportError(errno: code) }
        }
    }

    package func finishWritingAvailable() throws(TransportError) -> Bool {
        guard isOpen else { throw .closed }
        if shutdown(descriptor, CInt(SHUT_WR)) != 0, errno != ENOTCONN {
            throw TransportError(errno: errno)
        }
        return true
    }

    package func close() {
        guard isOpen else { return }
        isOpen = false
        interrupter.close(descriptor)
        guard case .pipe(let pipe, let alarm) = source else { return }
        interrupter.close(alarm)
        Glibc.close(pipe)
    }

    /// Whether the peer has closed, or has said something that nobody asked for.
    package var hasInput: Bool {
        guard isOpen else { return true }
        var polled = pollfd(fd: inputDescriptor, events: CShort(POLLIN), revents: 0)
        return poll(&polled, 1, 0) > 0
    }

    private var inputDescriptor: CInt {
        switch source {
        case .peer: descriptor
        case .pipe(let pipe, _): pipe
        }
    }

    /// What poll(2) is to look at for one that waits for input, output or both.
    func polled(input: Bool, output: Bool) -> [pollfd] {
        func look(_ descriptor: CInt, _ events: CInt) -> pollfd {
            pollfd(fd: descriptor, events: CShort(events), revents: 0)
        }
        switch source {
        case .peer:
            return [look(descriptor, (input ? POLLIN : 0) | (output ? POLLOUT : 0))]
        case .pipe(let pipe, let alarm):
            return (input ? [look(pipe, POLLIN), look(alarm, 0)] : [])
                + (output ? [look(descriptor, POLLOUT)] : [])
        }
    }

    package var outlook: Readability {
        guard isOpen else { return .end }
        guard case .peer = source else {
            var polled = pollfd(fd: inputDescriptor, events: CShort(POLLIN), revents: 0)
            guard poll(&polled, 1, 0) > 0 else { return .nothing }
            return polled.revents & CShort(POLLIN) != 0 ? .bytes : .end
        }
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, CInt(MSG_DONTWAIT) | CInt(MSG_PEEK))
        if count > 0 { return .bytes }
        if count == 0 { return .end }
        return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? .nothing : .end
    }

    private func setNonBlocking() {
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
    }
}
