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

    /// Numbers of the run's parts.
    let numbers: Range<UInt64>
    private let directory: Path
    private let name: Name
    private let state = Mutex(State.unmade)

    /// For parts of these numbers, under that name in a directory that need not be there.
    init(_ name: Name, in directory: Path, numbers: Range<UInt64>) {
        self.name = name
        self.directory = directory
        self.numbers = numbers
    }

    /// Writes the steps in their order. False where that cannot be done, now or ever again: some of
    /// them may be there.
    func write(_ steps: [Step]) -> Bool {
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
            let header = Array("\(StageLog.start)\(numbers.lowerBound)\n".utf8)
            let file = try make()
            try file.write(header, at: 0)
            state = .open(file, headerLength: header.count)
            return (file, header.count)
        }
    }

    /// In place of an earlier run's, which the store has taken in by now. A process that still writes to
    /// that one keeps it to itself.
    private func make() throws(DiskError) -> Descriptor {
        // Where it cannot be made, opening it says so.
        directory.bytes.withCString { _ = mkdir($0, 0o700) }
        let directory = try DirectoryHandle(at: directory)
        if try directory.status(of: name) != nil { try directory.removeFile(name) }
        return try directory.open(name, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    }

    // MARK: - What an earlier run has written

    /// Before the first number, in decimal digits, and a newline.
    private static let start = "ferry stages 1 "

    /// What one file says.
    struct Record {
        private let first: UInt64
        private let stages: ArraySlice<UInt8>

        /// Nil for what is no such file.
        init?(_ bytes: [UInt8]) {
            let start = Array(StageLog.start.utf8)
            guard bytes.starts(with: start), let end = bytes.firstIndex(of: 0x0A),
                let first = UInt64(String(decoding: bytes[start.count..<end], as: UTF8.self))
            else { return nil }
            self.first = first
            stages = bytes[(end + 1)...]
        }

        /// Nil for a part of which nothing was written, or what makes no sense.
        subscript(number: UInt64) -> PartStage? {
            guard number >= first, number - first < UInt64(stages.count) else { return nil }
            let byte = stages[stages.startIndex + Int(number - first)]
            return byte == 0 ? nil : PartStage(rawValue: byte)
        }
    }
}
