import ArgumentParser
import Engine
import Files
import FoundationEssentials
import Jobs
import Local
import Transfers
import UI
import Words
import Work

struct Undo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: tr("Take back what was done to files last."),
        discussion: tr(
            "Without a number, the newest is undone. Nothing is replaced, and nothing is "
                + "deleted that was changed since."))

    @Flag(help: ArgumentHelp(tr("Number and list what can be undone, the newest first.")))
    var list = false

    @Flag(help: ArgumentHelp(tr("With --list, print one JSON object a line.")))
    var json = false

    @OptionGroup var options: ConnectionOptions

    @Argument(help: ArgumentHelp(tr("Which one, as --list numbers them.")))
    var number: Int64?

    func run() throws {
        let session = try HeadlessSession(options, [])
        defer { session.close() }
        let store = try Undo.stored { () throws(StoreError) in
            try Store.openLasting(at: session.settings.storePath)
        }
        if list {
            let records = try Undo.stored { () throws(StoreError) in try store.undoRecords() }
            return try printAll(records)
        }
        let record = try chosen(in: store)
        let obstacle = try Undo.stored { () throws(StoreError) in try store.obstacle(to: record) }
        if let obstacle { throw Failure([obstacle]) }
        // A sync has changed both sides.
        let numbers = try Undo.stored { () throws(StoreError) in
            try store.undoTwins(of: record.number)
        }
        let twins = try numbers.compactMap { number in
            try Undo.stored { () throws(StoreError) in try store.undoRecord(number) }
        }
        try Undo.stored { () throws(StoreError) in
            try store.prepareUndo(of: record.number)
        }
        // The password is for whatever the record names.
        let credentials = session.session.credentials
        for site in ([record] + twins).map(\.site) where site.isRemote {
            guard let given = credentials.password(for: site, isForJob: true) else { continue }
            credentials.remember(given, for: site)
        }
        let failures = try ([record] + twins.filter(\.canBeUndone)).flatMap { record in
            try Failure.caught { try undo(record, store, session) }
        }
        if let failure = Failure(all: failures) { throw failure }
    }

    private static func stored<Value>(
        _ body: () throws(StoreError) -> Value
    ) throws -> Value {
        do throws(StoreError) {
            return try body()
        } catch {
            throw Failure(["\(error)"])
        }
    }

    // MARK: - Listing

    private func printAll(_ records: [UndoRecord]) throws {
        var output = Output.standard
        for record in records {
            if json {
                let line = try encoder.encode(UndoLine(record))
                try output.append(line: String(decoding: line, as: UTF8.self))
            } else {
                let why = record.shortfall.map { "\t\($0)" } ?? ""
                try output.append(
                    line: "\(record.number)\t\(ISOTime.text(seconds: record.time))\t"
                        + "\(record.summary)\t\(record.place)\(why)")
            }
        }
        try output.flush()
    }

    private var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    // MARK: - Undoing

    private func chosen(in store: Store) throws -> UndoRecord {
        let newest = try Undo.stored { () throws(StoreError) in try store.undoRecords() }
            .first { !$0.steps.isEmpty }
        guard let number = number ?? newest?.number else {
            throw Failure([tr("There is nothing to undo.")])
        }
        let found = try Undo.stored { () throws(StoreError) in try store.undoRecord(number) }
        guard let found else {
            throw Failure([
                tr("There is no number \(number); `ferry undo --list` shows what can be undone.")
            ])
        }
        guard found.canBeUndone else {
            throw Failure([found.shortfall ?? tr("Nothing of it can be undone.")])
        }
        return found
    }

    private func undo(_ record: UndoRecord, _ store: Store, _ session: HeadlessSession) throws {
        let result = try session.use(record.site) { files in
            Undoer.run(record, on: files, stop: Cancellation())
        }
        var report = UndoReport(
            site: record.site, undone: result.undone.count - result.requests.count,
            queued: 0, failures: result.failures)
        var undone = result.undone
        if !result.requests.isEmpty {
            // What is moved back stays in the list where it could not be.
            let moved = record.steps.filter { step in
                if case .moved = step.what { undone.contains(step.number) } else { false }
            }.map(\.number)
            do {
                try HeadlessTransfers(session, TransferOptions.parse([])).run(
                    result.requests, after: [])
                report.undone += moved.count
            } catch {
                undone.removeAll { moved.contains($0) }
                try end(record, undone, report, store)
                throw error
            }
        }
        try end(record, undone, report, store)
        var output = Output.standard
        if report.undone > 0 { try output.append(line: report.done) }
        try output.flush()
        for note in result.notes { StandardError.say(Failure.prefix + note) }
        let more = report.failures.count - report.failures.first.count
        let lines =
            report.failures.first.map(\.message)
            + (more > 0
                ? [
                    tr(
                        more, one: "\(more) more could not be undone.",
                        other: "\(more) more could not be undone.")
                ] : [])
            + [record.loss].compactMap(\.self)
        if !lines.isEmpty { throw Failure(lines) }
    }

    private func end(
        _ record: UndoRecord, _ undone: [Int64], _ report: UndoReport, _ store: Store
    ) throws {
        try Undo.stored { () throws(StoreError) in
            try store.endUndo(
                record.number, steps: undone, failure: report.failures.first.first?.message)
        }
    }
}

/// A record as JSON.
private struct UndoLine: Encodable {
    let number: Int64
    let time: String
    let action: String
    let site: String
    let place: String
    let summary: String
    let steps: Int
    let lost: Int
    let error: String?

    init(_ record: UndoRecord) {
        number = record.number
        time = ISOTime.text(seconds: record.time)
        action = record.action.rawValue
        site = record.site.text
        place = record.place
        summary = record.summary
        steps = record.count
        lost = record.lost
        error = record.shortfall
    }
}
