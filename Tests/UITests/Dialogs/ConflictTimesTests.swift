import Files
import Jobs
import Testing
import UI

@Suite("Which of two files is the newer")
struct ConflictTimesTests {
    @Test("what is called newer is what 'newer wins' takes, to the precision that both have")
    func newer() throws {
        let day = CivilTime(year: 2026, month: 11, day: 20)
        func words(_ source: Timestamp, _ target: Timestamp) -> [String] {
            var asked = Conflict(source: .file("main.js"), target: .file("main.js"))
            (asked.source.modified, asked.target.modified) = (source, target)
            var stage = Stage.shown()
            stage.change(.carrying("main.js", id: 1, .needsAnswer(asked)))
            stage.press("Q")
            return ["new ", "there "].map { side in
                let line = stage.lines.first { $0.contains("│   \(side)") } ?? ""
                return ["newer", "same time", "another clock"].filter { line.contains($0) }
                    .joined()
            }
        }
        let seconds = try #require(day.secondsSinceEpoch)
        let exact = Timestamp(seconds: seconds + 18)
        let toTheMinute = Timestamp(seconds: seconds, precision: .minute)
        #expect(words(exact, toTheMinute) == ["same time", "same time"])
        #expect(words(exact, Timestamp(seconds: seconds + 17)) == ["newer", ""])
        #expect(words(toTheMinute, Timestamp(seconds: seconds + 60)) == ["", "newer"])
        let unzoned = Timestamp(seconds: seconds - 7_200, precision: .minute, isZoned: false)
        #expect(words(exact, unzoned) == ["another clock", "another clock"])
    }
}
