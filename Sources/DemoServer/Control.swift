import CLinux
import Glibc

/// The connection is over: unwinds a session.
struct Departure: Error {}

/// The control connection: whole lines in, replies out.
final class Control {
    /// Why there is no line.
    enum Line {
        case command([UInt8])
        /// Longer than `lineLimit`; dropped up to its end.
        case tooLong
        /// Nothing came in time.
        case idle
    }

    /// Bytes of one command without its line end.
    static let lineLimit = 8_192
    /// Bytes of commands kept while one is at work.
    static let pipelineLimit = 256 * 1_024
    /// Seconds for the client to take a reply.
    private static let sendSeconds: CInt = 60

    let descriptor: Descriptor
    private let faults: Faults
    private var buffer: [UInt8] = []
    private var start = 0
    private var isSkipping = false
    private var hasEnded = false
    private var packets = PacketReader()

    init(_ descriptor: Descriptor, faults: Faults) {
        self.descriptor = descriptor
        self.faults = faults
        Socket.disableDelay(descriptor)
    }

    private var waiting: Int { buffer.count - start }
    private var hasRoom: Bool { waiting < Control.pipelineLimit }

    // MARK: Commands

    /// The next line; throws where the client is gone.
    func next(milliseconds: Int) throws(Departure) -> Line {
        let deadline = Clock.milliseconds() &+ Int64(milliseconds)
        while true {
            if let line = takeLine() { return line }
            if hasEnded { throw Departure() }
            let left = deadline - Clock.milliseconds()
            guard left > 0 else { return .idle }
            let pause = CInt(clamping: left)
            guard Socket.wait(for: descriptor, .read, milliseconds: pause) else { return .idle }
            fill()
        }
    }

    /// Waits until `data` is ready, the client sent ABOR, or the control connection ended. `data`
    /// may be nil, to wait for the rest only. False once `milliseconds` (-1: never) have passed.
    func wait(
        for data: Descriptor?, _ interest: Socket.Interest, milliseconds: CInt
    ) throws(Departure) -> Bool {
        var entries = [Socket.pollEntry(descriptor, hasRoom ? .read : [])]
        if let data { entries.append(Socket.pollEntry(data, interest)) }
        let ready = Socket.poll(&entries, milliseconds)
        if entries[0].revents != 0 {
            fill()
            if hasEnded { throw Departure() }
        }
        return ready > 0
    }

    /// Waits until the client goes away, reading nothing.
    func waitForEnd() {
        // With nothing asked for, poll(2) still tells of a connection that was shut down or reset;
        // a client that only closed its end shows as readable without a byte.
        while true {
            var entries = [Socket.pollEntry(descriptor, hasRoom ? .read : [])]
            guard Socket.poll(&entries, -1) > 0 else { return }
            if entries[0].revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { return }
            fill()
            if hasEnded { return }
        }
    }

    /// Takes an ABOR out of the lines that wait, where one has come.
    func takeAbort() -> Bool {
        var lineStart = start
        while let end = buffer[lineStart...].firstIndex(of: 0x0A) {
            let line = Control.cleaned(buffer[lineStart..<end])
            if line.count == 4, String(decoding: line, as: UTF8.self).uppercased() == "ABOR" {
                buffer.removeSubrange(lineStart...end)
                return true
            }
            lineStart = end + 1
        }
        return false
    }

    private func takeLine() -> Line? {
        while let end = buffer[start...].firstIndex(of: 0x0A) {
            if let company = faults.company, !packets.permits(company) { return nil }
            let line = buffer[start..<end]
            start = end + 1
            if isSkipping {
                isSkipping = false
                return .tooLong
            }
            if line.count > Control.lineLimit { return .tooLong }
            return .command(Control.cleaned(line))
        }
        if waiting > Control.lineLimit {
            isSkipping = true
            start = buffer.count
        }
        if start > 0 {
            buffer.removeFirst(start)
            start = 0
        }
        return nil
    }

