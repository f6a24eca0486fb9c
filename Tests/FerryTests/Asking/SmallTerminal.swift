import Glibc
import Support
import Testing

@testable import Ferry

/// A terminal that belongs to nobody: what a test types into it, and what is shown there.
final class SmallTerminal {
    let asked: ControllingTerminal
    private let user: CInt
    private(set) var shown = ""

    init() throws {
        var (outer, inner): (CInt, CInt) = (-1, -1)
        try #require(openpty(&outer, &inner, nil, nil, nil) == 0)
        user = outer
        try #require(fcntl(outer, F_SETFL, O_NONBLOCK) == 0)
        asked = try #require(ControllingTerminal(owning: inner))
    }

    deinit {
        close(user)
    }

    /// Whether what is typed is shown.
    var hasEcho: Bool {
        var modes = termios()
        return tcgetattr(user, &modes) == 0 && modes.c_lflag & tcflag_t(ECHO) != 0
    }

    func type(_ bytes: [UInt8]) {
        var bytes = bytes
        #expect(write(user, &bytes, bytes.count) == bytes.count)
    }

    func type(_ text: String) {
        type(Array(text.utf8))
    }

    /// Waits until `text` has been shown since the last time that something was waited for.
    func wait(for text: String) throws {
        let deadline = Deadline(seconds: 30)
        while !shown.contains(text) {
            do {
                try deadline.wait(for: user)
            } catch {
                Issue.record("'\(text)' was not shown, but '\(shown)'.")
                throw error
            }
            var block = [UInt8](repeating: 0, count: 4_096)
            let count = read(user, &block, block.count)
            if count < 0, errno == EAGAIN { continue }
            try #require(count > 0)
            shown += String(decoding: block[..<count], as: UTF8.self)
        }
        shown = ""
    }
}
