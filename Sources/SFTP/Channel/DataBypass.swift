import Files
import Transport

/// The data of one answer, which goes past Ferry: once the packet's head is there, the kernel moves
/// what follows to a file.
struct DataBypass {
    private enum State {
        /// The packet has not begun.
        case awaited
        /// So many bytes are still to come.
        case moving(left: Int)
        /// The same where the kernel cannot move them.
        case copying(left: Int)
        /// The file takes no more: so many bytes of the packet are passed over.
        case skipping(left: Int, FileSystemError)
        /// All of it is in the file.
        case done
        /// It is not, but the packet is at its end.
        case failed(FileSystemError)
    }

    /// The request that asked for it.
    private let request: UInt32
    private let file: any FileDescriptorSink
    /// Bytes that were asked for.
    private let limit: Int
    private var state = State.awaited
    /// Bytes that the packet has.
    private var count = 0

    init(_ request: UInt32, to file: any FileDescriptorSink, atMost limit: Int) {
        self.request = request
        self.file = file
        self.limit = limit
    }

    /// Whether the packet is under way, so that nothing else can be read of the stream.
    var isUnderWay: Bool {
        switch state {
        case .moving, .copying, .skipping: true
        case .awaited, .done, .failed: false
        }
    }

    /// Whether the packet was under way, and is at its end.
    var isOver: Bool {
        switch state {
        case .done, .failed: true
        case .awaited, .moving, .copying, .skipping: false
        }
    }

    /// How many bytes the packet had, once it is over; throws where they are not all in the file.
    func outcome() throws(FileSystemError) -> Int {
        if case .failed(let error) = state { throw error }
        return count
    }

    /// Begins where the next packet of `reader` is the one that goes past it; whether it is.
    mutating func begin(at reader: PacketReader) throws(PacketFault) -> Bool {
        guard case .awaited = state, let head = try reader.dataHead(), head.request == request,
            // Too much is a fault, and nothing says that the file ends.
            head.count > 0, head.count <= limit
        else { return false }
        reader.drop(PacketReader.dataHeadSize)
        let first = reader.rest.prefix(head.count)
        begin(head.count, with: UnsafeRawBufferPointer(rebasing: first))
        reader.drop(first.count)
        return true
    }

    /// The packet begins, with the first of its `count` bytes, which came together with its head.
    private mutating func begin(_ count: Int, with first: UnsafeRawBufferPointer) {
        self.count = count
        state = .copying(left: count)
        if !first.isEmpty { copy(first) }
        if case .copying(let left) = state { state = .moving(left: left) }
    }

    /// Moves what is there; how many bytes that were: 0 at the stream's end, nil where nothing is there.
    mutating func move(
        from stream: any ByteStream, _ room: UnsafeMutableRawBufferPointer
    ) throws(TransportError) -> Int? {
        switch state {
        case .awaited, .done, .failed: return nil
        case .moving(let left):
            switch try stream.moveAvailable(to: file.descriptor, atMost: left) {
            case .moved(let moved):
                file.wrote(moved)
                advance(by: moved)
                return moved
            case .notReady: return nil
            case .failed(let code, let taken):
                state = .skipping(left: left, file.failure(code))
                advance(by: taken)
                if taken > 0 { return taken }
            case .impossible: state = .copying(left: left)
            }
            return try move(from: stream, room)
        case .copying(let left), .skipping(let left, _):
            let most = min(left, room.count)
            let part = UnsafeMutableRawBufferPointer(rebasing: room[..<most])
            guard let got = try stream.readAvailable(into: part) else { return nil }
            copy(UnsafeRawBufferPointer(rebasing: part[..<got]))
            return got
        }
    }

    private mutating func copy(_ bytes: UnsafeRawBufferPointer) {
        if case .copying(let left) = state {
            do throws(FileSystemError) {
                try file.write(bytes)
            } catch {
                state = .skipping(left: left, error)
            }
        }
        advance(by: bytes.count)
    }

    private mutating func advance(by bytes: Int) {
        switch state {
        case .awaited, .done, .failed: break
        case .moving(let left):
            state = left > bytes ? .moving(left: left - bytes) : .done
        case .copying(let left):
            state = left > bytes ? .copying(left: left - bytes) : .done
        case .skipping(let left, let error):
            state = left > bytes ? .skipping(left: left - bytes, error) : .failed(error)
        }
    }
}
