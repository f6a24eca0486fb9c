import Glibc

/// A terminal of one's own: the standard input and output of this process become one end of it.
/// Only for a process that exists for nothing else (an exit test's).
package final class OwnTerminal {
    package let master: CInt
    private let slave: CInt

    package init?(columns: UInt16, rows: UInt16, type: String = "xterm-256color") {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        var ends: (CInt, CInt) = (-1, -1)
        guard openpty(&ends.0, &ends.1, nil, nil, &size) == 0 else { return nil }
        (master, slave) = ends
        setenv("TERM", type, 1)
        setenv("LC_ALL", "C.UTF-8", 1)
        unsetenv("NO_COLOR")
        dup2(slave, STDIN_FILENO)
        dup2(slave, STDOUT_FILENO)
    }

    /// As a user types.
    package func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(master, bytes, bytes.count)
    }

    package func resize(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    /// Everything written to the terminal so far: the kernel hands it over within the write.
    package func written() -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            var end = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
            guard poll(&end, 1, 50) > 0 else { break }
            let count = read(master, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The same up to a mark that was written behind it, as soon as that has come; nil where it does not
    /// come.
    package func written(before mark: String) -> [UInt8]? {
        let end = Array(mark.utf8)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var next = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        while !bytes.reversed().starts(with: end.reversed()) {
            guard poll(&next, 1, 10_000) > 0 else { return nil }
            let count = read(master, &buffer, buffer.count)
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
        }
        return bytes.dropLast(end.count)
    }

    package var localFlags: UInt32 {
        var modes = termios()
        tcgetattr(slave, &modes)
        return modes.c_lflag
    }

    package var inputFlags: UInt32 {
        var modes = termios()
        tcgetattr(slave, &modes)
        return modes.c_iflag
    }
}
