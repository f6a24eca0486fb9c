import Glibc

/// How wide a terminal is.
enum TerminalColumns {
    /// The columns of the terminal behind a descriptor; 80 where there is none, or it does not say.
    static func count(_ descriptor: CInt) -> Int {
        var size = winsize()
        guard isatty(descriptor) == 1, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0,
            size.ws_col > 0
        else { return 80 }
        return Int(size.ws_col)
    }
}
