import Glibc

/// How large a character's cell is on the terminal, in pixels.
struct CellPixels: Hashable {
    /// 1…200
    let width: Int
    /// 1…200
    let height: Int

    /// Nil for what no cell is.
    init?(width: Int, height: Int) {
        guard (1...200).contains(width), (1...200).contains(height) else { return nil }
        self.width = width
        self.height = height
    }

    /// Of the process's own terminal; nil where it does not tell.
    static var ofTerminal: CellPixels? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
        else { return nil }
        return CellPixels(
            width: Int(size.ws_xpixel) / Int(size.ws_col),
            height: Int(size.ws_ypixel) / Int(size.ws_row))
    }

    /// The end of a terminal that tells this size of its cells and to which nobody listens, and its other
    /// end; -1 where none could be made. A program that draws looks there for the size.
    func terminal() -> (end: CInt, other: CInt) {
        var (end, other): (CInt, CInt) = (-1, -1)
        var size = winsize(
            ws_row: 100, ws_col: 100, ws_xpixel: UInt16(width * 100),
            ws_ypixel: UInt16(height * 100))
        guard openpty(&other, &end, nil, nil, &size) == 0 else { return (-1, -1) }
        for descriptor in [end, other] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return (end, other)
    }
}
