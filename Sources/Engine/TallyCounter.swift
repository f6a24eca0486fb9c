import Files
import UI
import Work

/// Counts files, directories and bytes below some names, following no links.
struct TallyCounter {
    /// Directories deeper than this count as unreadable: a server may list itself for ever.
    static let depthLimit = 256

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
        var waiting: [(path: Path, depth: Int)] = []
        for path in paths.reversed() { waiting.append((path, 0)) }
        while let (path, depth) = waiting.popLast(), !stop.isCancelled {
            tally.directories += 1
            guard depth < TallyCounter.depthLimit, let directory = try? files.list(path) else {
                tally.unreadable += 1
                continue
            }
            for index in 0..<directory.count {
                if directory.kind(at: index) == .directory {
                    if let name = Name(directory.nameBytes(at: index)) {
                        waiting.append((path.appending(name), depth + 1))
                    }
                } else {
                    tally.files += 1
                    tally.bytes =
                        tally.bytes.addingReportingOverflow(
                            directory.size(at: index) ?? 0
                        ).partialValue
                }
            }
            if pace.isDue() { report(tally) }
        }
    }
}
