/// The theme that is there without any file: the text of `themes/dark.toml`, word for word.
enum BuiltInTheme {
    static let name = "dark"

    static let text = """
        # Ferry's own theme, for dark rooms. Other themes inherit it and change the palette.
        #
        # A colour is "#rrggbb", an ANSI name ("bright-blue", "default") or a number from 0 to 255. In the
        # palette, ["#rrggbb", "name"] also says what stands for it on a terminal with 16 colours or fewer.
        # A role is "bold COLOUR on COLOUR" or { fg = "…", bg = "…", bold = true, underline = true,
        # reverse = true, dim = true }; what it leaves out comes from the role before its last dot.
        name = "dark"

        [palette]
        # The panes, the transfers and the log.
        base = ["#151a21", "black"]
        text = ["#d3d9e2", "white"]
        muted = ["#8c98a9", "white"]
        strong = ["#f4f6fa", "bright-white"]
        frame = ["#465365", "white"]
        frame-active = ["#6ea8fe", "bright-cyan"]
        accent = ["#7db3ff", "bright-cyan"]
        link = ["#7ad4d9", "cyan"]
        special = ["#d6a6f5", "bright-magenta"]
        good = ["#8fd48a", "bright-green"]
        warn = ["#f0c66f", "bright-yellow"]
        bad = ["#ff8b88", "bright-red"]
        mark = ["#f3cf7a", "bright-yellow"]

        # The line on top and the status line.
        bar = ["#232c39", "blue"]
        bar-text = ["#d3d9e2", "bright-white"]
        bar-muted = ["#98a4b6", "white"]
        bar-warn = ["#f0c66f", "bright-yellow"]

        # What the cursor is on; idle is the cursor of the pane without the keyboard.
        cursor = ["#2c5c9e", "cyan"]
        cursor-text = ["#ffffff", "black"]
        cursor-mark = ["#ffe39b", "bright-white"]
        idle = ["#2b3646", "blue"]
        idle-text = ["#d3d9e2", "bright-white"]

        # Dialogs, menus, buttons and text fields.
        raised = ["#2a3443", "white"]
        raised-text = ["#e2e7ee", "black"]
        raised-muted = ["#a5b1c2", "black"]
        raised-strong = ["#ffffff", "blue"]
        raised-frame = ["#6f7f95", "black"]
        raised-bad = ["#ffa19e", "red"]
        button = ["#3d4a5d", "black"]
        button-text = ["#e2e7ee", "bright-white"]
        focus = ["#7db3ff", "blue"]
        focus-text = ["#10151c", "bright-white"]
        field = ["#171d26", "cyan"]
        field-text = ["#f4f6fa", "black"]
        select = ["#2c5c9e", "blue"]
        select-text = ["#ffffff", "bright-white"]

        # The bottom line, and what went wrong there.
        key = ["#2c3f57", "cyan"]
        key-text = ["#e2e7ee", "black"]
        danger = ["#a81414", "red"]
        danger-text = ["#ffffff", "bright-white"]

        # A QR code is read dark on light only.
        qr-dark = ["#000000", "black"]
        qr-light = ["#ffffff", "bright-white"]

        [roles]
        "text" = "text on base"
        "text.muted" = "muted"
        "text.strong" = "bold strong"
        "text.accent" = "accent"
        "text.warning" = "warn"
        "text.error" = "bold bad"
        "text.good" = "good"

        "title" = "bar-text on bar"
        "title.tab" = "bar-muted"
        "title.tab.active" = "bold strong on base"
        "title.warning" = "bold bar-warn"

        "pane" = "text on base"
        "pane.frame" = "frame"
        "pane.frame.active" = "frame-active"
        "pane.title" = "muted"
        "pane.title.active" = "bold strong"
        "pane.offline" = "bold bad"
        "pane.header" = "muted"
        "pane.header.active" = "accent"
        "pane.directory" = "bold accent"
        "pane.file" = "text"
        "pane.link" = "link"
        "pane.other" = "special"
        "pane.detail" = "muted"
        "pane.marked" = "bold mark"
        "pane.cursor" = "cursor-text on cursor"
        "pane.cursor.marked" = "bold cursor-mark"
        "pane.cursor.inactive" = "idle-text on idle"
        "pane.match" = "bold underline mark"

        "transfer" = "text on base"
        "transfer.title" = "muted"
        "transfer.up" = "accent"
        "transfer.down" = "good"
        "transfer.bar.full" = "accent"
        "transfer.bar.empty" = "frame"
        "transfer.waiting" = "muted"
        "transfer.failed" = "bold bad"
        "transfer.done" = "good"
        "transfer.ask" = "bold warn"
        "transfer.cursor" = "cursor-text on cursor"

        "log" = "text on base"
        "log.title" = "muted"
        "log.time" = "muted"
        "log.sent" = "accent"
        "log.remark" = "muted"
        "log.trouble" = "bold bad"
        "log.cursor" = "cursor-text on cursor"
        "reply.1xx" = "muted on base"
        "reply.2xx" = "good on base"
        "reply.3xx" = "link on base"
        "reply.4xx" = "warn on base"
        "reply.5xx" = "bold bad on base"

        "status" = "bar-text on bar"
        "status.error" = "bold danger-text on danger"
        "keybar" = "text on base"
        "keybar.number" = "muted"
        "keybar.label" = "key-text on key"

        "dialog" = "raised-text on raised"
        "dialog.frame" = "raised-frame"
        "dialog.title" = "bold raised-strong"
        "dialog.danger" = "bold raised-bad"
        "button" = "button-text on button"
        "button.focused" = "bold focus-text on focus"
        "input" = "field-text on field"
        "input.selection" = "select-text on select"
        "menu" = "raised-text on raised"
        "menu.cursor" = "cursor-text on cursor"
        "menu.key" = "raised-muted"

        "qr" = "qr-dark on qr-light"
        "qr.dark" = "qr-light on qr-dark"

        """
}
