import Files
import Jobs
import Terminal

/// How a row of the strip is divided; a narrow one has no target.
struct TransferColumns: Hashable {
    let name: Int
    let target: Int
    let bar: Int

    /// Percent, speed, time left, state, and the blanks between them.
    static let fixed = 3 + 5 + 9 + 8 + 11

    init(width: Int) {
        let room = max(0, width - TransferColumns.fixed)
        bar = room < 16 ? 0 : max(6, min(40, room * 3 / 10))
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
        let jobs = shownJobs(limit - room)
        return jobs.map { TransferRow($0, in: workspace) }
            + visits.prefix(room).map { TransferRow($0, isASCII: workspace.options.isASCII) }
    }

    /// The jobs of the strip, the most telling first: what runs, what asks, what failed, what waits.
    private func shownJobs(_ limit: Int) -> [Job] {
        guard limit > 0 else { return [] }
        let active = workspace.queue.jobs(in: .active)
        var jobs = active.filter { $0.kind != .directory } + active.filter { $0.kind == .directory }
        let rest =
            workspace.queue.jobs(in: .needsYou, limit: limit)
            + workspace.queue.jobs(in: .failed, limit: limit)
        // What asks or failed keeps a row, however much runs.
        if let first = rest.first, jobs.count >= limit, limit > 1 {
            jobs = Array(jobs.prefix(limit - 1)) + [first]
            return jobs
        }
        jobs += rest
        if jobs.count < limit {
            jobs += workspace.queue.jobs(in: .waiting, limit: limit - jobs.count)
        }
        return Array(jobs.prefix(limit))
    }

    func draw(_ rect: Rect, into frame: inout Frame) {
        let key = workspace.keymap.labels(for: .queue, in: .pane).first.map { " (\($0))" } ?? ""
        let rows = shownRows(rect.height - 1)
        let more = workspace.queue.unfinishedCount - rows.count
        let speed = workspace.queue.speed
        var title = "Transfers\(key)"
        if speed > 0 { title += "  \(Format.speed(speed))" }
        if more > 0 { title += "  \(Format.grouped(UInt64(more))) more" }
        frame.drawRule(title, y: rect.y, role: .transferTitle, workspace.glyphs)
        let columns = TransferColumns(width: rect.width)
        for (line, row) in rows.enumerated() {
            drawTransfer(row, y: rect.y + 1 + line, columns, into: &frame)
        }
    }

    private func drawTransfer(
        _ row: TransferRow, y: Int, _ columns: TransferColumns, into frame: inout Frame
    ) {
        let role = row.role
        frame.fill(Rect(x: 0, y: y, width: frame.size.width, height: 1), role: .transfer)
        frame.put(row.mark, x: 1, y: y, role: role)
        var x = 3
        frame.put(
            row.shownName(columns: columns.name, hasTarget: columns.target > 0), x: x, y: y,
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
        frame.put(TextFit.right(row.speed, 9), x: x + 5, y: y, role: .transfer)
        let left = row.secondsLeft.map { Format.duration($0) } ?? ""
        frame.put(TextFit.right(left, 8), x: x + 14, y: y, role: .transfer)
        frame.put(TextFit.cut(row.stripWord, to: 10), x: x + 23, y: y, role: role)
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
