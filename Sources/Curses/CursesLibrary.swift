import CNcurses

/// ncurses, which draws.
package enum CursesLibrary {
    /// As it says itself: `ncurses 6.4.20221231`.
    package static var version: String { String(cString: curses_version()) }
}
