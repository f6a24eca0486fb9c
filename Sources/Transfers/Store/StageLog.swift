import Disk
import Files
import Glibc
import Synchronization

/// How far the small parts of one run of an owner have come: a file beside the store, with a byte for
/// each part by its number. Like a transaction that waits for no disk, what is written outlives the
/// process, and costs far less. Used from any thread.
final class StageLog: Sendable {
    /// How far one part has come.
    struct Step: Hashable, Sendable {
        let number: UInt64
        let stage: PartStage
    }

    private enum State {
        /// Made with the first step: many runs have none.
        case unmade
        case open(Descriptor, headerLength: Int)
        /// The store has to be told instead.
        case failed
    }

    /// Parts of which one file tells; the store is told of those beyond.
    private static let capacity: UInt64 = 1 << 26

    /// Numbers of the parts that it is for.
    let numbers: Range<UInt64>
    private let first: PartID
    private let place: StageLogs
    private let state = Mutex(State.unmade)

    /// For parts of these and the following numbers.
    init(from first: PartID, in place: StageLogs) {
        self.first = first
        self.place = place
        numbers = first.number..<first.number &+ min(StageLog.capacity, .max - first.number)
    }

    /// Writes the steps in their order. False where that cannot be done, now or ever again: some of
    /// them may be there.
    func write(_ steps: [Step]) -> Bool {
        guard steps.allSatisfy({ numbers.contains($0.number) }) else { return false }
        guard !steps.isEmpty else { return true }
        return state.withLock { state in
            do throws(DiskError) {
                let (file, headerLength) = try opened(&state)
                var rest = steps[...]
                while let first = rest.first {
                    // Parts that were begun together mostly come as far together.
                    let run = zip(rest, first.number...).prefix { $0.number == $1 }
                    let offset = Int64(headerLength) + Int64(first.number - numbers.lowerBound)
                    try file.write(run.map(\.0.stage.rawValue), at: offset)
                    rest = rest.dropFirst(run.count)
                }
                // A later run of the owner has read it and removed it.
                guard try file.status().st_nlink > 0 else { throw DiskError(.write, ESTALE) }
                return true
            } catch {
                state = .failed
                return false
            }
        }
    }

    private func opened(_ state: inout State) throws(DiskError) -> (Descriptor, Int) {
        switch state {
        case .open(let file, let headerLength): return (file, headerLength)
        case .failed: throw DiskError(.write, EBADF)
        case .unmade:
            let header = StageLog.header(of: first)
            let file = try place.make().open(
                StageLogs.name(ofLogFrom: first), O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
            try file.write(header, at: 0)
            state = .open(file, headerLength: header.count)
            return (file, header.count)
        }
    }

    // MARK: - What is in it

    /// Bytes of the longest one.
    static let lengthLimit = Int(capacity) + 64

    static func header(of first: PartID) -> [UInt8] {
        Array("ferry stages 1 \(first.token) \(first.number)\n".utf8)
    }

    /// What one file says.
    struct Record {
        let first: PartID
        private let stages: ArraySlice<UInt8>

        /// Nil for what is not the log of the run that begins with this part.
        init?(_ bytes: [UInt8], of first: PartID) {
            let header = StageLog.header(of: first)
            guard bytes.starts(with: header) else { return nil }
            self.first = first
            stages = bytes[header.count...]
        }

        /// Nil for a part of which nothing was written, or what makes no sense.
        subscript(number: UInt64) -> PartStage? {
            guard number >= first.number, number - first.number < UInt64(stages.count) else {
                return nil
            }
            let byte = stages[stages.startIndex + Int(number - first.number)]
            return byte == 0 ? nil : PartStage(rawValue: byte)
        }
    }
}
