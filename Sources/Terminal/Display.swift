/// What the main loop draws on and reads from: the terminal, or a test's memory. It belongs to the
/// thread that made it.
package protocol Display: AnyObject {
    /// As of the last `events()`.
    var size: Size { get }
    /// To be polled for input; readable when `events()` has something.
    var descriptor: CInt { get }
    /// Milliseconds after which `events()` is to be asked although nothing came in (an Esc is
    /// held back until it is clear that no sequence follows); nil when it need not be.
    var timeout: Int32? { get }
    /// The terminal has gone (its window was closed): nothing will come in any more.
    var isClosed: Bool { get }

    /// Everything that waits; never blocks. A new size comes as `.resize`.
    func events() -> [Event]
    /// Makes the screen look like this; only what differs from the last frame is written.
    func draw(_ frame: Frame)
    /// Names the terminal's window, where there is one; the text must have come through `VisibleText`.
    func setTitle(_ text: String)
    /// Says at the terminal's window how far the work is, where it can.
    func setProgress(_ progress: WindowProgress)
    /// Forgets what the screen shows: the next `draw` writes all of it.
    func redraw()
    /// Stops the process as Ctrl-Z does, with the terminal as the shell left it; returns when the
    /// process goes on.
    func suspend()
    /// Takes the terminal back after the process was stopped by someone else.
    func resume()
    /// Gives the terminal to `body` (an editor, a shell) and takes it back afterwards.
    func runOutside(_ body: () -> Void)
    /// Gives the terminal back for good; further calls do nothing.
    func leave()
}
