import Transport

/// Packets that come in, each once all of it is there; the data of one answer may go past them.
struct Inbox {
    /// What was there next.
    enum Arrival {
        /// No whole packet.
        case nothing
        /// What answers nobody: the server's version, or the head of what goes past.
        case aside
        /// To the request of that number.
        case answer(UInt32, Reply)
    }

    private let reader: PacketReader
    /// Whether the server has said its version: the first packet does.
    private var isGreeted: Bool
    /// Data that goes past the reader while it is waited for.
    var bypass: DataBypass?

    /// `reader` holds what came already.
    init(_ reader: PacketReader, isGreeted: Bool) {
        self.reader = reader
        self.isGreeted = isGreeted
    }

    /// What came next. A reply is valid until more is received.
    mutating func next() throws(PacketFault) -> Arrival {
        if isGreeted, try bypass?.begin(at: reader) ?? false { return .aside }
        guard let packet = try reader.next() else { return .nothing }
        guard isGreeted else {
            _ = try ServerVersion(packet)
            isGreeted = true
            return .aside
        }
        let answer = try Reply.read(packet)
        return .answer(answer.id, answer.reply)
    }

    /// Receives what is there; how many bytes: 0 at the stream's end, nil where nothing is there.
    mutating func receive(from stream: any ByteStream) throws(TransportError) -> Int? {
        if bypass?.isUnderWay ?? false {
            return try bypass?.move(from: stream, reader.room())
        }
        var room = reader.room()
        // What follows the head is not to be read.
        if bypass != nil, let wanted = try? reader.wantedForHead() {
            room = UnsafeMutableRawBufferPointer(rebasing: room.prefix(wanted))
        }
        guard let count = try stream.readAvailable(into: room) else { return nil }
        reader.took(count)
        return count
    }
}
