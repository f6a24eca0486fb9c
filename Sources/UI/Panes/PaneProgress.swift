import Files
import Terminal

extension Model {
    /// What a pane shows while it waits: its own lines of the log, and how far it is.
    func drawProgress(_ side: Side, _ rect: Rect, into frame: inout Frame) {
        guard let pending = self[side].pending, rect.height > 1 else { return }
        let seconds = instant.seconds(since: pending.since)
        var words = [Format.duration(seconds)]
        if pending.count > 0 { words.append(Format.count(pending.count, "entry")) }
        if let key = keymap.labels(for: .cancel, in: .pane).first { words.append("\(key) cancels") }
        // In a narrow pane the least telling words go.
        let full = ["Reading"] + words
        let room = rect.width - 2
        if CharacterWidth.of(full.joined(separator: "  ")) <= room {
            words = full
        } else if CharacterWidth.of(words.joined(separator: "  ")) > room, words.count > 2 {
            words.remove(at: 1)
        }
        let foot = rect.maxY - 1
        frame.put(
            TextFit.cut(words.joined(separator: "  "), to: rect.width - 2), x: rect.x + 1, y: foot,
            role: .accent)
        guard let number = self[side].connectionNumber else { return }
        let lines = log.newest(rect.height - 2) { $0.connection == number }
        for (line, exchange) in lines.enumerated() {
            drawLogLine(
                exchange, Rect(x: rect.x + 1, y: rect.y + line, width: rect.width - 2, height: 1),
                isBrief: true, into: &frame)
        }
    }

    /// A pane without a directory: why, and what to do.
    func drawNowhere(_ side: Side, _ rect: Rect, into frame: inout Frame) {
        var lines: [(String, Role)] = []
        let sites = keymap.labels(for: .sites, in: .pane).first ?? "the menu"
        if let failed = self[side].failed {
            for line in TextFit.wrap(failed.reason, columns: rect.width - 2, limit: rect.height) {
                lines.append((line, .error))
            }
            let again = keymap.labels(for: .reread, in: .pane).first ?? "Enter"
            lines.append(("", .pane))
            lines.append(("\(again) tries again, \(sites) chooses another site.", .muted))
        } else {
            lines.append(("No site yet.", .pane))
            lines.append(("\(sites) connects this pane to a server.", .muted))
        }
        let y = rect.y + max(0, (rect.height - lines.count) / 2)
        for (line, (text, role)) in lines.enumerated() where y + line < rect.maxY {
            frame.put(
                TextFit.cut(text, to: rect.width - 2), x: rect.x + 1, y: y + line, role: role)
        }
    }
}
