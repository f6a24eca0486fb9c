import Transport

/// A server in memory that answers as an input says: whoever waits for it gets an answer at once, or
/// the end. Each byte of the input is an answer: from 0x80 on what a server would say, else a type
/// of packet, two bytes of length, and the packet's fields; its number is right.
final class SFTPAnswers: ByteStream {
    /// What the input's bytes are.
    enum Way { case answers, raw }

    /// Requests that are answered behind the input's end.
    private static let usualLimit = 400
    private static let extensions: [(String, String)] = [
        ("posix-rename@openssh.com", "1"), ("statvfs@openssh.com", "2"),
        ("fsync@openssh.com", "1"), ("limits@openssh.com", "1"),
        ("users-groups-by-id@openssh.com", "1"),
    ]
    private static let types: [UInt8] = [101, 102, 103, 104, 105, 201, 42, 101]

    private struct Request {
        let type: UInt8
        let id: [UInt8]
        let fields: [UInt8]
    }

    let socket: Socket
    private let way: Way
    private let hasExtensions: Bool
    private var input: ArraySlice<UInt8>
    private var usual: Int
    private var sent: [UInt8] = []
    private var asked: [Request] = []
    private var outgoing: ArraySlice<UInt8> = []
    private var listings = 0

    /// Of answers, the first byte says by bit 0 that there are no extensions, by bit 1 that all ends
    /// behind the input.
    init(_ bytes: [UInt8], _ way: Way) {
        socket = Socket(adopting: -1, interrupter: Interrupter())
        self.way = way
        switch way {
        case .answers:
            let flags = bytes.first ?? 0
            hasExtensions = flags & 1 == 0
            usual = flags & 2 == 0 ? SFTPAnswers.usualLimit : 0
            input = bytes.dropFirst()
        case .raw:
            hasExtensions = false
            usual = 0
            input = []
            outgoing = bytes[...]
        }
    }

    var holdsInput: Bool { false }
    var outlook: Readability { .nothing }

    func readAvailable(
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(TransportError) -> Int? {
        if outgoing.isEmpty, !asked.isEmpty, way == .answers, let answer = answer() {
            outgoing = answer[...]
        }
        let count = min(buffer.count, outgoing.count)
        buffer.copyBytes(from: outgoing.prefix(count))
        outgoing = outgoing.dropFirst(count)
        return count
    }

    func writeAvailable(_ buffer: UnsafeRawBufferPointer) throws(TransportError) -> Int? {
        sent += buffer
        var position = 0
        while sent.count - position >= 5 {
            let length = sent[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length > 0, sent.count - position - 4 >= length else { break }
            let packet = sent[position + 4..<position + 4 + length]
            asked.append(
                Request(
                    type: packet.first ?? 0, id: Array(packet.dropFirst().prefix(4)),
                    fields: Array(packet.dropFirst(5))))
            position += 4 + length
        }
        sent.removeFirst(position)
        return buffer.count
    }

    func finishWritingAvailable() throws(TransportError) -> Bool { true }

    func close() {
        asked = []
        outgoing = []
    }

    // MARK: Answers

    /// The answer to the oldest request; nil for the end.
    private func answer() -> [UInt8]? {
        let request = asked.removeFirst()
        if request.type == 1 { return version }
        guard let first = input.popFirst() else {
            guard usual > 0 else { return nil }
            usual -= 1
            return usualAnswer(to: request)
        }
        if first >= 0x80 { return usualAnswer(to: request) }
        let length = input.prefix(2).reduce(0) { $0 << 8 | Int($1) }
        input = input.dropFirst(2)
        let fields = Array(input.prefix(length))
        input = input.dropFirst(fields.count)
        return packet(SFTPAnswers.types[Int(first % 8)], request.id + fields)
    }

    private var version: [UInt8] {
        let all = hasExtensions ? SFTPAnswers.extensions : []
        return packet(2, number(3) + all.flatMap { string($0.0) + string($0.1) })
    }

    /// What a server with one file of 5 bytes would say.
    private func usualAnswer(to request: Request) -> [UInt8] {
        let attributes =
            number(13) + [0, 0, 0, 0, 0, 0, 0, 5] + number(0o100644) + number(7) + number(7)
        switch request.type {
        case 3, 11: return packet(102, request.id + string("h"))
        case 5:
            guard request.fields.dropFirst(5).prefix(8).allSatisfy({ $0 == 0 }) else {
                return packet(101, request.id + number(1))
            }
            return packet(103, request.id + string("hello"))
        case 7, 8, 17: return packet(105, request.id + attributes)
        case 12:
            listings += 1
            guard listings % 2 == 1 else { return packet(101, request.id + number(1)) }
            let file = string("file") + string("-rw-r--r-- 1 me staff 5 file") + attributes
            let link = string("link") + string("") + number(4) + number(0o120777)
            return packet(104, request.id + number(2) + file + link)
        case 16, 19:
            return packet(104, request.id + number(1) + string("/home") + string("") + number(0))
        case 200
        where !request.fields.starts(with: string("posix-rename@openssh.com"))
            && !request.fields.starts(with: string("fsync@openssh.com")):
            return packet(201, request.id + [UInt8](repeating: 1, count: 88))
        default: return packet(101, request.id + number(0))
        }
    }

    private func packet(_ type: UInt8, _ fields: [UInt8]) -> [UInt8] {
        number(fields.count + 1) + [type] + fields
    }

    private func number(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private func string(_ text: String) -> [UInt8] {
        number(text.utf8.count) + Array(text.utf8)
    }
}
