import Files
import Glibc
import Synchronization
import Testing

@Suite struct ConnectionLogTests {
    private final class Lines: Sendable {
        let all = Mutex<[Exchange]>([])
    }

    @Test("A line has its connection, the time of day, and what was said of it") func lines() {
        let lines = Lines()
        let log = ConnectionLog(7) { line in lines.all.withLock { $0.append(line) } }
        let before = Double(time(nil))
        log.post(
            .received, "426 Broken", code: 426, elapsed: 0.5, explanation: "Off",
            isExpected: true)
        log.remark("Connected.")
        log.trouble("Lost.")
        let made = lines.all.withLock { $0 }
        let first = made.first?.time ?? 0
        #expect(first >= before && first < before + 60)
        #expect(
            made.first
                == Exchange(
                    time: first, connection: 7, direction: .received, text: "426 Broken",
                    code: 426, elapsed: 0.5, explanation: "Off", isExpected: true))
        #expect(made.map(\.direction) == [.received, .remark, .trouble])
        #expect(made.map(\.text) == ["426 Broken", "Connected.", "Lost."])
        #expect(made.allSatisfy { $0.connection == 7 })
    }
}
