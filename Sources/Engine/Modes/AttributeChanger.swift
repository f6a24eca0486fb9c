import Files
import UI
import Words
import Work

/// Gives chosen entries their time and their mode, many together.
struct AttributeChanger {
    /// Paths that are given to the file system together.
    private static let window = 1_000

    private let change: AttributeChange
    private let files: any FileSystem
    private let stop: Cancellation
    private var failures = FailureList(atMost: AttributeOutcome.toldFailures)

    private init(_ change: AttributeChange, on files: any FileSystem, stop: Cancellation) {
        self.change = change
        self.files = files
        self.stop = stop
    }

    /// Changes what is there, until `stop` says so at the latest.
    static func run(
        _ change: AttributeChange, on files: any FileSystem, stop: Cancellation
    ) -> AttributeOutcome {
        var changer = AttributeChanger(change, on: files, stop: stop)
        var end: FileSystemError?
        do throws(FileSystemError) {
            let entries = change.entries
            try changer.setTimes(of: entries)
            try changer.setModes(of: entries)
        } catch {
            // A connection that was woken up has another reason than the one that counts.
            end = stop.isCancelled ? ModeSetting.stopped : error
        }
        return AttributeOutcome(changer.failures, end: end)
    }

    private mutating func setTimes(of entries: [Entry]) throws(FileSystemError) {
        guard let time = change.time else { return }
        let site = files.site
        guard let setter = files as? any SettingTimes else {
            throw FileSystemError(
                .unsupported,
                detail: tr(
                    "Times cannot be set over \(site.scheme.rawValue)://; "
                        + "\(VisibleText.make(site.host)) keeps its times."))
        }
        var rest = entries[...]
        while !rest.isEmpty {
            if stop.isCancelled { throw ModeSetting.stopped }
            let window = rest.prefix(AttributeChanger.window).map { path(of: $0) }
            rest = rest.dropFirst(window.count)
            let answers = setter.setModified(window.map { ($0, time) })
            for (index, path) in window.enumerated() {
                guard answers.indices.contains(index) else {
                    failures.append(.unanswered(path))
                    continue
                }
                guard case .failure(let error) = answers[index] else { continue }
                // The others have no answer either, for the same reason.
                if error.endsConnection || error.question != nil { throw error }
                failures.append(error)
            }
        }
    }

    private mutating func setModes(of entries: [Entry]) throws(FileSystemError) {
        guard let mode = change.mode else { return }
        var setting = try ModeSetting(
            mode, on: files, stop: stop, keepingFailures: AttributeOutcome.toldFailures)
        defer { failures.append(setting.failures) }
        guard change.goesBelow else { return try setting.set(entries.map { path(of: $0) }) }
        // What a link leads to may be in one of the directories, and must not be shut before it.
        let files = entries.filter { $0.kind != .directory && $0.kind != .link }
        try setting.set(files.map { path(of: $0) })
        for entry in entries where entry.kind == .directory {
            try setting.set(below: path(of: entry))
        }
    }

    private func path(of entry: Entry) -> Path { change.location.path.appending(entry.name) }
}
