/// Cuts a stream of bytes into packets (draft-ietf-secsh-filexfer-02, section 3): a length, then so
/// many bytes, of which the first is the type. Does no I/O: whoever has bytes puts them into `room`.
package final class PacketReader {
    /// Bytes of a packet at most. Data is far below; a reply with all names of a large directory in
    /// one packet has been seen past 1 MiB.
    package static let packetLimit = 16 << 20
    /// Bytes that are kept, unless one packet has more.
    private static let usualSize = 1 << 20
    /// Bytes that there is room for at least.
    private static let leastRoom = 256 << 10
    private static let headSize = 4

    private var storage: UnsafeMutableRawBufferPointer
    private var start = 0
    private var end = 0

    package init() {
        storage = .allocate(byteCount: PacketReader.usualSize, alignment: 16)
    }

    deinit {
        storage.deallocate()
    }

    /// Bytes that came in and belong to no packet that was handed out.
    package var rest: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: storage[start..<end])
    }

    /// Where the next bytes go; never empty. Packets that were handed out are gone.
    package func room() -> UnsafeMutableRawBufferPointer {
        let needed = max(missing ?? 0, PacketReader.leastRoom)
        if storage.count - end < needed { makeRoom(needed) }
        return UnsafeMutableRawBufferPointer(rebasing: storage[end...])
    }

    /// So many bytes were put into `room`.
    package func took(_ count: Int) {
        end += max(0, min(count, storage.count - end))
    }

    /// Bytes that a packet has before its data: its length, the type, the request's number, and how many
    /// bytes of data there are.
    static let dataHeadSize = 13

    /// Of the next packet, once its head is there, where it gives data and nothing else: which request it
    /// answers, and how many bytes.
    func dataHead() throws(PacketFault) -> (request: UInt32, count: Int)? {
        guard let length = try nextLength(), rest.count >= PacketReader.dataHeadSize,
            rest[PacketReader.headSize] == PacketType.data.rawValue
        else { return nil }
        let request = rest.loadUnaligned(fromByteOffset: 5, as: UInt32.self).bigEndian
        let count = Int(rest.loadUnaligned(fromByteOffset: 9, as: UInt32.self).bigEndian)
        guard length == PacketReader.dataHeadSize - PacketReader.headSize + count else {
            return nil
        }
        return (request, count)
    }

    /// Bytes that the next packet still wants until one can tell whether it gives data, or where one can,
    /// until all of it is there; at least one.
    func wantedForHead() throws(PacketFault) -> Int {
        let length = try nextLength().map { $0 + PacketReader.headSize }
        let head = min(length ?? .max, PacketReader.dataHeadSize)
        if rest.count < head { return head - rest.count }
        return max((length ?? 0) - rest.count, 1)
    }

    /// Passes over bytes that belong to no packet.
    func drop(_ count: Int) {
        start += max(0, min(count, end - start))
    }

    /// The next packet without its length: the type, and what follows it; nil until all of it is
    /// there. Valid until the next call of `room`.
    package func next() throws(PacketFault) -> UnsafeRawBufferPointer? {
        guard let length = try nextLength() else { return nil }
        let first = start + PacketReader.headSize
        guard end - first >= length else { return nil }
        start = first + length
        return UnsafeRawBufferPointer(rebasing: storage[first..<start])
    }

    /// Of the packet that has begun; nil until it is known.
    private func nextLength() throws(PacketFault) -> Int? {
        guard end - start >= PacketReader.headSize else { return nil }
        let length = rest.loadUnaligned(as: UInt32.self).bigEndian
        guard length > 0, length <= PacketReader.packetLimit else { throw .badLength(length) }
        return Int(length)
    }

    /// Bytes that the packet that has begun still wants; nil where none has, or is not taken.
    private var missing: Int? {
        guard let length = try? nextLength() else { return nil }
        return length + PacketReader.headSize - (end - start)
    }

    private func makeRoom(_ needed: Int) {
        let kept = rest
        let wanted = max(PacketReader.usualSize, kept.count + needed)
        if wanted == storage.count {
            UnsafeMutableRawBufferPointer(rebasing: storage[..<kept.count]).copyMemory(from: kept)
        } else {
            let other = UnsafeMutableRawBufferPointer.allocate(byteCount: wanted, alignment: 16)
            UnsafeMutableRawBufferPointer(rebasing: other[..<kept.count]).copyMemory(from: kept)
            storage.deallocate()
            storage = other
        }
        (start, end) = (0, kept.count)
    }
}
