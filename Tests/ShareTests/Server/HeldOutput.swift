import NIOCore

@testable import Share

/// A visitor that takes what is written when the test says so.
final class HeldOutput: ResponseOutput {
    struct Lost: Error {}

    /// What was written: the bytes in memory, or the range of a file's.
    enum Write: Equatable {
        case bytes([UInt8])
        case file(Range<Int>)
        case nothing
    }

    private(set) var writes: [Write] = []
    /// Whether the response ended with the last write.
    private(set) var isEnded = false
    private(set) var check: (() -> Bool)?
    private var taken: ((Result<Void, any Error>, Double) -> Void)?

    func write(
        _ body: IOData?, isLast: Bool, check: (() -> Bool)?,
        taken: @escaping (Result<Void, any Error>, _ seconds: Double) -> Void
    ) {
        switch body {
        case .byteBuffer(let bytes): writes.append(.bytes(Array(bytes.readableBytesView)))
        case .fileRegion(let region):
            writes.append(.file(region.readerIndex..<region.endIndex))
        case nil: writes.append(.nothing)
        }
        isEnded = isLast
        self.check = check
        self.taken = taken
    }

    /// The last write was taken after so many seconds.
    func take(after seconds: Double = 0) {
        let taken = self.taken
        self.taken = nil
        taken?(.success(()), seconds)
    }

    func lose() {
        let taken = self.taken
        self.taken = nil
        taken?(.failure(Lost()), 0)
    }
}
