/// What a server takes (limits@openssh.com), or what any takes where it does not say.
struct ServerLimits: Hashable, Sendable {
    /// Bytes of data that every server takes and gives in one packet.
    static let safeLength = 32 << 10
    /// Bytes beyond which longer packets gain nothing.
    private static let longestData = 255 << 10

    /// Bytes of one READ.
    var readLength = ServerLimits.safeLength
    /// Bytes of one WRITE.
    var writeLength = ServerLimits.safeLength
    /// Files that may be open together; nil where nobody knows.
    var handles: Int?

    /// Those that every server keeps.
    init() {}

    /// Reads the answer; a field of 0 is no limit that is known.
    init(_ reply: FieldReader) throws(PacketFault) {
        var fields = reply
        let packet = try fields.longNumber()
        let read = try fields.longNumber()
        let write = try fields.longNumber()
        let handles = try fields.longNumber()
        // What a packet has besides its data: a handle, and a few numbers.
        let room = packet > 1_024 ? packet - 1_024 : 0
        readLength = ServerLimits.length(read, room)
        writeLength = ServerLimits.length(write, room)
        self.handles = handles == 0 ? nil : Int(min(handles, 100_000))
    }

    private static func length(_ said: UInt64, _ room: UInt64) -> Int {
        guard said > 0 else { return safeLength }
        let length = room > 0 ? min(said, room) : said
        return Int(max(1, min(length, UInt64(longestData))))
    }
}
