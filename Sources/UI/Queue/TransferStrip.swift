import Files
import Jobs
import Terminal
import Words

/// How a row of the strip is divided; a narrow one has no target.
struct TransferColumns: Hashable {
    let name: Int
    let target: Int
    let bar: Int

    /// Percent, speed, time left, state, and the blanks between them.
    static let fixed = 3 + 5 + 9 + 8 + 1 + JobWord.stripColumns

    init(width: Int, hasBar: Bool = true) {
        let room = max(0, width - TransferColumns.fixed)
        bar = room < 16 || !hasBar ? 0 : max(6, min(40, room * 3 / 10))
        target = room >= 48 ? min(60, room * 7 / 20) : 0
        name = max(0, room - bar - target - (bar > 0 ? 1 : 0) - (target > 0 ? 1 : 0))
    }
}

/// What is being transferred, in a strip of the main screen.
struct TransferStrip {
    private let workspace: Workspace

    init(_ workspace: Workspace) {
        self.workspace = workspace
    }

    /// Jobs and visits that run share the rows; each has at least half of them where it needs it.
    private func shownRows(_ limit: Int) -> [TransferRow] {
        let visits = workspace.queue.visits.running
        let jobCount = workspace.queue.unfinishedCount - visits.count
        let room = min(visits.count, max(limit - jobCount, limit / 2))
        return jobRows(limit - room)
            + visits.prefix(room).map { TransferRow($0, workspace.glyphs) }
    }

    /// The rows of jobs, the most telling first: batches that run with what runs in them, what asks,
    /// what failed, what waits.
    private func jobRows(_ limit: Int) -> [TransferRow] {
        guard limit > 0 else { return [] }
        let queue = workspace.queue
        let active = queue.jobs(in: .active)
        // Of two rows, what runs and what asks say more.
        let batches = limit > 2 ? batchRows(of: active, beyond: limit) : []
        let (tops, others) = (
            active.filter { $0.kind == .directory && $0.parent == nil },
            active.filter { $0.kind == .directory && $0.parent != nil }
        )
        let files = active.filter { $0.kind != .directory }
        func rows(_ jobs: [Job]) -> [TransferRow] { jobs.map { TransferRow($0, in: workspace) } }
        // A directory that stands by itself is a batch of its own.
        let alone = tops.filter { (queue.progress[$0.batch]?.count ?? 0) < 2 }
        let together = tops.filter { (queue.progress[$0.batch]?.count ?? 0) >= 2 }
        let running = batches + rows(Array((alone + files + together + others).prefix(limit)))
        let asking = rows(
            queue.jobs(in: .needsYou, limit: limit) + queue.jobs(in: .failed, limit: limit))
        // What asks or failed keeps a row, however much runs.
        if let first = asking.first, running.count >= limit, limit > 1 {
            return running.prefix(limit - 1) + [first]
        }
        var shown = Array((running + asking).prefix(limit))
        if shown.count < limit {
            shown += rows(queue.jobs(in: .waiting, limit: limit - shown.count))
        }
        return shown
    }

    /// A row for each batch that runs and has more rows than the strip, in the order of the first of
    /// these.
    private func batchRows(of active: [Job], beyond limit: Int) -> [TransferRow] {
        var running: [BatchID: [Job]] = [:]
        var order: [Job] = []
        for job in active where job.parent == nil {
            if running[job.batch] == nil { order.append(job) }
            running[job.batch, default: []].append(job)
        }
        return order.compactMap { first in
            guard let totals = workspace.queue.progress[first.batch], totals.unfinished > limit
            else {
                return nil
            }
            return TransferRow(
                totals, running: running[first.batch] ?? [], like: first, in: workspace)
        }
    }

    func draw(_ rect: Rect, into frame: inout Frame) {
        let key = workspace.keymap.labels(for: .queue, in: .pane).first.map { " (\($0))" } ?? ""
        let rows = shownRows(rect.height - 1)
        let more = workspace.queue.unfinishedCount - rows.count
        let speed = workspace.queue.speed
        var title = tr("Transfers") + key
        if speed > 0 { title += "  \(Format.speed(speed))" }
        if more > 0 { title += "  " + tr("\(Format.grouped(UInt64(more))) more") }
        frame.drawRule(title, y: rect.y, role: .transferTitle, workspace.glyphs)
        let columns = TransferColumns(width: rect.width, hasBar: !workspace.options.isPlain)
        let names = DistinctNames(rows.map(\.name), columns: columns.name)
        for (line, row) in rows.enumerated() {
            drawTransfer(row, names, y: rect.y + 1 + line, columns, into: &frame)
        }
    }

    private func drawTransfer(
        _ row: TransferRow, _ names: DistinctNames, y: Int, _ columns: TransferColumns,
        into frame: inout Frame
    ) {
        let role = row.role
        frame.fill(Rect(x: 0, y: y, width: frame.size.width, height: 1), role: .transfer)
        frame.put(row.mark, x: 1, y: y, role: role)
        var x = 3
        frame.put(
            row.shownName(
                columns: columns.name, hasTarget: columns.target > 0, among: names), x: x, y: y,
            role: role)
        x += columns.name
        if columns.target > 0 {
            let target = TextFit.cutStart(row.target, to: columns.target)
            frame.put(target, x: x + 1, y: y, role: .transfer)
            x += columns.target + 1
        }
        if columns.bar > 0 {
            drawBar(row, x: x + 1, y: y, width: columns.bar, into: &frame)
            x += columns.bar + 1
        }
        let percent = row.percent.map { "\($0)%" } ?? ""
        frame.put(TextFit.right(percent, 5), x: x, y: y, role: .transfer)
        if let delay = row.delay {
            frame.put(TextFit.cut(delay, to: 26), x: x + 7, y: y, role: .transferAsk)
            return
        }
        frame.put(TextFit.right(row.speed, 9), x: x + 5, y: y, role: .transfer)
        let left = row.secondsLeft.map { Format.duration($0) } ?? ""
        frame.put(TextFit.right(left, 8), x: x + 14, y: y, role: .transfer)
        frame.put(TextFit.cut(row.stripWord, to: JobWord.stripColumns), x: x + 23, y: y, role: role)
    }

    private func drawBar(_ row: TransferRow, x: Int, y: Int, width: Int, into frame: inout Frame) {
        guard row.hasBar else { return }
        let full = row.percent.map { width * $0 / 100 } ?? 0
        frame.put(
            String(repeating: workspace.glyphs.barFull, count: full), x: x, y: y,
            role: .transferBarFull)
        frame.put(
            String(repeating: workspace.glyphs.barEmpty, count: width - full), x: x + full, y: y,
            role: .transferBarEmpty)
    }
}
