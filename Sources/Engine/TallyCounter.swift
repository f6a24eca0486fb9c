import Files
import UI
import Work

/// Counts files, directories and bytes below some names, following no links.
struct TallyCounter {
    /// Directories deeper than this count as unreadable: a server may list itself for ever.
    static let depthLimit = 256
    /// Directories that are read together where the file system does that.
    private static let window = 64

    private(set) var tally: Tally
    private let stop: Cancellation
    private let report: (Tally) -> Void
    private var pace = ReportPace()

    /// Counts on from `start`.
    init(start: Tally, stop: Cancellation, report: @escaping (Tally) -> Void) {
        tally = start
        self.stop = stop
        self.report = report
    }

    mutating func count(_ paths: [Path], in files: any FileSystem) {
        var waiting = paths.reversed().map { Waiting(path: $0, depth: 0) }
        let most = files is any ListingManyDirectories ? TallyCounter.window : 1
        while !waiting.isEmpty, !stop.isCancelled {
            let next = Array(waiting.suffix(most))
            waiting.removeLast(next.count)
            count(next, in: files, &waiting)
            if pace.isDue() { report(tally) }
        }
    }

    /// A directory that is still to be read.
    private struct Waiting {
        let path: Path
        /// Directories above it that were counted.
        let depth: Int
    }

    private mutating func count(
        _ directories: [Waiting], in files: any FileSystem, _ waiting: inout [Waiting]
    ) {
        let readable = directories.filter { $0.depth < TallyCounter.depthLimit }
        tally.directories += directories.count
        tally.unreadable += directories.count - readable.count
        let answers = files.answers(about: readable.map(\.path)) { [stop] in !stop.isCancelled }
        for (directory, answer) in zip(readable, answers) {
            switch answer {
            case .listed(let listing): count(listing, of: directory, &waiting)
            case .large:
                if let listing = try? files.list(directory.path) {
                    count(listing, of: directory, &waiting)
                } else {
                    tally.unreadable += 1
                }
            // Nobody waits for the end of the count.
            case .later: break
            case .failed: tally.unreadable += 1
            }
        }
    }

    private mutating func count(
        _ listing: Directory, of directory: Waiting, _ waiting: inout [Waiting]
    ) {
        for index in 0..<listing.count {
            guard listing.kind(at: index) == .directory else {
                tally.files += 1
                tally.bytes =
                    tally.bytes.addingReportingOverflow(listing.size(at: index) ?? 0).partialValue
                continue
            }
            if let name = Name(listing.nameBytes(at: index)) {
                waiting.append(
                    Waiting(path: directory.path.appending(name), depth: directory.depth + 1))
            }
        }
    }
}
