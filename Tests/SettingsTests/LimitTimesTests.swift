import Testing

@testable import Settings

@Suite("Limits by the time of the day")
struct LimitTimesTests {
    private func limit(
        _ lines: [String], at hour: Int, _ minute: Int = 0, usual: UInt64? = nil
    ) throws -> (bytesPerSecond: UInt64?, end: String?) {
        try #require(LimitTimes(lines)).limit(at: hour * 60 + minute, usual: usual)
    }

    @Test("A time of the day has its limit until it ends, and the rest of the day the usual one")
    func day() throws {
        let lines = ["08:00-18:00 500K"]
        #expect(try limit(lines, at: 8).bytesPerSecond == 512_000)
        #expect(try limit(lines, at: 8).end == "18:00")
        #expect(try limit(lines, at: 17, 59).bytesPerSecond == 512_000)
        #expect(try limit(lines, at: 18).bytesPerSecond == nil)
        #expect(try limit(lines, at: 18).end == "08:00")
        #expect(try limit(lines, at: 7, 59, usual: 9).bytesPerSecond == 9)
    }

    @Test("One that goes past midnight holds on both sides of it")
    func midnight() throws {
        let lines = ["22:30-6:15 1M"]
        for (hour, minute) in [(22, 30), (23, 59), (0, 0), (6, 14)] {
            #expect(try limit(lines, at: hour, minute).bytesPerSecond == 1_048_576)
            #expect(try limit(lines, at: hour, minute).end == "06:15")
        }
        #expect(try limit(lines, at: 6, 15).bytesPerSecond == nil)
    }

    @Test("The first that fits holds, 0 is no limit, and what changes nothing is no end")
    func order() throws {
        let lines = ["12:00-13:00 0", "08:00-18:00 500K", "18:00-20:00 500K", "00:00-24:00 2M"]
        #expect(try limit(lines, at: 9).end == "12:00")
        #expect(try limit(lines, at: 12, 30, usual: 5).bytesPerSecond == nil)
        #expect(try limit(lines, at: 13).end == "20:00")
        #expect(try limit(lines, at: 23).bytesPerSecond == 2_097_152)
        #expect(try limit(["00:00-24:00 2M"], at: 23).end == nil)
        #expect(try limit([], at: 5, usual: 7).bytesPerSecond == 7)
        #expect(try limit([], at: 5, usual: 7).end == nil)
    }

    @Test(
        "What is no time or no rate is refused, with the line",
        arguments: [
            "8-18 500K", "08:00-18:00", "08:00 500K", "25:00-26:00 1M", "08:60-09:00 1M",
            "24:01-05:00 1M", "08:00-18:00 fast", "-08:00-18:00 1M", "",
        ])
    func mistakes(line: String) {
        #expect(LimitTimes([line]) == nil)
        do {
            _ = try Config("\nlimit_times = [\"\(line)\"]", file: "config.toml")
            Issue.record("it was taken")
        } catch {
            #expect("\(error)".hasPrefix("config.toml, line 2: 'limit_times' must be a list of"))
        }
    }
}
