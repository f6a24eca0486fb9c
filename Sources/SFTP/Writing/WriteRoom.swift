/// Over which channel the next bytes of a file go, with the handle there, and how many.
struct WriteRoom {
    /// Bytes of a file that a machine may keep as one.
    private static let page: UInt64 = 4 << 10

    let way: FileChannels.Way
    let handle: [UInt8]
    let length: Int

    /// For some of the next `count` bytes, which belong at `offset`; a packet may have `limit` of them. Nil
    /// where none can be sent.
    init?(on ways: FileChannels, for count: Int, at offset: UInt64, atMost limit: Int) {
        guard let way = WriteRoom.way(on: ways), let handle = way.handle else { return nil }
        self.way = way
        self.handle = handle
        let length = min(count, way.window.packetLength(atMost: limit))
        let end = (offset + UInt64(length)) / WriteRoom.page * WriteRoom.page
        // Connections to a server that is several machines share no page of the file.
        let isCut = ways.areMany && end > offset && length < count
        self.length = isCut ? Int(end - offset) : length
    }

    /// The channel that has most room; nil while none has any.
    static func way(on ways: FileChannels) -> FileChannels.Way? {
        ways.roomiest(of: SideChannels.sentLimit)
    }
}
