import CNcurses
import Glibc

/// What Ferry switches on in a terminal beside ncurses, as texts to send.
struct TerminalModes {
    /// Keypad keys that tell themselves apart, mouse (xterm's 1000 and 1006), bracketed paste.
    let enter: String
    let leave: String
    /// Everything back to how a shell wants it, for an end without ncurses.
    let reset: String

    /// Whether the terminal takes in what it does not know without a trace.
    let isModern: Bool

    /// After the terminal type was found.
    init(hasMouse: Bool, isModern: Bool) {
        self.isModern = isModern
        let mouseOn = hasMouse ? "\u{1B}[?1000h\u{1B}[?1006h" : ""
        let mouseOff = "\u{1B}[?1006l\u{1B}[?1000l"
        let rest = "\u{1B}[?2004l" + TerminalModes.capability("rmkx")
        enter = TerminalModes.capability("smkx") + mouseOn + "\u{1B}[?2004h"
        leave = (hasMouse ? mouseOff : "") + rest
        // The mouse may be taken later on.
        reset =
            mouseOff + (isModern ? TerminalModes.updateEnds : "") + rest
            + TerminalModes.capability("sgr0") + TerminalModes.capability("cnorm")
            + TerminalModes.capability("rmcup") + "\r\n"
    }

    /// What follows is shown once the other comes: the terminal's mode 2026.
    static let updateBegins = "\u{1B}[?2026h"
    static let updateEnds = "\u{1B}[?2026l"

    /// Asks for the background's colour (xterm's OSC 11); ended by BEL, so that no Esc is left over where
    /// it is not understood.
    static let backgroundQuestion = "\u{1B}]11;?\u{7}"

    /// Whether a terminal of this type may be asked something: the others print what they do not know.
    static func answersQuestions(_ type: String) -> Bool {
        let silent = ["dumb", "linux", "vt", "ansi", "cons", "sun", "hurd", "cygwin", "fbterm"]
        return !silent.contains { type.hasPrefix($0) }
    }

    /// A capability's text without its padding (`$<5>`), which no terminal of today needs.
    static func capability(_ name: String) -> String {
        guard let pointer = ferry_capability(name) else { return "" }
        // By bytes: this is done some forty times before the first frame.
        let bytes = UnsafeBufferPointer(start: pointer, count: strlen(pointer))
        var text: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let byte = UInt8(bitPattern: bytes[index])
            if byte == UInt8(ascii: "$"), index + 1 < bytes.count,
                bytes[index + 1] == CChar(bitPattern: UInt8(ascii: "<")),
                let end = bytes[index...].firstIndex(of: CChar(bitPattern: UInt8(ascii: ">")))
            {
                index = end + 1
            } else {
                text.append(byte)
                index += 1
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Writes all of it, whatever happens in between; a terminal that has gone is no news here.
    static func send(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var terminal = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
                poll(&terminal, 1, 1_000)
            } else if errno != EINTR {
                return
            }
        }
    }
}
