/// What a cell means; a theme gives it colours. A role without a style of its own takes that of
/// the role before its last dot, and at the end `text`'s: `pane.cursor.marked` → `pane.cursor` →
/// `pane` → `text`.
package enum Role: String, Sendable, CaseIterable {
    case text
    case muted = "text.muted"
    case strong = "text.strong"
    case accent = "text.accent"
    case warning = "text.warning"
    case error = "text.error"
    case good = "text.good"

    case title
    case titleTab = "title.tab"
    case titleTabActive = "title.tab.active"
    case titleWarning = "title.warning"

    case pane
    case paneFrame = "pane.frame"
    case paneFrameActive = "pane.frame.active"
    case paneTitle = "pane.title"
    case paneTitleActive = "pane.title.active"
    case paneOffline = "pane.offline"
    case paneHeader = "pane.header"
    case paneHeaderActive = "pane.header.active"
    case paneDirectory = "pane.directory"
    case paneFile = "pane.file"
    case paneLink = "pane.link"
    case paneOther = "pane.other"
    case paneDetail = "pane.detail"
    case paneMarked = "pane.marked"
    case paneCursor = "pane.cursor"
    case paneCursorMarked = "pane.cursor.marked"
    case paneCursorInactive = "pane.cursor.inactive"
    case paneMatch = "pane.match"

    case transfer
    case transferTitle = "transfer.title"
    case transferUp = "transfer.up"
    case transferDown = "transfer.down"
    case transferBarFull = "transfer.bar.full"
    case transferBarEmpty = "transfer.bar.empty"
    case transferWaiting = "transfer.waiting"
    case transferFailed = "transfer.failed"
    case transferDone = "transfer.done"
    case transferAsk = "transfer.ask"
    case transferCursor = "transfer.cursor"

    case log
    case logTitle = "log.title"
    case logTime = "log.time"
    case logSent = "log.sent"
    case logRemark = "log.remark"
    case logTrouble = "log.trouble"
    case logCursor = "log.cursor"
    case reply1 = "reply.1xx"
    case reply2 = "reply.2xx"
    case reply3 = "reply.3xx"
    case reply4 = "reply.4xx"
    case reply5 = "reply.5xx"

    case status
    case statusError = "status.error"
    case keybar
    case keybarNumber = "keybar.number"
    case keybarLabel = "keybar.label"

    case dialog
    case dialogFrame = "dialog.frame"
    case dialogTitle = "dialog.title"
    case dialogDanger = "dialog.danger"
    case button
    case buttonFocused = "button.focused"
    case input
    case inputSelection = "input.selection"
    case menu
    case menuCursor = "menu.cursor"
    case menuKey = "menu.key"

    /// A QR code's light modules and the ground around it, with its dark ones drawn on them.
    case qr
    /// A blank that is a dark module.
    case qrDark = "qr.dark"

    /// The role whose style stands in where this one has none; nil for `text`.
    package var fallback: Role? {
        if self == .text { return nil }
        var name = rawValue[...]
        while let dot = name.lastIndex(of: ".") {
            name = name[..<dot]
            if let role = Role(rawValue: String(name)) { return role }
        }
        return .text
    }
}
