import CNcurses
import CLinux
import Glibc
package import Settings
package import Terminal

/// The terminal on standard input and output. Belongs to the main thread, and there is one at a
/// time.
package final class CursesScreen: Display {
    package struct Options: Sendable {
        /// Plain ASCII instead of lines, blocks and arrows; chosen anyway where the locale is not
        /// UTF-8.
        package var isASCII = false
        package var hasMouse = true
        /// The window is named after what is shown.
        package var hasTitle = true
        /// The terminal is asked whether its background is dark or light.
        package var asksBackground = false

        package init() {}
    }

    package private(set) var size: Size
    package private(set) var isClosed = false
    /// How many colours are shown.
    package let depth: ColourDepth
    /// What frames are drawn with.
    package private(set) var characterSet: CharacterSet
    /// What the locale lets through.
    private let locale: CharacterSet

    private let window: UnsafeMutablePointer<WINDOW>
    private var modes: TerminalModes
    private var decoder: KeyDecoder
    private var paints: PaintTable
    private var shown: Frame?
    private var picture: PlacedPicture?
    private var isCursorShown: Bool?
    private var isActive = true
    private var isUpdating = false
    private var notes: WindowNotes

    /// Takes over the terminal, which may have been looked at before. Make `Signals` before.
    package init(
        theme: Theme, options: Options = Options(), on probe: TerminalProbe? = nil
    ) throws(ScreenFailure) {
        let probe = if let probe { probe } else { try TerminalProbe() }
        let (type, locale) = (probe.type, probe.locale)
        let isModern = TerminalModes.answersQuestions(type)
        let modes = TerminalModes(hasMouse: options.hasMouse, isModern: isModern)
        let notes = WindowNotes(hasTitle: options.hasTitle, isModern: isModern)
        self.modes = modes
        self.notes = notes
        // Before anything is changed: what it keeps is what a crash goes back to.
        let reset = notes.reset + modes.reset
        reset.withCString { ferry_crash_arm(STDOUT_FILENO, $0, reset.utf8.count) }
        guard let window = ferry_terminal_start(type) else {
            ferry_crash_disarm()
            throw ScreenFailure.incapable(type: type)
        }
        self.window = window
        self.locale = locale
        characterSet = options.isASCII ? .ascii : locale
        decoder = KeyDecoder(special: TerminalKeys.read())
        raw()
        noecho()
        nonl()
        // Terminals disagree about what a shifted line's end looks like, and about wide characters
        // that are cut by it.
        idcok(window, false)
        start_color()
        use_default_colors()
        let isUnwanted = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
        let count = has_colors() ? Int(ferry_colour_count()) : 0
        depth = ColourDepth(count: count, isUnwanted: isUnwanted)
        paints = PaintTable(theme: theme, depth: depth)
        size = CursesScreen.terminalSize() ?? Size(width: 80, height: 24)
        resize_term(CInt(size.height), CInt(size.width))
        TerminalModes.send(modes.enter)
        if options.asksBackground, isModern {
            TerminalModes.send(TerminalModes.backgroundQuestion)
            decoder.awaitBackground(at: CursesScreen.now())
        }
    }

    deinit {
        leave()
    }

    /// That of the terminal on standard output; nil where that is none.
    static func terminalSize() -> Size? {
        var columns: CInt = 0
        var rows: CInt = 0
        guard ferry_terminal_size(STDOUT_FILENO, &columns, &rows) == 0, columns > 0, rows > 0
        else { return nil }
        return Size(width: min(Int(columns), 1_000), height: min(Int(rows), 1_000))
    }

    // MARK: Events

    package var descriptor: CInt { STDIN_FILENO }

    package var timeout: Int32? {
        decoder.deadline.map { deadline in
            let seconds = deadline - CursesScreen.now()
            return Int32(clamping: Int(max(0, min(seconds, 60)) * 1_000) + 1)
        }
    }

    package func events() -> [Event] {
        var events: [Event] = []
        if isActive, let newSize = CursesScreen.terminalSize(), newSize != size {
            size = newSize
            resize_term(CInt(size.height), CInt(size.width))
            redraw()
            events.append(.resize(size))
        }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        var hasRead = false
        // A flood must not keep the screen from being drawn: the rest stays for the next round.
        for _ in 0..<16 where hasInput() {
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, errno == EINTR || errno == EAGAIN { break }
            guard count > 0 else {
                isClosed = true
                break
            }
            hasRead = true
            events += decoder.feed(buffer[..<count], at: CursesScreen.now())
        }
        if !hasRead { events += decoder.flush(at: CursesScreen.now()) }
        return events
    }

    private func hasInput() -> Bool {
        if isClosed { return false }
        var terminal = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&terminal, 1, 0) > 0
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    // MARK: Drawing

    package func draw(_ frame: Frame) {
        guard isActive else { return }
        defer { endUpdate() }
        if let shown, shown.size == frame.size {
            putChanges(from: shown, to: frame)
        } else {
            beginUpdate()
            werase(window)
            for (index, cell) in frame.cells.enumerated() { put(cell, at: index, of: frame) }
        }
        if let cursor = frame.cursor, cursor.x >= 0, cursor.x < size.width, cursor.y >= 0,
            cursor.y < size.height
        {
            wmove(window, CInt(cursor.y), CInt(cursor.x))
            showCursor(true)
        } else {
            showCursor(false)
            if let focus = frame.focus, focus.x >= 0, focus.x < size.width, focus.y >= 0,
                focus.y < size.height
            {
                wmove(window, CInt(focus.y), CInt(focus.x))
            }
        }
        let isWholeNew = shown == nil
        if isWholeNew || picture != frame.picture { clearPicture() }
        shown = frame
        wnoutrefresh(window)
        doupdate()
        if isWholeNew || picture != frame.picture { drawPicture(frame.picture) }
    }

    /// Has the rows that a picture covers written again by the next refresh.
    private func clearPicture() {
        guard let picture else { return }
        beginUpdate()
        if case .kitty = picture.picture.form { TerminalModes.send(PictureText.removed) }
        let top = max(0, min(picture.origin.y, size.height))
        let bottom = max(top, min(picture.origin.y + picture.picture.size.height, size.height))
        wredrawln(window, CInt(top), CInt(bottom - top))
        self.picture = nil
    }

    /// Writes a picture over what ncurses takes for blanks.
    private func drawPicture(_ placed: PlacedPicture?) {
        picture = placed
        guard let placed, modes.isModern else { return }
        beginUpdate()
        TerminalModes.send(PictureText.make(placed, in: size))
    }

    /// Has the terminal show what follows at once, and not row by row (its mode 2026).
    private func beginUpdate() {
        guard modes.isModern, !isUpdating else { return }
        isUpdating = true
        TerminalModes.send(TerminalModes.updateBegins)
    }

    private func endUpdate() {
        guard isUpdating else { return }
        isUpdating = false
        TerminalModes.send(TerminalModes.updateEnds)
    }

    package func setTitle(_ text: String) {
        if isActive { notes.setTitle(text) }
    }

    package func setProgress(_ progress: WindowProgress) {
        if isActive { notes.setProgress(progress) }
    }

    private func putChanges(from shown: Frame, to frame: Frame) {
        let width = frame.size.width
        // Without copies: most frames differ in a few cells out of tens of thousands.
        shown.cells.withUnsafeBufferPointer { old in
            frame.cells.withUnsafeBufferPointer { new in
                var changes = RowChanges()
                for index in 0..<min(old.count, new.count) where old[index] != new[index] {
                    changes.insert(index / width)
                }
                if !changes.rows.isEmpty { beginUpdate() }
                changes.inParts(
                    old: { old[$0 * width..<($0 + 1) * width] },
                    new: { new[$0 * width..<($0 + 1) * width] }
                ) { rows, isLast in
                    for row in rows {
                        for index in row * width..<(row + 1) * width
                        where old[index] != new[index] {
                            put(new[index], at: index, of: frame)
                        }
                    }
                    if !isLast {
                        wnoutrefresh(window)
                        doupdate()
                    }
                }
            }
        }
    }

    private func put(_ cell: Cell, at index: Int, of frame: Frame) {
        let (y, x) = index.quotientAndRemainder(dividingBy: frame.size.width)
        guard cell.width > 0, x < size.width, y < size.height else { return }
        let character = characterSet.shown(cell.character)
        var scalars = CharacterCells.scalars(of: character, width: Int(cell.width))
        let paint = paints[cell.role]
        // A wide character that has no form of its own here still takes both its columns.
        if cell.width == 2, scalars == [0x3F] || x + 1 >= size.width {
            if x + 1 >= size.width {
                scalars = [0x20]
            } else {
                ferry_put(
                    window, CInt(y), CInt(x + 1), [0x20], 1, paint.attributes, paint.pair)
            }
        }
        ferry_put(
            window, CInt(y), CInt(x), scalars, scalars.count, paint.attributes, paint.pair)
    }

    private func showCursor(_ isShown: Bool) {
        if isCursorShown == isShown { return }
        isCursorShown = isShown
        curs_set(isShown ? 1 : 0)
    }

    /// Draws everything with another theme from the next frame on.
    package func draw(with theme: Theme) {
        paints = PaintTable(theme: theme, depth: depth)
        redraw()
    }

    /// Draws with plain ASCII or without from the next frame on, and takes the mouse or leaves it.
    package func use(isASCII: Bool, hasMouse: Bool) {
        characterSet = isASCII ? .ascii : locale
        let wanted = TerminalModes(hasMouse: hasMouse, isModern: modes.isModern)
        if isActive, wanted.enter != modes.enter {
            TerminalModes.send(modes.leave)
            TerminalModes.send(wanted.enter)
        }
        modes = wanted
        redraw()
    }

    package func redraw() {
        shown = nil
        isCursorShown = nil
        ferry_terminal_forget()
    }

    // MARK: Giving the terminal away

    package func suspend() {
        runOutside(Signals.stopProcess)
    }

    package func resume() {
        guard isActive else { return }
        reset_prog_mode()
        TerminalModes.send(TerminalModes.capability("smcup") + modes.enter)
        redraw()
    }

    package func runOutside(_ body: () -> Void) {
        guard isActive else { return }
        isActive = false
        notes.giveBack()
        TerminalModes.send(modes.leave)
        curs_set(1)
        endwin()
        body()
        isActive = true
        // The refresh after endwin is what takes ncurses back to the full screen.
        redraw()
        werase(window)
        wnoutrefresh(window)
        doupdate()
        TerminalModes.send(modes.enter)
    }

    package func leave() {
        guard isActive else { return }
        isActive = false
        notes.giveBack()
        TerminalModes.send(modes.leave)
        curs_set(1)
        ferry_terminal_end()
        ferry_crash_disarm()
    }
}