    /// Without the CR at the end and Telnet's commands (RFC 854); a doubled 0xFF is one.
    private static func cleaned(_ line: ArraySlice<UInt8>) -> [UInt8] {
        var line = line
        if line.last == 0x0D { line.removeLast() }
        guard line.contains(0xFF) else { return Array(line) }
        var result: [UInt8] = []
        while let byte = line.popFirst() {
            guard byte == 0xFF else {
                result.append(byte)
                continue
            }
            switch line.popFirst() {
            case 0xFF: result.append(0xFF)
            // WILL, WONT, DO and DONT carry an option.
            case 0xFB, 0xFC, 0xFD, 0xFE: _ = line.popFirst()
            default: break
            }
        }
        return result
    }

    private func fill() {
        var chunk = [UInt8](repeating: 0, count: 16_384)
        guard let count = chunk.withUnsafeMutableBytes({ Socket.read(descriptor, $0) }) else {
            return
        }
        guard count > 0 else {
            hasEnded = true
            return
        }
        let packet = Array(chunk[..<count])
        guard let company = faults.company else {
            buffer += packet
            return
        }
        switch packets.take(packet, company, isBusy: buffer[start...].contains(0x0A)) {
        case .keep(let bytes): buffer += bytes
        case .refuse(let bytes):
            // A client that is gone shows at the next read.
            try? send(Array("500 '".utf8) + bytes.dropLast(2) + Array("'?\r\n".utf8))
        case .close: hasEnded = true
        }
    }

    // MARK: Replies

    /// A reply of one line. `text` may hold any bytes but line ends.
    func reply(_ code: Int, _ text: String) throws(Departure) {
        try reply(code, Array(text.utf8))
    }

    func reply(_ code: Int, _ text: [UInt8]) throws(Departure) {
        try send(Array("\(code) ".utf8) + text + [0x0D, 0x0A])
    }

    /// A reply of several lines (RFC 959, 4.2): the lines between start with a blank.
    func reply(
        _ code: Int, _ first: String, lines: [[UInt8]], _ last: String
    ) throws(Departure) {
        var bytes = Array("\(code)-\(first)\r\n".utf8)
        for line in lines { bytes += [0x20] + line + [0x0D, 0x0A] }
        try send(bytes + Array("\(code) \(last)\r\n".utf8))
    }

    /// The same reply in many lines, between which others seem to stand.
    private static func lengthened(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count > 4, bytes[3] == 0x20, bytes.firstIndex(of: 0x0A) == bytes.count - 1
        else { return bytes }
        let code = String(decoding: bytes.prefix(3), as: UTF8.self)
        let other = code == "226" ? "550" : "226"
        let before =
            "\(code)-There is more to say.\r\n\(other) Not so.\r\n\r\n \(code) A blank.\r\n"
        return Array("\(before)\(code)x\r\n\(other)-\r\n".utf8) + bytes
    }

    /// Bytes as they are, save for the faults of the control connection.
    func send(_ bytes: [UInt8]) throws(Departure) {
        var bytes = faults.isLong ? Control.lengthened(bytes) : bytes
        if faults.hasTelnet {
            // IAC DO ECHO in a line, IAC WILL SUPPRESS-GO-AHEAD before the next.
            bytes = bytes.flatMap { byte -> [UInt8] in
                switch byte {
                case 0x20: [0x20, 0xFF, 0xFD, 0x01]
                case 0x0A: [0x0A, 0xFF, 0xFB, 0x03]
                default: [byte]
                }
            }
        }
        if faults.hasCarriageReturnNul {
            bytes = bytes.flatMap { $0 == 0x0D ? [0x0D, 0, 0x0D] : [$0] }
        }
        if faults.isLineFeedOnly { bytes.removeAll { $0 == 0x0D } }
        let step = faults.isBytewise ? 1 : max(1, bytes.count)
        var position = 0
        while position < bytes.count {
            let end = min(bytes.count, position + step)
            let written = bytes[position..<end].withUnsafeBytes { Socket.write(descriptor, $0) }
            if let written {
                guard written > 0 else { throw Departure() }
                position += written
            } else {
                guard
                    Socket.wait(
                        for: descriptor, .write, milliseconds: Control.sendSeconds * 1_000)
                else { throw Departure() }
            }
        }
    }
}
