import Files
import Testing

@testable import UI

@Suite("Times written in full")
struct LocalTimeTests {
    /// Two hours ahead of UTC until 2026-10-25 01:00 UTC, then one.
    private func offset(_ seconds: Int64) -> Int { seconds < 1_792_890_000 ? 7_200 : 3_600 }

    @Test("What is written is read back, on this machine's clock, in summer and in winter")
    func both() {
        for (text, seconds) in [
            ("2026-07-01 12:00:00", 1_782_900_000), ("2026-11-20 23:51:00", 1_795_215_060),
            ("1970-01-01 02:00:01", 1), ("1969-12-31 23:00:00", -10_800),
        ] as [(String, Int64)] {
            #expect(LocalTime.read(text, localOffset: offset) == seconds, "\(text)")
            let time = Timestamp(seconds: seconds)
            #expect(LocalTime.text(of: time, localOffset: offset) == text)
        }
    }

    @Test("Seconds, and the time of the day, may be left out; blanks do not count")
    func short() {
        func read(_ text: String) -> Int64? { LocalTime.read(text, localOffset: { _ in 0 }) }
        #expect(read("2026-11-20 23:51") == read("2026-11-20 23:51:00"))
        #expect(read(" 2026-11-20 ") == read("2026-11-20 00:00:00"))
        for text in [
            "", "2026", "2026-11", "26-11-20", "2026-11-20 23", "2026-11-20 24:00", "2026-13-01",
            "2026-11-20T23:51", "2026-11-20 23:51:00 UTC", "2026-11-20 +1:51", "0000-01-01",
        ] {
            #expect(read(text) == nil, "\(text)")
        }
    }

    @Test("Nothing is shown that is not known")
    func precision() {
        func text(_ precision: Timestamp.Precision, isZoned: Bool = true) -> String {
            LocalTime.text(
                of: Timestamp(seconds: 1_795_218_660, precision: precision, isZoned: isZoned),
                localOffset: { _ in 60 })
        }
        #expect(text(.second) == "2026-11-20 23:52:00")
        #expect(text(.minute) == "2026-11-20 23:52")
        #expect(text(.day) == "2026-11-20")
        #expect(text(.minute, isZoned: false) == "2026-11-20 23:51 on the server's clock")
    }
}
