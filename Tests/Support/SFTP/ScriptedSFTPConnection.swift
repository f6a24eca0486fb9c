import Glibc

/// A connection of a scripted server. Belongs to the thread that serves it.
final class ScriptedSFTPConnection {
    private let number: Int
    private let descriptor: CInt
    private let wake: ScriptedSFTPWake
    private let files: ScriptedSFTPFiles
    private let ledger: ScriptedSFTPLedger
    private var received: [UInt8] = []
    /// Answers that are held back, in the order of their requests.
    private var held: [[UInt8]] = []
    private var outgoing: ArraySlice<UInt8> = []
    /// Nothing more is read; the connection ends once `outgoing` is out.
    private var isEnding = false

    /// No more is read while so many bytes wait for the client to take them.
    private static let mostOutgoing = 4 << 20
    /// A longer packet is not waited for, whatever the limits.
    private static let longestPacket = 64 << 20

    init(
        _ number: Int, _ descriptor: CInt, _ wake: ScriptedSFTPWake, _ files: ScriptedSFTPFiles,
        _ ledger: ScriptedSFTPLedger
    ) {
        self.number = number
        self.descriptor = descriptor
        self.wake = wake
        self.files = files
        self.ledger = ledger
    }

    deinit {
        close(descriptor)
    }

    /// Serves until the client or the server ends it.
    func serve() {
        while !(isEnding && outgoing.isEmpty), !ledger.withState(\.isEnding) {
            let isReading = !isEnding && outgoing.count < Self.mostOutgoing
            var waited = [
                pollfd(fd: wake.descriptor, events: CShort(POLLIN), revents: 0),
                pollfd(
                    fd: descriptor,
                    events: CShort((isReading ? POLLIN : 0) | (outgoing.isEmpty ? 0 : POLLOUT)),
                    revents: 0),
            ]
            let count = poll(&waited, nfds_t(waited.count), patience)
            if count < 0, errno != EINTR { return }
            wake.drain()
            if waited[1].revents & CShort(POLLIN) != 0, isReading {
                receive()
            } else if waited[1].revents & CShort(POLLHUP | POLLERR) != 0 {
                return
            }
            if mayRelease(isQuiet: count == 0) { release() }
            guard send() else { return }
        }
    }

    /// Milliseconds to wait for more; -1 is as long as it takes.
    private var patience: CInt {
        guard !held.isEmpty, case .quiet(let milliseconds) = ledger.behaviour.pace else {
            return -1
        }
        return CInt(milliseconds)
    }

    private func mayRelease(isQuiet: Bool) -> Bool {
        let isReleased = ledger.withState { $0.released.remove(number) != nil }
        guard !held.isEmpty else { return false }
        if isReleased { return true }
        return switch ledger.behaviour.pace {
        case .prompt: true
        case .pending(let count): held.count >= count
        case .quiet: isQuiet
        case .byHand: false
        }
    }

    // MARK: Bytes

    private func receive() {
        var block = [UInt8](repeating: 0, count: 256 << 10)
        let count = recv(descriptor, &block, block.count, CInt(MSG_DONTWAIT))
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else {
            isEnding = true
            return
        }
        received += block[..<count]
        var position = 0
        while !isEnding, received.count - position >= 4 {
            let length = received[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
            let limit = Int(clamping: ledger.behaviour.limits.packet)
            guard length <= (limit == 0 ? Self.longestPacket : limit) else {
                // As OpenSSH does.
                isEnding = true
                break
            }
            guard received.count - position - 4 >= length else { break }
            take(Array(received[position + 4..<position + 4 + length]))
            position += 4 + length
        }
        received.removeFirst(position)
    }

    /// Whether the client is still there.
    private func send() -> Bool {
        while !outgoing.isEmpty {
            let count = outgoing.withUnsafeBytes {
                Glibc.send(
                    descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT))
            }
            if count < 0, errno == EINTR { continue }
            if count < 0 { return errno == EAGAIN }
            outgoing = outgoing.dropFirst(count)
        }
        outgoing = []
        return true
    }

    private func put(_ bytes: [UInt8]) {
        let rest = ledger.takeEnd(bytes.count)
        outgoing += bytes.prefix(rest ?? bytes.count)
        if rest != nil { isEnding = true }
    }

    private func release() {
        var answers = held
        held = []
        switch ledger.behaviour.order {
        case .asked: break
        case .reversed: answers.reverse()
        case .shuffled(let seed):
            var noise = Noise(state: seed)
            answers.shuffle(using: &noise)
        }
        for answer in answers where !isEnding { put(answer) }
        ledger.withState { state in
            state.rounds += 1
            state.pending[number] = 0
        }
    }

    // MARK: Packets

    private func take(_ packet: [UInt8]) {
        var request = ScriptedSFTPRequest(packet, connection: number)
        if let handle = files.handles[request.handle] { request.path = handle.path }
        request.isOpen = files.handles.values.contains {
            $0.descriptor != nil && $0.path == request.path
        }
        var kept = request
        kept.payload = []
        ledger.withState { state in
            state.largestPacket = max(state.largestPacket, packet.count)
            if request.kind != .initialise { state.requests.append(kept) }
        }
        let answer = ledger.answer(to: kept)
        guard let bytes = bytes(of: answer, to: request) else { return }
        if request.kind == .initialise {
            // Nobody asks anything before it has come.
            put(bytes)
        } else {
            held.append(bytes)
        }
        ledger.withState { state in
            state.handles[number] = files.handles.count
            state.pending[number] = held.count
        }
    }

    /// What goes out for a request; nil where nothing does.
    private func bytes(
        of answer: ScriptedSFTPRule.Answer, to request: ScriptedSFTPRequest
    ) -> [UInt8]? {
        switch answer {
        case .status(let status, let text):
            return ScriptedSFTPReply.status(status, text).packet(id: request.id)
        case .packet(let type, let fields):
            return ScriptedSFTPReply.packet(type, fields).packet(id: request.id)
        case .bytes(let bytes): return bytes
        case .end:
            isEnding = true
            return nil
        case .usual: return usual(request, id: request.id)
        case .withID(let id): return usual(request, id: id)
        case .twice:
            let bytes = usual(request, id: request.id)
            return bytes + bytes
        case .silence:
            _ = usual(request, id: request.id)
            return nil
        case .doneThenEnd:
            _ = usual(request, id: request.id)
            isEnding = true
            return nil
        }
    }

    private func usual(_ request: ScriptedSFTPRequest, id: UInt32) -> [UInt8] {
        let behaviour = ledger.behaviour
        guard request.kind == .initialise else {
            return files.reply(to: request, behaviour).packet(id: id)
        }
        var version = ScriptedSFTPWriter()
        version.put(byte: 2)
        version.put(behaviour.version)
        for each in behaviour.extensions {
            version.put(each.name)
            version.put(each.data)
        }
        return behaviour.greeting + version.packet
    }

    /// The same order in every run.
    private struct Noise: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }
}
