import Files

/// Bytes that were asked for in one request, or, where the server gave less, in a few.
struct DownloadPiece {
    private enum State {
        case waiting
        /// The file ends in it, or before it.
        case atEnd
        case failed(FileSystemError)
        case whole
    }

    let offset: UInt64
    let length: Int
    /// What asks for the rest of it; nil where nothing does.
    var request: UInt32?
    private var state = State.waiting
    /// Bytes that came.
    private var received = 0
    /// Those that wait to be taken.
    private var bytes: [UInt8] = []
    private var taken = 0

    init(offset: UInt64, length: Int) {
        self.offset = offset
        self.length = length
    }

    /// Bytes that are still to come.
    var missing: Int { length - received }
    /// Where what came ends.
    var endOffset: UInt64 { offset + UInt64(received) }
    /// Whether nothing waits to be taken.
    var isEmpty: Bool { taken == bytes.count }
    /// Whether there is nothing to be taken, and nothing that will not come.
    var isWaiting: Bool {
        if case .waiting = state { return isEmpty }
        return false
    }
    var isAtEnd: Bool {
        if case .atEnd = state { return true }
        return false
    }
    var isTaken: Bool {
        if case .whole = state { return isEmpty }
        return false
    }
    var failure: FileSystemError? {
        if case .failed(let error) = state { return error }
        return nil
    }

    /// So many bytes came and were taken at once.
    mutating func skip(_ count: Int) {
        received += count
        if missing == 0 { state = .whole }
    }

    mutating func append(_ more: UnsafeRawBufferPointer) {
        if !more.isEmpty {
            if isEmpty {
                bytes.removeAll(keepingCapacity: false)
                taken = 0
            }
            bytes.append(contentsOf: more)
            received += more.count
        }
        if missing == 0 { state = .whole }
    }

    mutating func end() { state = .atEnd }

    mutating func fail(_ error: FileSystemError) { state = .failed(error) }

    /// Moves what came out of it; how many bytes.
    mutating func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, bytes.count - taken)
        guard count > 0 else { return 0 }
        bytes.withUnsafeBytes { bytes in
            UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[taken..<taken + count]))
        }
        taken += count
        return count
    }
}
